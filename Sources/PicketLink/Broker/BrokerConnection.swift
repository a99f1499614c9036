import Base
import Dispatch
import Geofence
import Glibc
import Synchronization

/// One connection to the broker, from the attempt to the end.
///
/// A separate thread connects, which may take minutes, and then serves the connection. Each attempt
/// has a new object of libmosquitto. Messages that an earlier object had not sent are lost with it:
/// only the caller sends them again, so none is sent twice.
final class BrokerConnection: Sendable {
  /// A report to the owner.
  enum Report: Sendable {
    /// The broker has accepted the connection.
    case connected
    /// The broker has accepted a message, or refused it.
    case published(Int32, Publication)
    /// The broker has answered a subscription; `refusal` is its reason, if it refused.
    case subscribed(Int32, refusal: String?)
    /// A message has arrived.
    case message(ReceivedMessage)
    /// The connection has ended or could not be made; nothing is reported after that.
    case ended(BrokerTrouble)
  }

  private let settings: BrokerSettings
  private let client: String
  private let will: Message?
  private let limits: BrokerLimits
  private let access: BrokerAccess
  private let isEnding = Atomic(false)

  // The owner's; freed after `ended`.
  private let handle: Confined<MosquittoHandle?>

  /// The library's notices on the connection.
  private struct Heard {
    var trouble: BrokerTrouble?
    var isAccepted = false
    var secureFault: String?
  }

  // The library gives notices on the connection's thread, and lines on that of each caller.
  private let heard = Mutex(Heard())

  private static let handshakeLimit = Duration.seconds(30)

  /// Creates a connection that is not tried yet.
  ///
  /// - Parameters:
  ///   - limits: What the broker does not have, as far as it is known.
  ///   - time: The time by which certificates are checked; `nil` for that of the system.
  ///   - queue: The queue of the owner, on which every method is called.
  init(
    _ settings: BrokerSettings, client: String, will: Message?, limits: BrokerLimits,
    time: Timestamp?, on queue: DispatchQueue
  ) {
    self.settings = settings
    self.client = client
    self.will = will
    self.limits = limits
    access = BrokerAccess(settings: settings, time: time)
    handle = Confined(nil, on: queue)
  }

  /// Starts to connect.
  ///
  /// - Parameter report: Called on the connection's thread.
  /// - Throws: `BrokerTrouble` when the settings cannot be used, or no thread can be started.
  func start(_ report: @escaping @Sendable (Report) -> Void) throws(BrokerTrouble) {
    let handle = try open(report)
    do throws(SystemError) {
      try OwnThread.start { self.run(handle, report) }
    } catch {
      throw BrokerTrouble(
        "\(error); the threads of picket-link are limited (ulimit -u): allow more")
    }
  }

  /// Frees the memory of the library, after the connection has ended.
  func free() {
    handle.value?.end()
    // It holds the closure, which holds the owner, which holds this.
    handle.value = nil
  }

  // MARK: The owner's calls

  /// Hands over a message.
  func publish(_ message: Message) -> Handover {
    handle.value?.publish(message.within(limits), quality: limits.quality) ?? .ended(.unknown)
  }

  /// Subscribes to a topic; the result is like that of `publish`.
  func subscribe(_ topic: String) -> Handover {
    handle.value?.subscribe(topic) ?? .ended(.unknown)
  }

  /// Ends a subscription; the owner must skip the messages that still arrive.
  func unsubscribe(_ topic: String) {
    handle.value?.unsubscribe(topic)
  }

  /// Ends the connection; the broker publishes the will.
  func end() {
    isEnding.store(true, ordering: .relaxed)
    handle.value?.disconnect()
  }

  // MARK: The thread

  private func open(
    _ report: @escaping @Sendable (Report) -> Void
  ) throws(BrokerTrouble) -> MosquittoHandle {
    let handle = MosquittoHandle(client: client) { [weak self] handle, notice in
      self?.receive(notice, from: handle, report)
    }
    guard let handle else { throw BrokerTrouble("there is no memory for a connection") }
    self.handle.value = handle
    if let will { try handle.setWill(will.within(limits), quality: limits.quality) }
    try access.apply(to: handle)
    return handle
  }

  private func run(_ handle: MosquittoHandle, _ report: (Report) -> Void) {
    // A broker that is gone must not end the process; some releases of the library ignore SIGPIPE,
    // some leave it.
    signal(SIGPIPE, SIG_IGN)
    do throws(BrokerTrouble) {
      try connect(handle)
      try serve(handle)
    } catch {
      report(.ended(error))
    }
  }

  private func connect(_ handle: MosquittoHandle) throws(BrokerTrouble) {
    if let failure = handle.connect(to: settings.host, port: settings.port) {
      let heard = heard.withLock { $0 }
      if let trouble = heard.trouble ?? secureTrouble(heard) { throw trouble }
      throw BrokerTrouble(connecting: failure, to: settings)
    }
  }

  private func secureTrouble(_ heard: Heard) -> BrokerTrouble? {
    heard.secureFault.map { BrokerTrouble(secure: $0, address: settings.address) }
  }

  /// Serves the connection until it ends.
  private func serve(_ handle: MosquittoHandle) throws(BrokerTrouble) {
    let begun = MonotonicClock.now
    var isAccepted = false
    while true {
      // Woken by arriving data, by the owner's calls, and when a keep-alive request is due.
      let failure = handle.loop(milliseconds: isAccepted ? 60_000 : 1000)
      if isEnding.load(ordering: .relaxed) { throw BrokerTrouble("ended") }
      let heard = heard.withLock { $0 }
      isAccepted = heard.isAccepted
      if let trouble = heard.trouble { throw trouble }
      if let failure {
        if let trouble = secureTrouble(heard) { throw trouble }
        throw BrokerTrouble(losing: failure, to: settings, isAccepted: isAccepted)
      }
      if !isAccepted, begun.duration(to: MonotonicClock.now) > Self.handshakeLimit {
        throw BrokerTrouble(
          "\(settings.address) accepts connections and does not answer; is it an MQTT broker?")
      }
    }
  }

  // MARK: The library's notices

  private func receive(
    _ notice: MosquittoHandle.Notice, from handle: MosquittoHandle, _ report: (Report) -> Void
  ) {
    switch notice {
    case .answered(0, _):
      heard.withLock { $0.isAccepted = true }
      report(.connected)
    case .answered(let code, let words):
      heard.withLock { $0.trouble = BrokerTrouble(refusal: code, words: words) }
    case .disconnected(let code, let words):
      // A code from 0x80 on is the broker's reason, a lower one an error of the library.
      guard code >= 0x80 else { return }
      let ending = BrokerTrouble(ending: code, words: words, client: client)
      heard.withLock { $0.trouble = $0.trouble ?? ending }
    case .published(let number, let publication): report(.published(number, publication))
    case .subscribed(let number, let refusal): report(.subscribed(number, refusal: refusal))
    case .message(let message): report(.message(message))
    case .line(let text):
      guard settings.isSecure else { return }
      heard.withLock { note(text, of: handle, in: &$0) }
    }
  }

  /// Finds out why a secure connection fails, while the session still has the reason.
  private func note(_ text: String, of handle: MosquittoHandle, in heard: inout Heard) {
    guard heard.trouble == nil else { return }
    if let unusable = BrokerTrouble(unusable: text, of: settings) {
      heard.trouble = unusable
      return
    }
    let isWrongName = text.hasPrefix("Error: host name verification failed")
    guard isWrongName || text.hasPrefix("OpenSSL Error") else { return }
    let (number, words) = handle.verdict
    if isWrongName || number != 0 {
      heard.trouble = BrokerTrouble(
        verdict: number, words: words, isWrongName: isWrongName, host: settings.host)
    } else {
      heard.secureFault = text
    }
  }
}
