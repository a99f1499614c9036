import Glibc

extension Configuration {
  /// Reads as much of the configuration as can be: that in a file, or without one that in
  /// `defaultPath`, or without that what is the default.
  package static func check(
    named path: String?
  ) -> (configuration: Configuration, problems: [Problem]) {
    if let path { return check(path: path) }
    return foundDefault.map(check(path:)) ?? (Configuration(), [])
  }

  /// The default path, if there is a file.
  static var foundDefault: String? { access(defaultPath, F_OK) == 0 ? defaultPath : nil }

  /// Reads as much of the configuration in a file as can be, and tells all that is wrong.
  package static func check(
    path: String
  ) -> (configuration: Configuration, problems: [Problem]) {
    do throws(Problem) {
      let text = try TextFile.read(
        path: path, limit: 1 << 16, remedy: "name another with --config, or go without")
      return check(text, file: path)
    } catch {
      return (Configuration(besides: path), [error])
    }
  }

  /// Reads a text as the configuration in a file of this path.
  static func check(
    _ text: String, file: String
  ) -> (configuration: Configuration, problems: [Problem]) {
    var configuration = Configuration(besides: file)
    do throws(TOMLValue.Mistake) {
      let root = try TOMLValue.parse(text)
      guard case .table(let members) = root.kind else { return (configuration, []) }
      var top = TOMLSection(file: file, title: nil, members: members)
      configuration.take(&top)
      return (configuration, top.finished().sorted())
    } catch {
      let problem = Problem(
        file: file, place: .text(line: error.line, column: error.column),
        wrong: "this is not TOML: \(error.reason)")
      return (configuration, [problem])
    }
  }

  /// The configuration of an empty file.
  private init(besides file: String) {
    regions.file = "regions.geojson".resolved(besides: file)
  }

  private mutating func take(_ top: inout TOMLSection) {
    take(gpsd: &top)
    take(regions: &top)

    var section = top.section("blind")
    if let limit = section.seconds("limit", in: 1...3600) { blind.limit = limit }
    top.add(section.finished())

    var tables = top.section("output", expected: "a table [output.NAME] for each output")
    takeOutputs(&tables, &top)
    takeSignals(&top, outputsAreConfigured: !tables.keys.isEmpty)
    noteUnused(&tables)
    top.add(tables.finished())
    takeButton(&top)
    takeStatus(&top)
    takeQuiet(&top)

    takeState(&top)
    takeWalks(&top)
    takeControl(&top)

    section = top.section("process")
    process.priority = section.integer("priority", in: 0...99) ?? process.priority
    process.lockMemory = section.boolean("lock_memory") ?? process.lockMemory
    top.add(section.finished())
  }

  private mutating func take(gpsd top: inout TOMLSection) {
    var section = top.section("gpsd")
    gpsd.host = section.string("host", expected: "the name or address of a host") ?? gpsd.host
    gpsd.port = section.integer("port", in: 1...65_535) ?? gpsd.port
    gpsd.device = section.string("device", expected: "the path of a device")
    top.add(section.finished())
  }

  private mutating func take(regions top: inout TOMLSection) {
    var section = top.section("regions")
    if let path = section.string("file", expected: "the path of a file") {
      regions.file = path.resolved(besides: top.file)
    }
    // Nothing on earth is farther than half way around it.
    regions.maxRadius =
      section.number("max_radius", in: 1...20_040_000, of: "metres") ?? regions.maxRadius
    regions.maxCount = section.integer("max_count", in: 1...1_000_000) ?? regions.maxCount
    regions.cushion =
      section.number("cushion", in: RegionLimits.cushion, of: "metres") ?? regions.cushion
    regions.linger = section.seconds("linger", in: RegionLimits.linger) ?? regions.linger
    top.add(section.finished())
  }
}

/// What a region may ask for, in the configuration and in its own properties.
enum RegionLimits {
  /// Metres.
  static let cushion = 0.0...1000
  /// Seconds.
  static let linger = 0.0...3600
  /// Seconds: up to a year.
  static let dwell = 0.0...31_536_000
}

extension String {
  /// The path as seen from the folder of a file, unless it is absolute.
  func resolved(besides file: String) -> String {
    guard !hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return self }
    return file[...slash] + self
  }
}

extension [Problem] {
  /// The problems in the order of the text.
  fileprivate func sorted() -> [Problem] {
    func place(_ problem: Problem) -> (Int, Int) {
      if case .text(let line, let column) = problem.place { (line, column) } else { (0, 0) }
    }
    return sorted { place($0) < place($1) }
  }
}
