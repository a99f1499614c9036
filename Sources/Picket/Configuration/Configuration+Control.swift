internal import Notation
internal import System

extension Configuration {
  /// The socket over which a running Picket is talked to.
  package struct Control: Hashable, Sendable {
    /// The path of the socket, where the configuration names one.
    package var socket: String?

    /// How many clients there may be at a time.
    package var clients = 64
  }

  /// The path of the socket.
  ///
  /// Without one of its own it goes with the folder of the state, since only one Picket
  /// works in that: a Picket on trial is never in the way of the one that systemd runs.
  package var socketPath: String {
    if let path = control.socket { return path }
    return state.directory == State().directory
      ? Self.defaultSocketPath : "\(state.directory)/control.sock"
  }

  /// The path of the socket where neither it nor the folder of the state is named.
  package static let defaultSocketPath = "/run/picket/picket.sock"

  /// Reads the table [control].
  mutating func readControl(_ top: inout TOMLSection) {
    var section = top.section("control")
    if let path = section.string("socket", expected: "the path of a socket") {
      let path = path.resolved(besides: top.file)
      if path.utf8.count > Socket.longestPath {
        section.note(
          "socket", "socket in [control] is \(path.utf8.count) bytes long",
          remedy: "give a path of at most \(Socket.longestPath): the kernel takes no more")
      }
      control.socket = path
    }
    control.clients = section.integer("clients", in: 1...1000) ?? control.clients
    top.add(section.finished())
  }
}
