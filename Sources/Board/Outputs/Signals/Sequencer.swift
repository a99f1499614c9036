internal import Base
package import Geofence

/// Plays signals one after the other and computes the level of each output.
///
/// Safety comes first (`blind`, `sighted`, `fault`, `backlog`), then events in
/// their order (`enter`, `exit`, `dwell`, `again`, and the signals that regions
/// name), then notices (`ready`, `mark`, reminders, and the states of regions that a
/// carrier asked for). Within one priority, the first in is the first out. A
/// signal that plays is never cut short by another: the other one waits, so
/// none is lost. A reminder that waits stands for equal ones that follow meanwhile.
///
/// The sequencer gets the time from its caller and drives nothing itself.
package struct Sequencer: Sendable {
  /// A signal that plays or waits, and the numbers of the events that it announces.
  private struct QueuedSignal {
    let signal: Signal
    let priority: Signal.Priority
    let cause: String?
    var events: [Int]
    // Whether it repeats the signal of an alarm.
    var repeats = false
  }

  /// The signal that plays.
  private struct Playing {
    let entry: QueuedSignal
    /// The duration, including the rest after the signal.
    let duration: Duration
    let began: Instant
    var start: Instant
    var next = 0
    var edges: [Signal.LevelChange] { entry.signal.edges }
  }

  /// The signal that reports that too many signals wait; never played without patterns.
  package var backlog: Signal

  /// The pause after each signal, so that a person can tell two signals apart.
  package var rest: Duration

  /// Whether too many signals were waiting and some of them still are.
  ///
  /// Notices do not count: a carrier asked for them.
  package private(set) var isBehind = false

  /// The number of signals that have begun.
  package private(set) var begun = 0

  /// The levels of the outputs that are active.
  private var active: [String: Level] = [:]
  private var waiting: [QueuedSignal] = []
  private var playing: Playing?

  /// The most waiting signals that the carrier can still relate to the events.
  static let mostWaiting = 8

  /// The number of waiting signals from which on a new one is merged with an equal one.
  private static let mergingLimit = 1000

  /// The most events whose numbers are kept, of all signals together: the latest ones.
  package static let mostEvents = 10_000

  /// The longest delay of a change that does not delay the remainder of its signal.
  private static let tolerance = Duration.milliseconds(20)

  /// Creates a sequencer that plays nothing.
  package init(
    backlog: Signal = Signal(name: "backlog", patterns: [:]), rest: Duration = .milliseconds(300)
  ) {
    self.backlog = backlog
    self.rest = rest
  }

  /// The number of signals that wait.
  package var waitingCount: Int { waiting.count }

  /// The signal that plays.
  package var current: PlayedSignal? {
    playing.map {
      PlayedSignal($0.entry.signal, cause: $0.entry.cause, events: $0.entry.events.count)
    }
  }

  /// Whether nothing plays or waits.
  package var isIdle: Bool { playing == nil }

  /// The numbers of the events whose signals have not ended yet, in ascending order.
  package var unsounded: [Int] {
    ((playing?.entry.events ?? []) + waiting.flatMap(\.events)).sorted()
  }

  /// The instant at which the next change is due or the signal ends; `nil` when nothing plays.
  package var deadline: Instant? {
    playing.map { playing in
      let after =
        playing.next < playing.edges.count ? playing.edges[playing.next].after : playing.duration
      return playing.start.advanced(by: after)
    }
  }

  /// The level that the playing signal gives an output; `nil` when it leaves the output alone.
  package func level(of output: String) -> Level? {
    guard playing?.entry.signal.patterns[output] != nil else { return nil }
    return active[output] ?? .inactive
  }

  /// Repeats the signal of an alarm, unless the same signal plays or waits.
  package mutating func `repeat`(_ signal: Signal, cause: String, at now: Instant) {
    guard signal.duration > .zero, playing?.entry.signal != signal,
      !waiting.contains(where: { $0.signal == signal })
    else { return }
    add(
      QueuedSignal(
        signal: signal, priority: max(signal.priority, .event), cause: cause, events: [],
        repeats: true))
    if playing == nil { startNext(at: now) }
  }

  /// Ends the repetitions that play or wait: the carrier has acknowledged the alarms.
  package mutating func withdrawRepeats(at now: Instant) {
    waiting.removeAll(where: \.repeats)
    if playing?.entry.repeats == true { startNext(at: now) }
  }

  /// Plays a signal now, or as soon as the signals before it have ended.
  ///
  /// When a thousand signals already wait, the new one is merged with the last equal
  /// one, if there is one, which then announces the events of both.
  ///
  /// - Parameters:
  ///   - event: The number of the event that the signal announces.
  ///   - cause: What the signal is about, in words.
  package mutating func play(
    _ signal: Signal, event: Int? = nil, cause: String? = nil, at now: Instant
  ) {
    // A signal without patterns takes no time: nothing waits for it.
    guard signal.duration > .zero else { return }
    if signal.isReminder, waiting.contains(where: { $0.signal == signal }) { return }
    add(
      QueuedSignal(
        signal: signal, priority: event == nil ? signal.priority : .event, cause: cause,
        events: event.map { [$0] } ?? []))
    if playing == nil { startNext(at: now) }
    let urgent = waiting.count { $0.priority < .notice }
    guard !isBehind, urgent > Self.mostWaiting else { return }
    isBehind = true
    if backlog.duration > .zero {
      add(QueuedSignal(signal: backlog, priority: .safety, cause: nil, events: []))
    }
  }

  /// Makes the changes that are due.
  package mutating func deadlineReached(at now: Instant) {
    var made: [String: Instant] = [:]
    while let due = deadline, due <= now, var current = playing {
      // A late pattern is delayed, not shortened: a short beep must be heard.
      let late = due.duration(to: now)
      if late > Self.tolerance { current.start = current.start.advanced(by: late) }
      guard current.next < current.edges.count else {
        startNext(at: late > Self.tolerance ? now : due)
        continue
      }
      let edge = current.edges[current.next]
      // Two edges of one output at the same time would cancel out: the second keeps its distance
      // from the first.
      if let before = made[edge.output], before < now {
        current.start = current.start.advanced(by: before.duration(to: now))
        playing = current
        continue
      }
      made[edge.output] = late > Self.tolerance ? now : due
      active[edge.output] = edge.level.isActive ? edge.level : nil
      current.next += 1
      playing = current
    }
  }

  /// Ends the signal that plays, since the carrier has understood it, and starts the next.
  ///
  /// - Parameter pressed: The instant of the press; a signal that began later plays on.
  package mutating func acknowledge(pressed: Instant, at now: Instant) {
    if let playing, playing.began <= pressed { startNext(at: now) }
  }

  /// Drops the waiting reminders: the carrier is back, or has acknowledged them.
  package mutating func withdrawReminders() {
    waiting.removeAll(where: \.signal.isReminder)
  }

  /// Ends the signal that plays and all signals that wait.
  package mutating func stop() {
    waiting = []
    playing = nil
    active = [:]
    isBehind = false
  }

  private mutating func add(_ entry: QueuedSignal) {
    if waiting.count >= Self.mergingLimit,
      let same = waiting.lastIndex(where: {
        $0.priority == entry.priority && $0.signal == entry.signal
      })
    {
      waiting[same].events += entry.events
      return dropOldestEvents()
    }
    defer { dropOldestEvents() }
    let place = waiting.firstIndex { $0.priority > entry.priority } ?? waiting.endIndex
    waiting.insert(entry, at: place)
  }

  /// Forgets the oldest numbers when there are too many: each is written with each state.
  private mutating func dropOldestEvents() {
    var count = waiting.reduce(0) { $0 + $1.events.count }
    while count > Self.mostEvents {
      let oldest = waiting.indices.filter { !waiting[$0].events.isEmpty }
        .min { waiting[$0].events[0] < waiting[$1].events[0] }
      guard let oldest else { return }
      waiting[oldest].events.removeFirst()
      count -= 1
    }
  }

  private mutating func startNext(at now: Instant) {
    active = [:]
    guard !waiting.isEmpty else {
      playing = nil
      return
    }
    let entry = waiting.removeFirst()
    if waiting.allSatisfy({ $0.priority == .notice }) { isBehind = false }
    begun += 1
    playing = Playing(
      entry: entry, duration: entry.signal.duration + rest, began: now, start: now)
    deadlineReached(at: now)
  }
}
