internal import Notation
internal import Records
internal import System

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
    if let path = section.string("socket", expected: "the path of a socket") {
      let path = path.resolved(besides: top.file)
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
