import Dispatch
internal import Notation
internal import Records

/// A connection to the controller whose lines arrive on a queue.
///
/// - Important: Must only be accessed on its queue.
final class ControllerTalk {
  /// A line that has arrived.
  enum Arrival {
    case reply(Reply)
    /// The connection has ended, with the reason.
    case ended(String)
  }

  private let connection: ControlConnection
  private let source: any DispatchSourceRead
  private var receive: (Arrival) -> Void = { _ in }
  private var hasEnded = false

  /// Connects to the controller that listens on a path.
  init(path: String, on queue: DispatchQueue) throws(ControlConnection.Unavailable) {
    connection = try ControlConnection(path: path)
    source = DispatchSource.makeReadSource(fileDescriptor: connection.descriptor, queue: queue)
    // The descriptor must stay open for as long as it is watched.
    source.setCancelHandler { [self] in receive = { _ in } }
  }

  /// Starts to read.
  func start(_ receive: @escaping (Arrival) -> Void) {
    self.receive = receive
    source.setEventHandler { [weak self] in self?.read() }
    source.resume()
  }

  /// Sends a request.
  ///
  /// The socket has room for thousands of requests, and each follows the previous answer.
  func send(_ request: JSONLine) {
    do throws(ControlConnection.Unavailable) {
      try connection.send(request)
    } catch {
      end(error.description)
    }
  }

  /// Ends the connection.
  func end() { end(nil) }

  private func read() {
    do throws(ControlConnection.Unavailable) {
      while !hasEnded, let line = try connection.next(within: 0) {
        if let reply = Reply(line) { receive(.reply(reply)) }
      }
    } catch {
      end(error.description)
    }
  }

  private func end(_ reason: String?) {
    guard !hasEnded else { return }
    hasEnded = true
    if let reason { receive(.ended(reason)) }
    source.cancel()
  }
}
