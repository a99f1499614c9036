import Dispatch
import Glibc
import Notation
import Records
import System

/// Sends the state of the link, in one line, to each program that connects to a Unix socket.
///
/// A file would still have the old state after a crash.
final class StatusSocket: Sendable {
  private let listener: ControlSocket
  private nonisolated(unsafe) var accepting: DescriptorWatch?

  /// Listens; the errors are those of `ControlSocket`.
  init(path: String) throws {
    listener = try ControlSocket(path: path)
  }

  /// Starts to answer.
  ///
  /// - Parameter line: Called on the queue for each client.
  func start(on queue: DispatchQueue, _ line: @escaping @Sendable () -> String) {
    queue.async { [self] in
      accepting = DescriptorWatch(reading: listener.socket, on: queue) { [self] in
        guard let client = try? listener.socket.accept() else { return }
        // The line fits into the buffer of a new socket: nothing waits for the client.
        try? client.write("\(line())\n")
      }
      accepting?.resume()
    }
  }

  /// Removes the socket.
  func close() {
    listener.remove()
  }

  /// The state that the link behind the socket at a path reports.
  ///
  /// - Throws: `ControlConnection.Unavailable` when no link runs there.
  static func request(_ path: String) throws(ControlConnection.Unavailable) -> Reply {
    let connection = try ControlConnection(path: path, of: "picket-link")
    if let line = try connection.next(within: 5), let reply = Reply(line) { return reply }
    throw ControlConnection.Unavailable(
      description: "picket-link does not answer: it hangs; see its log")
  }
}
