package import Dispatch

/// An attempt to connect to a host: its name, and then its addresses one after the other, each with
/// a limit of time.
///
/// Everything happens on the queue that it is created with. It ends once, unless it is cancelled.
package final class Dial: Sendable {
  /// The end of an attempt: a socket, or the reason why there is none.
  package typealias Ending = @Sendable (Result<Socket, Unreachable>) -> Void

  /// The reason why a host was not reached.
  package struct Unreachable: Error, CustomStringConvertible {
    package let description: String
  }

  private let place: String
  private let seconds: Int
  private let queue: DispatchQueue
  private let socketAt: @Sendable (Socket.Address) throws -> Socket

  /// What only the queue may reach.
  private struct State {
    var ending: Ending?
    // The number of steps so far: what belongs to an earlier one comes too late.
    var step = 0
    var rest: ArraySlice<Socket.Address> = []
    var watch: DescriptorWatch?

    /// Begins the next step and returns its number.
    mutating func next() -> Int {
      watch?.cancel()
      watch = nil
      step += 1
      return step
    }

    /// Ends the attempt and returns whom to tell; `nil` after the first time.
    mutating func end() -> Ending? {
      _ = next()
      defer { ending = nil }
      return ending
    }
  }

  private let confined: Confined<State>

  /// Starts an attempt.
  ///
  /// - Parameters:
  ///   - host: A name or address.
  ///   - port: A port of TCP.
  ///   - seconds: The time that a name server or an address has to answer.
  ///   - queue: The queue on which everything happens.
  ///   - socketAt: Makes a socket that connects to an address.
  ///   - ending: Called on the queue at the end.
  package init(
    _ host: String, _ port: Int, within seconds: Int, on queue: DispatchQueue,
    _ socketAt: @escaping @Sendable (Socket.Address) throws -> Socket,
    ending: @escaping Ending
  ) {
    (place, self.seconds, self.queue) = ("\(host):\(port)", seconds, queue)
    self.socketAt = socketAt
    confined = Confined(State(ending: ending), on: queue)
    let step = limit("\(host): no answer from the name server")
    DispatchQueue.global().async { [self] in
      let result = Result { try Socket.addresses(of: host, port: port) }
      queue.async { [self] in
        guard confined.value.step == step else { return }
        switch result {
        case .success(let addresses):
          confined.value.rest = addresses[...]
          tryNext("\(host): no address")
        case .failure(let error): end(.failure(Unreachable(description: "\(error)")))
        }
      }
    }
  }

  /// Ends the attempt without a word.
  package func cancel() {
    _ = confined.value.end()
  }

  /// Begins a step that fails after a time, and returns its number.
  private func limit(_ failure: String) -> Int {
    let step = confined.value.next()
    queue.asyncAfter(deadline: .now() + .seconds(seconds)) { [weak self] in
      guard let self, confined.value.step == step else { return }
      tryNext("\(failure) in \(seconds) s")
    }
    return step
  }

  private func tryNext(_ failure: String) {
    guard let address = confined.value.rest.popFirst() else {
      return end(.failure(Unreachable(description: failure)))
    }
    let step = limit("\(place): no answer")
    do {
      let socket = try socketAt(address)
      let watch = DescriptorWatch(writing: socket, on: queue) { [weak self] in
        guard let self, confined.value.step == step else { return }
        guard let error = socket.connectError else { return end(.success(socket)) }
        tryNext("\(place): \(error.reason)")
      }
      confined.value.watch = watch
      watch.resume()
    } catch {
      tryNext("\(place): \(error)")
    }
  }

  private func end(_ result: Result<Socket, Unreachable>) {
    confined.value.end()?(result)
  }
}
