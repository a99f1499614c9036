package import Base
package import Geofence

/// The regions that a board has from its fleet, as read from the file.
package struct FleetRegions: Sendable {
  /// The path of the file, for problems with it.
  package let file: String

  /// The version of the update; `nil` if the file does not name it.
  package let version: FleetVersion?

  /// The valid regions.
  package private(set) var regions: [Region]

  /// All problems.
  package private(set) var problems: [Problem]

  /// The indices of the file's features by identifier, also of regions that are left out.
  let indices: [String: Int]

  /// Reads the file at a path.
  package init(path: String, rules: RegionRules) {
    do throws(Problem) {
      self.init(try FleetFile.text(path: path), file: path, rules: rules)
    } catch {
      self.init(file: path, problems: [error])
    }
  }

  private init(file: String, problems: [Problem]) {
    (self.file, version, regions, self.problems, indices) = (file, nil, [], problems, [:])
  }

  /// Reads the text of a file.
  package init(_ text: String, file: String, rules: RegionRules) {
    self.file = file
    let reading = RegionsFile.read(text, file: file, rules: rules)
    (regions, problems, indices) = (reading.regions, reading.problems, reading.indices)
    version = reading.contents?.fleet?.object.flatMap { FleetVersion($0) }
    if reading.contents != nil, version == nil {
      problems.append(
        Problem(
          file: file, wrong: "\(FleetFile.member) does not give its version",
          remedy: FleetFile.damaged))
    }
  }

  /// The board's own regions, then the regions of the fleet whose identifiers are not taken.
  package mutating func joined(to own: [Region], rules: RegionRules) -> [Region] {
    leaveOut(own)
    let count = own.count + regions.count
    let most = rules.settings.maxCount
    if count > most {
      problems.append(
        Problem(
          file: file,
          wrong:
            "with the board's own there are \(count) regions, more than max_count \(most) in "
            + "[regions]", remedy: "remove some or raise max_count"))
    }
    return own + regions
  }

  /// Leaves out the regions whose identifiers the board's own regions have.
  private mutating func leaveOut(_ own: [Region]) {
    let taken = Set(own.lazy.map(\.id))
    guard regions.contains(where: { taken.contains($0.id) }) else { return }
    for region in regions {
      guard taken.contains(region.id), let index = indices[region.id] else { continue }
      problems.append(
        Problem(
          file: file, place: .feature(index, id: region.id),
          wrong: "the board has a region of its own with this identifier, and watches that one",
          remedy: "rename one of them", severity: .warning))
    }
    regions.removeAll { taken.contains($0.id) }
    // An `exclude` of the fleet now names the board's own region, which may exclude others in turn.
    let found = Exclusions.problems(of: regions, with: own, at: indices, file: file)
    let known = Set(problems)
    problems += found.filter { !known.contains($0) }
  }
}

/// Edits of the board's own regions, which leave the regions of the fleet unchanged.
extension FleetRegions {
  /// Refuses to change a region that only the fleet has.
  package func checkChange(of id: String, in own: RegionsDocument) throws(Problems) {
    guard !own.identifiers.contains(id), let index = index(of: id) else { return }
    throw Problems([
      Problem(
        file: file, place: .feature(index, id: id), wrong: "this region comes from the fleet\(by)",
        remedy: "change it where the fleet's regions are published")
    ])
  }

  /// Refuses new regions whose identifiers regions of the fleet have.
  package func checkAdditions(
    to before: RegionsDocument, in own: RegionsDocument
  ) throws(Problems) {
    let known = Set(before.identifiers)
    let refusals = own.identifiers.filter { !known.contains($0) }.compactMap(refusal(ofAdding:))
    guard refusals.isEmpty else { throw Problems(refusals) }
  }

  /// The reason why no region with this identifier can be added; `nil` when one can be.
  package func refusal(ofAdding id: String) -> Problem? {
    index(of: id).map { index in
      Problem(
        file: file, place: .feature(index, id: id),
        wrong: "the fleet has a region with this identifier\(by)",
        remedy: "give another identifier")
    }
  }

  private func index(of id: String) -> Int? {
    regions.contains { $0.id == id } ? indices[id] : nil
  }

  private var by: String { version.map { " (\($0.words))" } ?? "" }
}
