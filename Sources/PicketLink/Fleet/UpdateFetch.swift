import Base
import Dispatch
import Geofence
import RegionFiles

/// Fetches the parts of an update from the broker, and has them stored.
///
/// It must only be called on the queue that it is created with.
final class UpdateFetch: Sendable {
  /// The end of fetching an update, unless it is stopped.
  enum End: Sendable {
    /// All parts have arrived.
    case complete
    /// The update is given up, for this reason.
    case failed(String)
    /// A part could not be stored, for this reason; all parts may have arrived meanwhile.
    case notStored(String)
  }

  private let target: FleetTarget
  private let prefix: String
  private let store: UpdateStore
  private let broker: Broker
  private let queue: DispatchQueue

  /// An update on its way.
  private struct Course: Sendable {
    var assembly: Assembly
    let ended: @Sendable (End) -> Void
  }

  /// What only the queue may reach.
  private struct State {
    var course: Course?
    var isCheckDue = false
    var refusals = RefusalLog()
  }

  private let confined: Confined<State>

  // In seconds: between two checks whether parts still arrive.
  private static let pause = 30.0

  /// Creates a fetch of nothing yet.
  init(
    _ target: FleetTarget, prefix: String, _ store: UpdateStore, _ broker: Broker,
    on queue: DispatchQueue
  ) {
    (self.target, self.prefix) = (target, prefix)
    (self.store, self.broker, self.queue) = (store, broker, queue)
    confined = Confined(State(), on: queue)
  }

  /// Begins to fetch an update.
  ///
  /// - Parameter ended: Called on the queue.
  func begin(_ manifest: Manifest, _ ended: @escaping @Sendable (End) -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    Log.write(
      .notice,
      "fetching \(manifest.version.words): \(manifest.bytes) bytes in "
        + manifest.parts.counted("part"))
    confined.value.course = Course(
      assembly: Assembly(manifest, at: MonotonicClock.now), ended: ended)
    store.begin { reason in ended(.notStored(reason)) }
    broker.subscribe(topics(of: manifest))
    checkLater()
  }

  /// Continues after a time without a connection.
  func connected() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let manifest = confined.value.course?.assembly.manifest else { return }
    confined.value.course?.assembly.wait(from: MonotonicClock.now)
    broker.subscribe(topics(of: manifest))
  }

  /// Receives a message on a topic below that of the manifest.
  func receive(_ message: ReceivedMessage) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let manifest = confined.value.course?.assembly.manifest,
      let part = target.part(
        of: message.topic, prefix: prefix, version: manifest.version.number)
    else { return }
    let outcome = confined.value.course?.assembly.receive(
      part: part, count: message.payload.count, at: MonotonicClock.now)
    switch outcome {
    case .skip?, nil: break
    case .refused(let reason)?:
      if let line = confined.value.refusals.line(reason, at: MonotonicClock.now) {
        Log.write(.warning, line)
      }
    case .write(let place)?: write(message.payload, at: place)
    }
  }

  /// Gives the update up.
  func stop() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let manifest = confined.value.course?.assembly.manifest else { return }
    confined.value.course = nil
    broker.unsubscribe(topics(of: manifest))
    store.drop()
  }

  private func write(_ bytes: [UInt8], at place: Int) {
    guard let course = confined.value.course else { return }
    store.write(bytes, at: place) { reason in course.ended(.notStored(reason)) }
    guard course.assembly.isComplete else { return }
    confined.value.course = nil
    broker.unsubscribe(topics(of: course.assembly.manifest))
    course.ended(.complete)
  }

  /// Checks later whether parts still arrive; if not, the update is given up.
  private func checkLater() {
    guard !confined.value.isCheckDue else { return }
    confined.value.isCheckDue = true
    queue.asyncAfter(deadline: .now() + Self.pause) { [self] in
      confined.value.isCheckDue = false
      guard let course = confined.value.course else { return }
      guard course.assembly.deadline <= MonotonicClock.now else { return checkLater() }
      stop()
      course.ended(.failed("\(course.assembly.missingWords); publish it again"))
    }
  }

  /// The topics of all parts.
  private func topics(of manifest: Manifest) -> String {
    target.topic(prefix: prefix, version: manifest.version.number, part: "+")
  }
}
