package import Base
internal import Geofence

/// The import of regions from a file of another program: GeoJSON, uMap, GPX, KML, KMZ, or lists of
/// OwnTracks and Home Assistant.
package struct RegionImport: Sendable {
  /// The radius in metres of points without one.
  package var radius: Double?

  /// The width in metres of lines without one.
  package var width: Double?

  /// What lines become; `nil`: an area where they enclose one that is wider than errors of fixes.
  package var lineUse: LineUse?

  /// Whether a region replaces the one with the same identifier.
  package var isReplacing = false

  private let file: String
  private let documents: [Candidates]

  /// Reads a file, or standard input for `-`; the format follows from its content, not its name.
  ///
  /// - Throws: The reason why the file as a whole cannot be imported.
  package init(path: String) throws(Problem) {
    try self.init(
      try TextFile.bytes(
        path: path == "-" ? "/dev/stdin" : path, limit: Archive.most,
        remedy: "give a GeoJSON, GPX or KML file"), file: path)
  }

  /// Reads the bytes of a file.
  ///
  /// - Parameter limit: The most bytes of a packed file when it is unpacked.
  package init(_ bytes: [UInt8], file: String, limit: Int = Archive.most) throws(Problem) {
    self.file = file
    let whole = try Candidates.unpacked(bytes, file: file, limit: limit)
    if Archive.isArchive(whole) {
      var room = limit
      documents = try ArchiveReader.documents(in: whole, file: file, room: &room)
      return
    }
    var document = try Candidates.read(whole, file: file)
    document.problems += document.links.map { $0.problem(inArchive: false) }
    documents = [document]
  }

  // MARK: Adding to a regions file

  /// The result of an import.
  package struct Outcome: Sendable {
    /// The identifiers of the regions that were added or replaced.
    package var regions: [String] = []
    /// What each region became, and from what, such as `area, 1.20 ha, from track "Orchard"`.
    package var shapes: [String] = []
    /// The reasons why other parts of the file were not imported.
    package var problems: [Problem] = []
    /// The changes that made the import possible.
    package var notices: [Problem] = []

    /// Creates a result without regions.
    package init(problems: [Problem] = []) {
      self.problems = problems
    }
  }

  /// Adds the regions that can be imported to a regions file.
  package func add(
    to document: inout RegionsDocument, rules: RegionRules
  ) -> Outcome {
    var outcome = Outcome()
    let known = Set(document.identifiers)
    let all = known.union(documents.flatMap(\.list).compactMap(\.identifier))
    var identifiers = Identifiers(reserved: isReplacing ? [] : known)
    for candidates in documents {
      var part = Outcome(problems: candidates.problems)
      part.notices = candidates.repairs.map {
        Problem(file: candidates.file, wrong: $0, severity: .warning)
      }
      for candidate in candidates.list {
        add(candidate, to: &document, rules, known, all, &identifiers, &part)
      }
      outcome.regions += part.regions
      outcome.shapes += part.shapes
      outcome.problems += part.problems.sorted { $0.place.order < $1.place.order }
      outcome.notices += Self.counted(part.notices)
    }
    outcome.notices += farAway(outcome.regions, in: document, known)
    if outcome.regions.isEmpty, outcome.problems.isEmpty {
      outcome.problems.append(
        Problem(file: file, wrong: "there is nothing in it that could be a region"))
    }
    return outcome
  }

  private func add(
    _ source: Candidate, to document: inout RegionsDocument, _ rules: RegionRules,
    _ known: Set<String>, _ all: Set<String>, _ identifiers: inout Identifiers,
    _ outcome: inout Outcome
  ) {
    var candidate = source
    // With --replace, an identifier of the file refers to the region that has it.
    if isReplacing, known.contains(candidate.identifier ?? "") { candidate.isEdited = false }
    if let size = candidate.cutNote() {
      outcome.notices.append(
        warning(
          of: candidate,
          "the note has \(size) bytes, and only the first \(RegionProperty.mostText) are kept"))
    }
    let moved = candidate.bringBack()
    if moved > 0 {
      outcome.notices.append(
        warning(
          of: candidate,
          "\(moved.counted("longitude")) beyond 180° \(moved == 1 ? "was" : "were") brought back"))
    }
    if candidate.isNowhere {
      outcome.notices.append(
        warning(
          of: candidate, "its position is 0, 0, as programs write it that do not know the position")
      )
    }
    var id = candidate.hasRandomID ? nil : candidate.id
    var shaped: [Shaped] = []
    do throws(Problem) {
      shaped = try forms(of: candidate)
    } catch {
      outcome.problems.append(error)
    }
    for each in shaped {
      do throws(Problem) {
        var feature = try feature(candidate, id, each.form, each.properties)
        var (region, errors) = examined(feature, rules)
        let renamed = candidate.rename(collidingIn: errors, among: all)
        if !renamed.isEmpty {
          feature = try self.feature(candidate, id, each.form, each.properties)
          (region, errors) = examined(feature, rules)
        }
        outcome.notices += renamed.map { warning(of: candidate, $0) }
        try refuse(candidate, for: errors)
        feature["id"] = try identifier(of: candidate, id, &identifiers, known: known)
        let named = RegionsDocument.identifier(of: feature)
        if candidate.name != named { feature.addName(candidate.name) }
        document.put(feature)
        outcome.regions.append(named ?? "")
        outcome.shapes.append(words(for: region, from: candidate))
        outcome.notices += each.notices.map { warning(of: candidate, $0) }
      } catch {
        outcome.problems.append(error)
      }
      // Further parts of the candidate are numbered.
      id = nil
    }
  }

  /// Warnings that differ only in numbers and quoted names, as one with their number.
  private static func counted(_ warnings: [Problem]) -> [Problem] {
    var (list, places): ([Problem], [String: Int]) = ([], [:])
    var more: [Int: Int] = [:]
    for warning in warnings {
      var isQuoted = false
      let form = warning.wrong.filter { character in
        if character == "\"" { isQuoted.toggle() }
        return !isQuoted && !character.isNumber
      }
      if let place = places[form] {
        more[place, default: 0] += 1
      } else {
        places[form] = list.count
        list.append(warning)
      }
    }
    for (place, count) in more { list[place].wrong += " (and \(count) more like it)" }
    return list
  }

  /// A doubt about a file whose regions are all far from those that were there before.
  private func farAway(
    _ added: [String], in document: RegionsDocument, _ known: Set<String>
  ) -> [Problem] {
    let new = Set(added)
    guard known.subtracting(new).count > 0, !new.isEmpty else { return [] }
    var (before, after): ([Coordinate], [Coordinate]) = ([], [])
    for feature in document.features {
      guard let id = RegionsDocument.identifier(of: feature) else { continue }
      let isNew = new.contains(id)
      // Some of those from before are enough.
      guard isNew || before.count < 100, let place = Candidate.firstPlace(of: feature) else {
        continue
      }
      if isNew { after.append(place) } else { before.append(place) }
    }
    guard !before.isEmpty, let distance = RegionDoubts.gap(between: after, and: before) else {
      return []
    }
    return [
      Problem(
        file: file,
        wrong: "all of it is \(distance.distanceText(decimals: 0)) or more from the other regions",
        remedy: "check its coordinates; regions undo takes it back", severity: .warning)
    ]
  }

  /// The feature of a region, whose identifier may still be provisional.
  private func feature(
    _ candidate: Candidate, _ id: JSONSource?, _ form: Form, _ more: [JSONSource.Member]
  ) throws(Problem) -> JSONSource {
    let properties = JSONSource.object(more + candidate.properties)
    if case .point = form, properties["radius"] == nil {
      throw candidate.problem("a point needs a radius", remedy: "give --radius")
    }
    if case .lines = form, properties["width"] == nil, !candidate.isGate {
      throw candidate.problem(
        "a line needs a width", remedy: "give --width, or --as area to make it a polygon")
    }
    var members = [JSONSource.Member(name: "type", value: .string("Feature"))]
    members.append(.init(name: "id", value: id ?? .string(candidate.noun)))
    members.append(.init(name: "properties", value: properties))
    members += candidate.others
    members.append(.init(name: "geometry", value: form.geometry))
    return .object(members)
  }

  /// The identifier of a candidate, or one made from its name.
  private func identifier(
    of candidate: Candidate, _ id: JSONSource?, _ identifiers: inout Identifiers,
    known: Set<String>
  ) throws(Problem) -> JSONSource {
    guard let id, let own = RegionsDocument.identifier(of: .object(["id": id])) else {
      let own = candidate.hasRandomID ? nil : candidate.id?.text
      let name = own ?? candidate.name ?? candidate.noun
      return .string(identifiers.make(of: name, noun: candidate.noun))
    }
    if identifiers.reserve(own) { return id }
    throw candidate.problem(
      known.contains(own)
        ? "a region with this identifier exists" : "two features have this identifier",
      remedy: known.contains(own) ? "--replace replaces it" : "give each its own")
  }

  /// The kind and the size of a region, and the part of the file that it is from.
  private func words(for region: Region?, from candidate: Candidate) -> String {
    let name = candidate.name.map { " \($0.quoted)" } ?? ""
    return (region.map { ShapeWords($0.shape, isGate: $0.isGate).imported + ", " } ?? "")
      + "from \(candidate.noun)\(name)"
  }

  /// A change that was made to import a candidate.
  private func warning(of candidate: Candidate, _ words: String) -> Problem {
    var warning = candidate.problem(words)
    warning.severity = .warning
    return warning
  }

  /// The region of a feature, and the errors that `picket check` would report.
  private func examined(
    _ feature: JSONSource, _ rules: RegionRules
  ) -> (region: Region?, errors: [Problem]) {
    var reader = FeatureReader(file: file, index: 0, rules: rules)
    let region = reader.region(FeatureText(json: feature.json ?? .null, positions: nil))
    return (region, reader.problems.filter { $0.severity == .error })
  }

  /// Refuses a candidate that has errors, with the messages of `picket check`.
  private func refuse(_ candidate: Candidate, for errors: [Problem]) throws(Problem) {
    guard let first = errors.first else { return }
    let more = errors.count > 1 ? " (and \(errors.count - 1) more)" : ""
    // Other formats than GeoJSON have no such array.
    var wrong = candidate.noun == "feature" ? first.wrong : first.wrong.withoutPath
    // The value shows what the person meant, such as a unit that is not read.
    if let field = first.field, let text = candidate.property(field)?.text,
      wrong == "\(field) is a string"
    {
      wrong = "\(field) is \(text.cut(toBytes: 60).quoted)"
    }
    throw candidate.problem(wrong + more, remedy: first.remedy)
  }
}

extension String {
  /// The text without the places in an array of coordinates: ` in coordinates[0][1]`.
  fileprivate var withoutPath: String {
    let path = " in coordinates"
    guard let start = firstIndex(ofText: path) else { return self }
    let rest = self[start...].dropFirst(path.count)
    return String(self[..<start]) + rest.drop { "[]0123456789".contains($0) }
  }
}

extension JSONSource {
  /// Adds the name of a candidate, unless the feature has one.
  fileprivate mutating func addName(_ name: String?) {
    guard let name, var properties = self["properties"], properties["name"] == nil else { return }
    properties["name"] = .string(name)
    self["properties"] = properties
  }
}

extension Problem.Place {
  /// The order of places in the same file.
  fileprivate var order: Int {
    switch self {
    case .file: 0
    case .text(let line, _): line
    case .feature(let index, _), .named(let index, _): index
    }
  }
}
