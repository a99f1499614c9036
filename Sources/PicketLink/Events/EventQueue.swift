import Base
import Geofence
import Records

/// The events on their way to the broker, in the order of their numbers.
///
/// One event is sent alone after each connection and each refusal; when the broker has accepted it,
/// up to 20 are on their way at a time. The cursor passes an event only when the broker has it and
/// all before it. After a refusal, or when a connection ends, everything behind the cursor is sent
/// again, in order: a subscriber that skips numbers up to its last one has each event once.
struct EventQueue: Hashable, Sendable {
  /// An event to publish, and the attempt that its answer belongs to.
  struct Sending: Hashable, Sendable {
    let event: FollowedEvent
    let attempt: Int
    /// Whether it is sent without its note, since the broker allows no larger message.
    let isShort: Bool
  }

  /// A change that is worth a line in the log.
  enum Notice: Hashable, Sendable {
    /// The broker refuses events, for a new reason.
    case refused(FollowedEvent, reason: String)
    /// The broker allows only smaller messages: the event is sent without its note.
    case shortened(FollowedEvent)
    /// The event is larger than the broker allows even so, and those behind it follow.
    case skipped(FollowedEvent)
    /// The broker accepts events again.
    case accepts
  }

  private var events: [FollowedEvent] = []
  // The number of sent events, and the sequence numbers of the accepted ones.
  private var sent = 0
  private var accepted: Set<Int> = []
  // The event that is sent without its note.
  private var short: Int?
  private var width = 0
  private var attempt = 0
  private var backoff = Backoff(from: .seconds(1), to: .seconds(300))

  /// The place behind the last event that the broker has.
  private(set) var cursor: Cursor

  /// The reason for which the broker refuses events; `nil` while it accepts them.
  private(set) var refusal: String?

  /// The time at which a refused event is sent again.
  private(set) var deadline: Instant?

  /// The number of events that the broker has accepted.
  private(set) var count = 0

  /// The number of accepted events that had no subscriber.
  private(set) var unheard = 0

  /// The number of events on their way.
  var inFlight: Int { sent - accepted.count }

  /// The number of waiting events, including those on their way.
  var waiting: Int { events.count }

  /// The number of further events that may wait; 0 while many wait.
  ///
  /// The journal has the others. Reading it from its beginning for a few events would take longer
  /// than sending them.
  var room: Int { events.count > Self.mostWaiting / 4 ? 0 : Self.mostWaiting - events.count }

  /// The most events on their way, which is the default limit of a broker.
  static let mostInFlight = 20

  private static let mostWaiting = 5000

  /// Creates a queue of the events behind a place.
  init(from cursor: Cursor) {
    self.cursor = cursor
  }

  /// Adds the next events of the journal.
  mutating func add(_ more: [FollowedEvent]) {
    events += more
  }

  /// Moves the cursor without an event, as for another journal.
  mutating func move(to cursor: Cursor) {
    if events.isEmpty { self.cursor = cursor }
  }

  /// Notes that there is a new connection.
  mutating func connect() {
    startAgain()
    deadline = nil
    width = 1
  }

  /// Notes that the connection has ended.
  mutating func disconnect() {
    startAgain()
    deadline = nil
    width = 0
  }

  /// The next event to publish; `nil` when none may be sent now.
  mutating func next(at now: Instant) -> Sending? {
    if let due = deadline {
      guard due <= now else { return nil }
      deadline = nil
      startAgain()
      width = 1
    }
    guard sent < events.count, inFlight < width else { return nil }
    defer { sent += 1 }
    let event = events[sent]
    return Sending(event: event, attempt: attempt, isShort: event.sequence == short)
  }

  /// Applies the answer of the broker to an event.
  mutating func end(
    _ sending: Sending, _ publication: Publication, at now: Instant
  ) -> Notice? {
    // An answer from before a refusal or of an earlier connection no longer counts.
    guard sending.attempt == attempt else { return nil }
    switch publication {
    case .unknown: return nil
    case .refused(let reason):
      // The events behind it are sent again, too, even if the broker accepts them.
      startAgain()
      width = 0
      deadline = now.advanced(by: backoff.next())
      guard refusal != reason else { return nil }
      refusal = reason
      return .refused(sending.event, reason: reason)
    case .tooLarge where sending.isShort:
      pass(sending.event)
      return .skipped(sending.event)
    case .tooLarge:
      // It is sent again at once, alone.
      startAgain()
      width = 1
      short = sending.event.sequence
      return .shortened(sending.event)
    case .accepted(let isHeard):
      pass(sending.event)
      count += 1
      if !isHeard { unheard += 1 }
      width = Self.mostInFlight
      backoff.reset()
      guard refusal != nil else { return nil }
      refusal = nil
      return .accepts
    }
  }

  /// Moves the cursor behind an event, and behind those after it that are done with.
  private mutating func pass(_ event: FollowedEvent) {
    accepted.insert(event.sequence)
    while let first = events.first, accepted.remove(first.sequence) != nil {
      cursor = first.cursor
      events.removeFirst()
      sent -= 1
    }
  }

  private mutating func startAgain() {
    attempt += 1
    sent = 0
    accepted = []
  }
}
