internal import Base
import Glibc
internal import Records

/// The settings of the page: `/etc/picket/page.toml`.
struct PageConfiguration: Hashable, Sendable {
  /// The folder of the controller's journal; its socket follows from it.
  var state = ControllerPlace.state
  /// The controller's socket, if it is not at its usual path.
  var socket: String?
  /// The address on which the page listens.
  var listening = Self.defaultListening
  /// The files with the certificate and its key.
  var certificate: String?
  var key: String?
  /// Whether programs of the board's users need no token.
  var isLocalTrusted = true
  /// Further names that the board answers to.
  var names: [String] = []
  /// The file with the map below the regions.
  var map: String?
  /// The language of the page; `nil` for that of each browser.
  var language: Language?
  /// The folder of the paired devices.
  var directory = "/var/lib/picket-page"

  /// The file that is read if no other is named.
  static let defaultPath = "/etc/picket/page.toml"

  private static let defaultText = "127.0.0.1:8642"
  private static let defaultListening: Listening = {
    guard let listening = Listening(defaultText) else { preconditionFailure(defaultText) }
    return listening
  }()

  /// The path of the controller's socket.
  var socketPath: String {
    socket ?? ControllerPlace.socket(state: state)
  }

  /// Reads the settings in a file, and finds all its problems.
  ///
  /// - Parameter path: The path of the file; `nil` for `defaultPath`, and for the defaults if that
  ///   file is missing.
  static func check(named path: String?) -> (PageConfiguration, [Problem]) {
    guard let path = path ?? (access(defaultPath, F_OK) == 0 ? defaultPath : nil) else {
      return (PageConfiguration(), [])
    }
    do throws(Problem) {
      let text = try TextFile.read(
        path: path, limit: 1 << 16, remedy: "name another with --config, or go without")
      return check(text, file: path)
    } catch {
      return (PageConfiguration(), [error])
    }
  }

  /// Reads a text as the settings in a file of this path, and finds all its problems.
  static func check(_ text: String, file: String) -> (PageConfiguration, [Problem]) {
    var configuration = PageConfiguration()
    let root: TOMLValue
    do throws(TOMLValue.Mistake) {
      root = try TOMLValue.parse(text)
    } catch {
      return (configuration, [error.problem(file: file)])
    }
    guard case .table(let members) = root.kind else { return (configuration, []) }
    var top = TOMLSection(file: file, title: nil, members: members)
    configuration.readController(&top)
    configuration.readPage(&top)
    Self.refuseBoards(&top)
    return (configuration, top.finished())
  }

  /// Refuses the table of a page with many boards, which earlier versions had.
  private static func refuseBoards(_ top: inout TOMLSection) {
    guard top.has("boards") else { return }
    // It is no unknown table, too.
    _ = top.section("boards")
    top.note(
      "boards", "there is no page with all boards of a broker any more",
      remedy: "remove [boards]; EventsToABroker.md has maps of many boards")
  }

  private mutating func readController(_ top: inout TOMLSection) {
    var section = top.section("picket")
    if let path = section.path("state", expected: "the path of a folder") {
      state = path
    }
    socket = section.path("socket", expected: "the path of a socket")
    top.add(section.finished())
  }

  private mutating func readPage(_ top: inout TOMLSection) {
    var section = top.section("page")
    let expected = "an address and a port, such as 127.0.0.1:8642 or 0.0.0.0:8642"
    if let text = section.string("listen", expected: expected) {
      if let listening = Listening(text) {
        self.listening = listening
      } else {
        section.note("listen", "listen in [page] is \(text.quoted)", remedy: "give \(expected)")
      }
    }
    for name in section.strings("names", expected: "a name or a list of names") ?? [] {
      if let host = HostName(name), host.port == nil {
        names.append(host.name)
      } else {
        section.note(
          "names", "names in [page] has \(name.quoted)",
          remedy: "give names without a port, such as board.example")
      }
    }
    if let path = section.path("directory", expected: "the path of a folder") {
      directory = path
    }
    if let isTrusted = section.boolean("local") { isLocalTrusted = isTrusted }
    map = section.path("map", expected: "the path of a file")
    if section.has("extract") {
      _ = section.path("extract", expected: "the path of a file")
      section.note(
        "extract", "no map is cut on the board any more (extract in [page])",
        remedy: "write map in its place: a large map is read where it is")
    }
    let languages = Language.allCases.map(\.rawValue).listed("or")
    if let text = section.string("language", expected: "one of \(languages)") {
      language = Language(rawValue: text)
      if language == nil {
        section.note(
          "language", "language in [page] is \(text.quoted)",
          remedy: "give one of \(languages), or leave it out for the language of each browser")
      }
    }
    certificate = section.path("certificate", expected: "the path of a file")
    key = section.path("key", expected: "the path of a file")
    if (certificate == nil) != (key == nil) {
      let (present, missing) = certificate == nil ? ("key", "certificate") : ("certificate", "key")
      section.note(
        present, "[page] has \(present) without \(missing)",
        remedy: "give both for https, or neither")
    }
    top.add(section.finished())
  }

  /// The certificate and its key; `nil` without https.
  func identity() throws(Problem) -> WebServer.Identity? {
    guard let certificate, let key else { return nil }
    return WebServer.Identity(
      certificate: try PEMFile.read(
        certificate, with: .certificate, setting: "certificate in [page]", reader: "picket-page"),
      key: try PEMFile.read(
        key, with: .privateKey, setting: "key in [page]", reader: "picket-page"))
  }

  /// The names under which the board is found.
  var allNames: [String] {
    let host = Self.hostName.lowercased()
    // Avahi announces the first part of a long name.
    let own = host.isEmpty ? [] : [host, "\(host.prefix { $0 != "." }).local"]
    return ["localhost", "picket.local"] + own + names
  }

  /// The name of the machine; the corresponding C function is `gethostname`.
  static var hostName: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "" }
    return buffer.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
  }
}
