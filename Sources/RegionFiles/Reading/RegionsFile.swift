package import Base
package import Geofence

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
      path: path, limit: limit, remedy: remedy,
      shorter: limit < mostBytes ? "change it by picket regions" : "give a shorter one")
  }

  private static let remedy = "create it, or name another in [regions] file"

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
    var features = Features()
    let contents: Contents
    do throws(Problem) {
      contents = try visitFeatures(text, file: file) { parser, start, text, index in
        guard index < rules.settings.maxCount else { return }
        features.add(
          Features.Reading(text, file: file, index: index, rules: rules), &parser, start: start)
      }
    } catch {
      return ([], [error], [:], nil)
    }
    var (regions, problems, indices) = (features.regions, features.problems, features.indices)
    if features.hasBands { Bands.shape(&regions, at: indices, file: file, &problems) }
    setClocks(of: &regions, contents, features.zones, file: file, &problems)
    let most = rules.settings.maxCount
    let count = contents.count
    if count > most {
      let tooMany = Problem(
        file: file,
        wrong: "the file has \(count) features, more than max_count \(most) in [regions]",
        remedy: "remove some or raise max_count")
      problems.insert(tooMany, at: 0)
    }
    problems += Exclusions.problems(of: regions, at: indices, file: file)
    if features.hasOrder {
      problems += Orders.problems(of: regions, at: indices, file: file)
    }
    return (regions, problems, indices, contents)
  }

  /// Reads a text that is a collection of features, of whatever kind, for editing.
  ///
  /// - Throws: The reason why it is not.
  static func source(_ text: String, file: String) throws(Problem) -> JSONSource {
    guard !text.allSatisfy(\.isWhitespace) else { throw emptiness(of: file) }
    let source: JSONSource
    do throws(JSON.Mistake) { source = try JSONSource.parse(text) } catch {
      throw problem(error, file: file)
    }
    try checkCollection(source, file: file)
    return source
  }

  /// Checks that a document is a collection of features, of whatever kind.
  static func checkCollection(_ source: JSONSource, file: String) throws(Problem) {
    guard source.members != nil else {
      return try checkCollection(source.json ?? .null, file: file)
    }
    var members: [String: JSON] = [:]
    members["type"] = source["type"]?.json
    members["features"] = source["features"].flatMap { $0.elements == nil ? $0.json : .array([]) }
    try checkCollection(.object(members), file: file)
  }

  private static func emptiness(of file: String) -> Problem {
    Problem(file: file, wrong: "the file is empty", remedy: example)
  }

  private static func problem(_ mistake: JSON.Mistake, file: String) -> Problem {
    Problem(
      file: file, place: .text(line: mistake.line, column: mistake.column),
      wrong: "this is not JSON: \(mistake.reason)")
  }

  private static let example = "give an object of type \"FeatureCollection\""

  /// Reads each feature of a text, so that few are in memory as JSON.
  ///
  /// - Parameters:
  ///   - read: Called with each feature and its index, and with the index of the byte at which it begins;
  ///     its results must be discarded if this method throws.
  /// - Returns: The number of features, and the other members of the text.
  /// - Throws: The reason why the text is not a collection of features.
  private static func visitFeatures(
    _ text: String, file: String, read: (inout JSONParser, Int, FeatureText, Int) -> Void
  ) throws(Problem) -> Contents {
    guard !text.allSatisfy(\.isWhitespace) else { throw emptiness(of: file) }
    let root: JSON
    let places: [String: TextPlace]
    var count = 0
    do throws(JSON.Mistake) {
      var parser = JSONParser(text)
      (root, places) = try parser.document(handingOn: "features") {
        (parser) throws(JSON.Mistake) in
        parser.skipSpace()
        let start = parser.index
        read(&parser, start, try parser.feature(), count)
        count += 1
      }
    } catch {
      throw problem(error, file: file)
    }
    try checkCollection(root, file: file)
    let members = root.object
    return Contents(
      count: count, timezone: members?["timezone"], timezonePlace: places["timezone"],
      fleet: members?[FleetFile.member])
  }

  /// The members of a text other than its features.
  struct Contents {
    let count: Int
    let timezone: JSON?
    let timezonePlace: TextPlace?
    let fleet: JSON?
  }

  /// Sets the clocks of the regions' hours to their time zones: their own in the file of a walk,
  /// else the file's, else the board's.
  private static func setClocks(
    of regions: inout [Region], _ contents: Contents, _ zones: [String: JSON], file: String,
    _ problems: inout [Problem]
  ) {
    func note(_ wrong: String, _ remedy: String) {
      let place = contents.timezonePlace
      problems.append(
        Problem(
          file: file, place: place.map { .text(line: $0.line, column: $0.column) } ?? .file,
          wrong: wrong, remedy: remedy))
    }
    func clock(_ timezone: JSON?) -> LocalClock? {
      switch timezone {
      case nil, .null?: break
      case .string(let name)?:
        do throws(ZoneFile.ZoneMistake) {
          return try ZoneFile.clock(name)
        } catch {
          note("timezone: \(error.wrong)", error.remedy)
        }
      case let other?:
        note("timezone is \(other.noun)", "give a name such as \"Europe/Berlin\"")
      }
      return nil
    }
    let common = clock(contents.timezone)
    // Only read in place: very many regions would take long to copy.
    guard regions.indices.contains(where: { regions[$0].active != nil }) else { return }
    let zone = common ?? ZoneFile.board
    var clocks: [JSON: LocalClock] = [:]
    // Many regions have the same hours, which are stored once.
    var shared: [Hours: Hours] = [:]
    for index in regions.indices {
      guard let hours = regions[index].active else { continue }
      if let name = zones[regions[index].id] {
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
  private static func checkCollection(_ root: JSON, file: String) throws(Problem) {
    guard case .object(let members) = root else {
      throw Problem(
        file: file, wrong: "this is \(root.noun), not a FeatureCollection", remedy: example)
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
        remedy: example)
    }
    guard case .array? = members["features"] else {
      throw Problem(
        file: file,
        wrong: members["features"].map { "features is \($0.noun)" } ?? "there are no features",
        remedy: "give an array of features")
    }
  }
}
