import Base
import Dispatch
import Geofence

/// A connection to a Signal K server that is made again whenever it is lost.
///
/// By UDP a connection is only an address; whether somebody listens there shows when something is
/// sent. Everything happens on the queue that it is created with.
final class SignalKConnection: Sendable {
  /// A report to the owner.
  enum News: Sendable {
    /// The server can be told everything.
    case connected
    /// There is no connection, for this reason; the next attempt follows by itself.
    case disconnected(String)
  }

  private enum Phase {
    case waiting
    case connected(Socket, reading: DescriptorWatch, writing: DescriptorWatch)
    /// By UDP. It is not watched: Dispatch spins on an error that only the next datagram reads.
    case sending(Socket)
  }

  private let settings: SignalKSettings
  private let queue: DispatchQueue

  /// What only the queue may reach.
  private struct State {
    var receive: @Sendable (News) -> Void = { _ in }
    var phase = Phase.waiting
    var backoff = Backoff(from: .seconds(1), to: .seconds(60))
    var connectedAt = MonotonicClock.now
    // Bytes that a stream has no room for yet.
    var rest: [UInt8] = []
  }

  private let confined: Confined<State>

  /// Creates a connection that is not made yet.
  init(_ settings: SignalKSettings, on queue: DispatchQueue) {
    self.settings = settings
    self.queue = queue
    confined = Confined(State(), on: queue)
  }

  /// Starts to connect.
  ///
  /// - Parameter receive: Called on the queue with all news.
  func start(_ receive: @escaping @Sendable (News) -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    confined.value.receive = receive
    connect()
  }

  /// Sends lines; without a connection they are dropped, since all is sent when there is one.
  func send(_ lines: [String]) {
    dispatchPrecondition(condition: .onQueue(queue))
    switch confined.value.phase {
    case .waiting: break
    case .sending(let socket): sendDatagrams(lines, by: socket)
    case .connected(let socket, _, let writing):
      for line in lines { confined.value.rest += Array("\(line)\r\n".utf8) }
      guard confined.value.rest.count <= Self.mostWaiting else {
        return end("\(settings.address) takes nothing any more")
      }
      write(to: socket, writing)
    }
  }

  private func sendDatagrams(_ lines: [String], by socket: Socket) {
    do {
      for line in lines { try socket.write("\(line)\n") }
    } catch {
      return end("\(settings.address): \(error)")
    }
    queue.asyncAfter(deadline: .now() + Self.refusing) { [self] in
      guard case .sending(let present) = confined.value.phase, present === socket,
        let error = socket.error(of: "send")
      else { return }
      end("\(settings.address): \(error)")
    }
  }

  /// Writes what there is room for.
  private func write(to socket: Socket, _ writing: DescriptorWatch) {
    do throws(SystemError) {
      let count = try socket.write(firstOf: confined.value.rest[...])
      confined.value.rest.removeFirst(count)
    } catch {
      return end("\(settings.address): \(error)")
    }
    if confined.value.rest.isEmpty { writing.pause() } else { writing.resume() }
  }

  // MARK: Connecting

  private func connect() {
    DispatchQueue.global().async { [self] in
      let result = Result {
        try Socket.dial(settings.host, port: settings.port, within: Self.limit) {
          settings.transport == .tcp
            ? try Socket(connectingTo: $0, mostWaiting: 65_536) : try Socket(sendingTo: $0)
        }
      }
      queue.async { [self] in
        switch result {
        case .success(let socket): connected(by: socket)
        case .failure(let error): end("\(error)")
        }
      }
    }
  }

  private func connected(by socket: Socket) {
    guard settings.transport == .tcp else { return connected(.sending(socket)) }
    let reading = DescriptorWatch(reading: socket, on: queue) { [self] in read() }
    let writing = DescriptorWatch(writing: socket, on: queue) { [self] in
      if case .connected(let socket, _, let writing) = confined.value.phase {
        write(to: socket, writing)
      }
    }
    reading.resume()
    connected(.connected(socket, reading: reading, writing: writing))
  }

  private func connected(_ phase: Phase) {
    confined.value.phase = phase
    confined.value.connectedAt = MonotonicClock.now
    confined.value.receive(.connected)
  }

  /// Reads what the server says, which matters to nobody, and its end.
  private func read() {
    guard case .connected(let socket, _, _) = confined.value.phase else { return }
    var fault: String?
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      switch socket.read(into: buffer) {
      case .nothingYet, .bytes: break
      case .closed: fault = "\(settings.address) has closed the connection"
      case .failed(let error): fault = "\(settings.address): \(error)"
      }
    }
    if let fault { end(fault) }
  }

  private func end(_ reason: String) {
    switch confined.value.phase {
    case .waiting: break
    case .connected(_, let reading, let writing):
      reading.cancel()
      writing.cancel()
      resetBackoff()
    case .sending: resetBackoff()
    }
    confined.value.phase = .waiting
    confined.value.rest = []
    confined.value.receive(.disconnected(reason))
    queue.asyncAfter(deadline: .now() + confined.value.backoff.next().inSeconds) { [self] in
      connect()
    }
  }

  private func resetBackoff() {
    // An address where nobody listens refuses only what is sent there.
    if confined.value.connectedAt.duration(to: MonotonicClock.now) >= Self.lasting {
      confined.value.backoff.reset()
    }
  }

  // Seconds; a refusal comes back after the datagram has gone.
  private static let limit = 10
  private static let refusing = 1.0
  private static let lasting = Duration.seconds(10)
  private static let mostWaiting = 4 << 20
}
