package import Base
internal import Board
import Glibc
internal import Records

extension Configuration {
  /// Reads the configuration and finds all its problems.
  ///
  /// - Parameter path: The path of the file; `nil` for that of `PICKET_CONFIG`, else the file at
  ///   `defaultPath`, or the default values where that is missing.
  package static func check(
    named path: String?
  ) -> (configuration: Configuration, problems: [Problem]) {
    if let path { return check(path: path) }
    return foundDefault.map(check(path:)) ?? (Configuration(), [])
  }

  /// The path when none is named: that of the variable `PICKET_CONFIG`, or the default path if
  /// there is a file.
  package static var foundDefault: String? {
    if let variable = getenv("PICKET_CONFIG"), variable[0] != 0 { return String(cString: variable) }
    return access(defaultPath, F_OK) == 0 ? defaultPath : nil
  }

  /// The path that messages name: that of a named configuration, else the one that is used.
  package static func path(named path: String?) -> String { path ?? foundDefault ?? defaultPath }

  /// Reads the configuration in a file and finds all its problems.
  package static func check(
    path: String
  ) -> (configuration: Configuration, problems: [Problem]) {
    do throws(Problem) {
      let text = try TextFile.read(
        path: path, limit: 1 << 16, remedy: "name another with --config, or go without")
      return check(text, file: path)
    } catch {
      return (Configuration(insteadOf: path), [error])
    }
  }

  /// Reads a text as the configuration in a file of this path, and finds all its problems.
  package static func check(
    _ text: String, file: String
  ) -> (configuration: Configuration, problems: [Problem]) {
    var configuration = Configuration(besides: file)
    do throws(TOMLValue.Mistake) {
      let root = try TOMLValue.parse(text)
      guard case .table(let members) = root.kind else { return (configuration, []) }
      var top = TOMLSection(file: file, title: nil, members: members)
      configuration.read(&top)
      configuration.findRegions()
      return (configuration, top.finished().sorted())
    } catch {
      return (Configuration(insteadOf: file), [error.problem(file: file)])
    }
  }

  /// Uses the regions in the folder of the state, where Picket may write, if the configuration names
  /// none and there are none next to it.
  private mutating func findRegions() {
    guard !regions.isFileNamed, Self.isMissing(regions.file) else { return }
    let saved = "\(state.directory)/regions.geojson"
    if !Self.isMissing(saved) { regions.file = saved }
  }

  /// Whether there is no such file; in a folder that may not be read there may be one.
  static func isMissing(_ path: String) -> Bool {
    access(path, F_OK) != 0 && [ENOENT, ENOTDIR].contains(errno)
  }

  /// The configuration of an empty file.
  private init(besides file: String) {
    regions.file = "regions.geojson".resolved(besides: file)
  }

  /// The configuration in place of one that cannot be read.
  private init(insteadOf file: String) {
    self.init(besides: file)
    regions.isFileCertain = false
  }

  private mutating func read(_ top: inout TOMLSection) {
    gpsd.read(&top)
    regions.read(&top)

    var section = top.section("blind")
    if let limit = section.seconds("limit", in: 1...3600) { blind.limit = limit }
    top.add(section.finished())

    outputs.read(&top)
    readState(&top)
    readJournal(&top)
    readWalks(&top)
    readControl(&top)

    section = top.section("process")
    process.priority = section.integer("priority", in: 0...99) ?? process.priority
    process.lockMemory = section.boolean("lock_memory") ?? process.lockMemory
    top.add(section.finished())
  }

  private mutating func readState(_ top: inout TOMLSection) {
    var section = top.section("state")
    if let directory = section.path("directory", expected: "the path of a folder") {
      state.directory = directory
    }
    state.writesPerHour =
      section.integer("max_writes_per_hour", in: 10...36_000) ?? state.writesPerHour
    state.unsounded = section.choice("unsounded", Unsounded.self) ?? state.unsounded
    state.anyOwner = section.boolean("any_owner") ?? state.anyOwner
    top.add(section.finished())
  }

  private mutating func readJournal(_ top: inout TOMLSection) {
    var section = top.section("journal")
    journal.size = section.integer("size", in: 100_000...1_000_000_000) ?? journal.size
    journal.positions = section.choice("positions", Positions.self) ?? journal.positions
    top.add(section.finished())
  }

  private mutating func readWalks(_ top: inout TOMLSection) {
    var section = top.section("walks")
    if let directory = section.path("directory", expected: "the path of a folder") {
      walks.directory = directory
    }
    walks.record = section.choice("record", WalkRecording.self) ?? walks.record
    walks.size = section.integer("size", in: 1_000_000...1_000_000_000_000) ?? walks.size
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

extension Configuration {
  /// The control socket of a running Picket.
  package struct Control: Hashable, Sendable {
    /// The path of the socket, where the configuration names one.
    package var socket: String?

    /// The most clients at a time.
    package var clients = 64
  }

  /// The path of the socket.
  ///
  /// Without a configured path, it follows from the folder of the state.
  package var socketPath: String {
    control.socket ?? ControllerPlace.socket(state: state.directory)
  }

  /// Reads the table [control].
  mutating func readControl(_ top: inout TOMLSection) {
    var section = top.section("control")
    if let path = section.path("socket", expected: "the path of a socket") {
      if path.utf8.count > Socket.longestPath {
        section.note(
          "socket", "socket in [control] is \(path.utf8.count) bytes long",
          remedy: "give a path of at most \(Socket.longestPath), the limit of the kernel")
      }
      control.socket = path
    }
    control.clients = section.integer("clients", in: 1...1000) ?? control.clients
    top.add(section.finished())
  }
}
