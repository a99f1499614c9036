import Dispatch
import Geofence
import Notation
import System

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

  private enum State {
    case waiting
    case connecting(Socket, DescriptorWatch, rest: [Socket.Address])
    case connected(Socket, reading: DescriptorWatch, writing: DescriptorWatch)
  }

  private let settings: SignalKSettings
  private let queue: DispatchQueue

  /// - Important: Must only be accessed on `queue`, like all properties below.
  private nonisolated(unsafe) var receive: @Sendable (News) -> Void = { _ in }
  private nonisolated(unsafe) var state = State.waiting
  private nonisolated(unsafe) var backoff = Backoff(from: .seconds(1), to: .seconds(60))
  private nonisolated(unsafe) var attempt = 0
  private nonisolated(unsafe) var connectedAt = MonotonicClock.now
  // Bytes that a stream has no room for yet.
  private nonisolated(unsafe) var rest: [UInt8] = []

  /// Creates a connection that is not made yet.
  init(_ settings: SignalKSettings, on queue: DispatchQueue) {
    self.settings = settings
    self.queue = queue
  }

  /// Starts to connect.
  ///
  /// - Parameter receive: Called on the queue with all news.
  func start(_ receive: @escaping @Sendable (News) -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    self.receive = receive
    resolve()
  }

  /// Sends lines; without a connection they are dropped, since all is sent when there is one.
  func send(_ lines: [String]) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard case .connected(let socket, _, let writing) = state else { return }
    guard settings.transport == .tcp else { return sendDatagrams(lines, by: socket) }
    for line in lines { rest += Array("\(line)\r\n".utf8) }
    guard rest.count <= Self.mostWaiting else {
      return end("\(settings.address) takes nothing any more")
    }
    write(to: socket, writing)
  }

  private func sendDatagrams(_ lines: [String], by socket: Socket) {
    do {
      for line in lines { try socket.write("\(line)\n") }
    } catch {
      end("\(settings.address): \(error)")
    }
  }

  /// Writes what there is room for.
  private func write(to socket: Socket, _ writing: DescriptorWatch) {
    do throws(SystemError) {
      let count = try socket.write(firstOf: rest)
      rest.removeFirst(count)
    } catch {
      return end("\(settings.address): \(error)")
    }
    if rest.isEmpty { writing.pause() } else { writing.resume() }
  }

  // MARK: Connecting

  private func resolve() {
    state = .waiting
    attempt += 1
    let (host, port) = (settings.host, settings.port)
    DispatchQueue.global().async { [self, attempt] in
      let result = Result { try Socket.addresses(of: host, port: port) }
      queue.async { [self] in
        guard attempt == self.attempt, case .waiting = state else { return }
        switch result {
        case .success(let addresses): connect(addresses[...], "\(host) has no address")
        case .failure(let error): end("\(error)")
        }
      }
    }
  }

  private func connect(_ addresses: ArraySlice<Socket.Address>, _ failure: String) {
    guard let address = addresses.first else { return end(failure) }
    let rest = Array(addresses.dropFirst())
    do {
      guard settings.transport == .tcp else {
        return connected(by: try Socket(sendingTo: address))
      }
      let socket = try Socket(connectingTo: address, mostWaiting: 65_536)
      let watch = DescriptorWatch(writing: socket, on: queue) { [self] in hasConnected() }
      state = .connecting(socket, watch, rest: rest)
      watch.resume()
      queue.asyncAfter(deadline: .now() + Self.limit) { [self, attempt] in
        guard attempt == self.attempt, case .connecting = state else { return }
        end("\(settings.address): no answer in \(Int(Self.limit)) s")
      }
    } catch {
      connect(rest[...], "\(settings.address): \(error)")
    }
  }

  private func hasConnected() {
    guard case .connecting(let socket, let watch, let rest) = state else { return }
    watch.cancel()
    guard let error = socket.connectError else { return connected(by: socket) }
    state = .waiting
    connect(rest[...], "\(settings.address): \(error)")
  }

  private func connected(by socket: Socket) {
    let reading = DescriptorWatch(reading: socket, on: queue) { [self] in read() }
    let writing = DescriptorWatch(writing: socket, on: queue) { [self] in
      if case .connected(let socket, _, let writing) = state { write(to: socket, writing) }
    }
    state = .connected(socket, reading: reading, writing: writing)
    reading.resume()
    connectedAt = MonotonicClock.now
    receive(.connected)
  }

  /// Reads what the server says, which matters to nobody, and its end.
  private func read() {
    guard case .connected(let socket, _, _) = state else { return }
    var fault: String?
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      switch socket.read(into: buffer) {
      case .nothingYet, .bytes: break
      case .closed where settings.transport == .udp: break
      case .closed: fault = "\(settings.address) has closed the connection"
      case .failed(let error): fault = "\(settings.address): \(error)"
      }
    }
    if let fault { end(fault) }
  }

  private func end(_ reason: String) {
    switch state {
    case .waiting: break
    case .connecting(_, let watch, _): watch.cancel()
    case .connected(_, let reading, let writing):
      reading.cancel()
      writing.cancel()
      // An address where nobody listens refuses only what is sent there.
      if connectedAt.duration(to: MonotonicClock.now) >= Self.lasting { backoff.reset() }
    }
    state = .waiting
    attempt += 1
    rest = []
    receive(.disconnected(reason))
    queue.asyncAfter(deadline: .now() + backoff.next().inSeconds) { [self] in resolve() }
  }

  // Seconds.
  private static let limit = 10.0
  private static let lasting = Duration.seconds(10)
  private static let mostWaiting = 4 << 20
}
