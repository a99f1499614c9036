package import Geofence
package import Notation
internal import System

/// The GeoJSON file with the regions.
package enum RegionsFile {
  /// The greatest size of the file in bytes.
  package static let mostBytes = 256 << 20

  /// Reads the valid regions of a file, and all its problems.
  package static func check(
    path: String, rules: RegionRules
  ) -> (regions: [Region], problems: [Problem]) {
    do throws(Problem) {
      return check(try text(path: path), file: path, rules: rules)
    } catch {
      return ([], [error])
    }
  }

  /// Reads the text of a file.
  package static func text(path: String) throws(Problem) -> String {
    try TextFile.text(try bytes(path: path), path: path)
  }

  /// Reads the bytes of a file.
  package static func bytes(
    path: String, limit: Int = mostBytes
  ) throws(Problem) -> [UInt8] {
    try TextFile.bytes(
      path: path, limit: limit, remedy: "create it, or name another in [regions] file",
      shorter: limit < mostBytes ? "change it by picket regions" : "give a shorter one")
  }

  /// Reads the valid regions of a text, and all its problems.
  package static func check(
    _ text: String, file: String, rules: RegionRules
  ) -> (regions: [Region], problems: [Problem]) {
    let reading = read(text, file: file, rules: rules)
    return (reading.regions, reading.problems)
  }

  /// Reads the valid regions of a text, all its problems, the indices of all features that have an
  /// identifier, and the other members, which are `nil` if the text is not a collection of features.
  static func read(
    _ text: String, file: String, rules: RegionRules
  ) -> (regions: [Region], problems: [Problem], indices: [String: Int], contents: Contents?) {
    var regions: [Region] = []
    var problems: [Problem] = []
    var indices: [String: Int] = [:]
    // The features with a mistake in their hours: the problem, and the offset in the hours.
    var hours: [(feature: Int, problem: Int, offset: Int)] = []
    // By the identifier of the region: the time zone of its hours, if it is not that of the file.
    var zones: [String: JSON] = [:]
    let most = rules.settings.maxCount
    let contents: Contents
    do throws(Problem) {
      contents = try visitFeatures(text, file: file) { index, json in
        guard index < most else { return }
        var feature = FeatureReader(file: file, index: index, rules: rules)
        let region = feature.region(json)
        if let id = feature.id {
          if let other = indices[id] {
            feature.note(
              "feature \(other) has the same identifier", remedy: "give each feature its own")
          } else {
            indices[id] = index
            if let region { regions.append(region) }
            if rules.isRecorded { zones[id] = json.object?["properties"]?.object?["timezone"] }
          }
        }
        if let mistake = feature.hoursMistake {
          hours.append((index, problems.count + mistake.problem, mistake.offset))
        }
        problems += feature.problems
      }
    } catch {
      return ([], [error], [:], nil)
    }
    HoursPlaces.find(hours, in: text, &problems)
    Bands.shape(&regions, at: indices, file: file, &problems)
    let timezones = (file: contents.timezone, regions: zones)
    setClocks(of: &regions, timezones, text, file: file, &problems)
    let count = contents.count
    if count > most {
      let tooMany = Problem(
        file: file,
        wrong: "the file has \(count) features, more than max_count \(most) in [regions]",
        remedy: "remove some or raise max_count")
      problems.insert(tooMany, at: 0)
    }
    problems += Exclusions.problems(of: regions, at: indices, file: file)
    problems += Orders.problems(of: regions, at: indices, file: file)
    return (regions, problems, indices, contents)
  }

  /// Calls `body` with each feature of a text in turn, so that only one is in memory as JSON.
  ///
  /// - Parameter body: Called with the index of each feature and the feature; its results must be
  ///   discarded if this method throws.
  /// - Returns: The number of features, and the other members of the text.
  /// - Throws: The reason why the text is not a collection of features.
  @discardableResult
  static func visitFeatures(
    _ text: String, file: String, _ body: (Int, JSON) -> Void
  ) throws(Problem) -> Contents {
    let example = "give an object of type \"FeatureCollection\""
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw Problem(file: file, wrong: "the file is empty", remedy: example)
    }
    let root: JSON
    var count = 0
    do throws(JSON.Mistake) {
      var parser = JSONParser(text)
      root = try parser.document(streaming: "features") { feature in
        body(count, feature)
        count += 1
      }
    } catch {
      throw Problem(
        file: file, place: .text(line: error.line, column: error.column),
        wrong: "this is not JSON: \(error.reason)")
    }
    try checkCollection(root, file: file, remedy: example)
    let members = root.object
    return Contents(
      count: count, timezone: members?["timezone"], fleet: members?[FleetFile.member])
  }

  /// The members of a text other than its features.
  struct Contents {
    let count: Int
    let timezone: JSON?
    let fleet: JSON?
  }

  /// Sets the clocks of the regions' hours to their time zones: their own in the file of a walk,
  /// else the file's, else the board's.
  private static func setClocks(
    of regions: inout [Region], _ timezones: (file: JSON?, regions: [String: JSON]),
    _ text: String, file: String, _ problems: inout [Problem]
  ) {
    func note(_ wrong: String, _ remedy: String) {
      var walk = JSONWalk(text)
      let place = walk.enter("timezone") ? walk.place : nil
      problems.append(
        Problem(
          file: file, place: place.map { .text(line: $0.line, column: $0.column) } ?? .file,
          wrong: wrong, remedy: remedy))
    }
    func clock(_ timezone: JSON?) -> LocalClock? {
      switch timezone {
      case nil, .null?: break
      case .string(let name)?:
        do throws(ZoneFile.Mistake) {
          return try ZoneFile.clock(name)
        } catch {
          note("timezone: \(error.wrong)", error.remedy)
        }
      case let other?:
        note("timezone is \(other.noun)", "give a name such as \"Europe/Berlin\"")
      }
      return nil
    }
    let common = clock(timezones.file)
    guard regions.contains(where: { $0.active != nil }) else { return }
    let zone = common ?? ZoneFile.board
    var clocks: [JSON: LocalClock] = [:]
    // Many regions have the same hours, which are stored once.
    var shared: [Hours: Hours] = [:]
    for index in regions.indices {
      guard let hours = regions[index].active else { continue }
      if let name = timezones.regions[regions[index].id] {
        let own = clocks[name] ?? clock(name) ?? zone
        clocks[name] = own
        regions[index].active = hours.by(own)
        continue
      }
      let own = shared[hours] ?? hours.by(zone)
      shared[hours] = own
      regions[index].active = own
    }
  }

  /// Checks that a document is a FeatureCollection.
  private static func checkCollection(
    _ root: JSON, file: String, remedy: String
  ) throws(Problem) {
    guard case .object(let members) = root else {
      throw Problem(
        file: file, wrong: "this is \(root.noun), not a FeatureCollection", remedy: remedy)
    }
    switch members["type"] {
    case .string("FeatureCollection"): break
    case .string(let type):
      throw Problem(
        file: file, wrong: "type is \(type.quoted), not \"FeatureCollection\"",
        remedy: "put each region as a Feature into \"features\" of a FeatureCollection")
    case let other:
      throw Problem(
        file: file, wrong: other.map { "type is \($0.noun)" } ?? "there is no type",
        remedy: remedy)
    }
    guard case .array? = members["features"] else {
      throw Problem(
        file: file,
        wrong: members["features"].map { "features is \($0.noun)" } ?? "there are no features",
        remedy: "give an array of features")
    }
  }
}
