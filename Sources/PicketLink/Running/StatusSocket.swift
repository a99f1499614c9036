import Base
import Dispatch
import Glibc
import Records

/// Sends the state of the link, in one line, to each program that connects to a Unix socket.
///
/// A file would still have the old state after a crash.
final class StatusSocket: Sendable {
  private let listener: ControlSocket
  private let queue: DispatchQueue
  private let accepting: Confined<DescriptorWatch?>

  /// Listens; the errors are those of `ControlSocket`.
  ///
  /// - Parameter queue: The queue on which clients are answered.
  init(path: String, on queue: DispatchQueue) throws {
    listener = try ControlSocket(path: path)
    self.queue = queue
    accepting = Confined(nil, on: queue)
  }

  /// Starts to answer.
  ///
  /// - Parameter line: Called on the queue for each client.
  func start(_ line: @escaping @Sendable () -> String) {
    queue.async { [self] in
      accepting.value = DescriptorWatch(reading: listener.socket, on: queue) { [self] in
        guard let client = try? listener.socket.accept() else { return }
        // The line fits into the buffer of a new socket: nothing waits for the client.
        try? client.write("\(line())\n")
      }
      accepting.value?.resume()
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
