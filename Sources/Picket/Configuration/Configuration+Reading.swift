import Glibc
package import Notation
internal import Outputs
internal import System

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
  package static func check(
    _ text: String, file: String
  ) -> (configuration: Configuration, problems: [Problem]) {
    var configuration = Configuration(besides: file)
    do throws(TOMLValue.Mistake) {
      let root = try TOMLValue.parse(text)
      guard case .table(let members) = root.kind else { return (configuration, []) }
      var top = TOMLSection(file: file, title: nil, members: members)
      configuration.read(&top)
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

  private mutating func read(_ top: inout TOMLSection) {
    gpsd.read(&top)
    regions.read(&top)

    var section = top.section("blind")
    if let limit = section.seconds("limit", in: 1...3600) { blind.limit = limit }
    top.add(section.finished())

    outputs.read(&top)
    readState(&top)
    readWalks(&top)
    readControl(&top)

    section = top.section("process")
    process.priority = section.integer("priority", in: 0...99) ?? process.priority
    process.lockMemory = section.boolean("lock_memory") ?? process.lockMemory
    top.add(section.finished())
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
