import Dispatch
internal import Geofence
import Glibc
internal import Notation
internal import Outputs
import Synchronization
internal import System

/// Serves the clients of the control socket, on a queue of its own.
///
/// Whoever asks and however slowly they read, nobody who tells it something waits: what is
/// told is handed over by value, and left out when more waits here than is kept.
package final class ControlServer: Sendable {
  /// Something that clients watch.
  package enum Topic {
    /// An event or a note, as the journal has it.
    case event
    /// The level of an output.
    case output
    /// A fix and what came of it.
    case fix
  }

  private let queue = DispatchQueue(label: "picket.control")
  private let listener: ControlSocket
  private let limit: Int
  private let patience: Duration
  private let watching = Atomic(0)
  private let watchingFixes = Atomic(0)
  private let room = WaitingRoom()

  /// - Important: Must only be accessed on `queue`, as all that follows.
  private nonisolated(unsafe) var respond: @Sendable (Request, Answer) -> Void = { _, _ in }
  private nonisolated(unsafe) var accepting: DescriptorWatch?
  private nonisolated(unsafe) var clients: [ObjectIdentifier: ControlClient] = [:]
  private nonisolated(unsafe) var complaints: WriteBudget
  private nonisolated(unsafe) var isLooking = false

  /// How much may wait to be told; of fixes, which come again, less.
  private static let mostWaiting = 10_000
  private static let mostFixesWaiting = 100

  /// How many more places there are for root: others never keep it from asking for the status.
  static let placesOfRoot = 4

  /// Creates a server that does not answer yet.
  ///
  /// - Parameters:
  ///   - listener: What clients connect to.
  ///   - clients: How many there may be at a time.
  ///   - patience: How long a client that neither asks nor watches keeps its place.
  package init(_ listener: ControlSocket, clients: Int, patience: Duration = .seconds(60)) {
    self.listener = listener
    limit = clients
    self.patience = patience
    complaints = WriteBudget(perHour: 60, at: MonotonicClock.now)
  }

  /// Starts to serve clients.
  ///
  /// - Parameter respond: Called on a queue of its own with each request but `watch`; it must
  ///   not wait for anything.
  package func start(_ respond: @escaping @Sendable (Request, Answer) -> Void) {
    queue.async { [self] in
      self.respond = respond
      accepting = DescriptorWatch(reading: listener.socket, on: queue) { [self] in accept() }
      accepting?.resume()
    }
  }

  /// Removes the socket: nobody new is served.
  package func close() {
    listener.remove()
    queue.async { [self] in accepting?.cancel() }
  }

  /// Tells all clients that this is the end, behind all that was told, or gives up after a time.
  package func finish(within seconds: Double) {
    queue.finish(within: seconds) { [self] in
      for client in clients.values { client.drop(Self.ending) }
    }
  }

  // MARK: Watching

  /// Whether anybody is told anything.
  var isWatched: Bool { watching.load(ordering: .relaxed) > 0 }

  /// Whether anybody is told of fixes.
  var wantsFixes: Bool { watchingFixes.load(ordering: .relaxed) > 0 }

  /// Tells all who watch.
  ///
  /// - Parameter line: Makes a line of JSON without its end, on the server's queue.
  package func tell(_ topic: Topic, _ line: @escaping @Sendable () -> String) {
    guard topic == .fix ? wantsFixes : isWatched else { return }
    let most = topic == .fix ? Self.mostFixesWaiting : Self.mostWaiting
    guard room.enter(below: most) else { return }
    queue.async { [self] in
      room.leave()
      let count = room.removeLeftOut()
      if count > 0 {
        var line = JSONLine()
        line.add("left_out", count)
        send(line.text, to: .event)
      }
      send(line(), to: topic)
    }
  }

  private func send(_ line: String, to topic: Topic) {
    let bytes = Array("\(line)\n".utf8)
    for client in clients.values {
      guard let wishes = client.wishes, topic != .fix || wishes.fixes else { continue }
      client.send(bytes)
    }
  }

  private func countWishes() {
    let wishes = clients.values.compactMap(\.wishes)
    watching.store(wishes.count, ordering: .relaxed)
    watchingFixes.store(wishes.count(where: \.fixes), ordering: .relaxed)
  }

  // MARK: Clients

  private func accept() {
    dispatchPrecondition(condition: .onQueue(queue))
    do throws(SystemError) {
      take(try listener.socket.accept())
    } catch {
      // Who has gone already is no loss; but without descriptors it would ask for ever.
      guard [EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(error.code) else { return }
      complain("no client can be served: \(error); trying again")
      accepting?.pause()
      queue.asyncAfter(deadline: .now() + 1) { [self] in accepting?.resume() }
    }
  }

  private func take(_ socket: Socket) {
    let credentials: Credentials
    do throws(SystemError) {
      credentials = try Credentials(of: socket)
    } catch {
      return complain("a client was turned away: \(error)")
    }
    if let refusal = credentials.refusal() {
      complain("a client was turned away: \(refusal)")
      return turnAway(socket, refusal)
    }
    let more = credentials.user == 0 ? Self.placesOfRoot : 0
    guard clients.count < limit + more else {
      return turnAway(
        socket,
        "\(limit) clients are served at a time\(more > 0 ? " and \(more) more for root" : ""), and "
          + "that many are here ([control] clients); try again later")
    }
    let client = ControlClient(socket, credentials, on: queue)
    clients[ObjectIdentifier(client)] = client
    client.start { [self, unowned client] message in receive(message, from: client) }
    lookForIdle()
  }

  /// Ends clients that keep a place without use, and looks again as long as one could.
  private func lookForIdle() {
    guard !isLooking else { return }
    let now = MonotonicClock.now
    for client in clients.values {
      guard let since = client.idleSince, since.duration(to: now) >= patience else { continue }
      client.drop(
        "nothing was asked and nothing read here for \(patience.inSeconds.elapsedText), and "
          + "nothing is watched; connect again to ask")
    }
    guard clients.values.contains(where: { $0.wishes == nil }) else { return }
    isLooking = true
    // A place may be kept for a quarter longer: it wakes the processor four times less.
    queue.asyncAfter(deadline: .now() + patience.inSeconds / 4) { [self] in
      isLooking = false
      lookForIdle()
    }
  }

  /// Says why, as far as that can be done at once.
  private func turnAway(_ socket: Socket, _ reason: String) {
    try? socket.write(String(decoding: Self.refusal(reason, id: nil), as: UTF8.self))
  }

  private func receive(_ message: ControlClient.Message, from client: ControlClient) {
    dispatchPrecondition(condition: .onQueue(queue))
    switch message {
    case .line(.tooLong):
      client.answer(
        Self.refusal("a request has at most \(ControlClient.mostOfALine >> 10) kB", id: nil))
    case .line(.whole(let bytes)):
      do throws(Request.Mistake) {
        answer(try Request(bytes), of: client)
      } catch {
        client.answer(Self.refusal(error.refusal.reason, id: error.id))
      }
    case .ended:
      clients[ObjectIdentifier(client)] = nil
      countWishes()
    case .dropped(let reason):
      countWishes()
      guard reason != Self.ending else { return }
      complain("process \(client.credentials.process) was cut off the control socket: \(reason)")
    }
  }

  private func answer(_ request: Request, of client: ControlClient) {
    guard request.name != "watch" else { return watch(request, client) }
    let answer = Answer { [queue] result in
      queue.async {
        switch result {
        case .success(let fields): client.answer(ControlServer.answer(fields(), id: request.id))
        case .failure(let refusal):
          client.answer(ControlServer.refusal(refusal.reason, id: request.id))
        }
      }
    }
    respond(request, answer)
  }

  private func watch(_ request: Request, _ client: ControlClient) {
    do throws(Refusal) {
      let wishes = ControlClient.Wishes(fixes: try request.flag("fixes"))
      // From the answer on it misses nothing; what is told comes in a later turn of the queue.
      client.watch(wishes)
      countWishes()
      client.answer(Self.answer(JSONLine(), id: request.id))
    } catch {
      client.answer(Self.refusal(error.reason, id: request.id))
    }
  }

  /// Logs what clients do wrong, unless that is too much.
  private func complain(_ text: String) {
    guard complaints.spend(at: MonotonicClock.now) == nil else { return }
    Log.write(.notice, text)
  }

  private static let ending = "picket ends"
}
