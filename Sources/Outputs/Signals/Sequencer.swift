package import Geofence
internal import Notation

/// Plays signals one after the other and says which output is at which level.
///
/// Safety comes first (`blind`, `sighted`, `fault`, `backlog`), then events in
/// their order (`enter`, `exit`, `dwell`, `again`, and whatever signal a region
/// has of its own), then notices (`ready`, `mark`, and the states of regions
/// that a carrier asked for). Among those of one priority, the first in is the
/// first out. A signal that plays is not cut short by another: that one waits,
/// so none is lost.
///
/// It is handed the time and drives nothing itself.
package struct Sequencer: Sendable {
  /// A signal that plays or waits, and the numbers of the events that it tells.
  private struct Entry {
    let signal: Signal
    let priority: Signal.Priority
    var events: [Int]
  }

  /// The signal that plays.
  private struct Playing {
    let entry: Entry
    /// With the rest after it.
    let duration: Duration
    let began: Instant
    var start: Instant
    var next = 0
    var edges: [Signal.Edge] { entry.signal.edges }
  }

  /// The signal that says that too many wait; none when it has no patterns.
  package var backlog: Signal

  /// The pause after each signal, so that two can be told apart.
  package var rest: Duration

  /// Whether too many signals wait, or did, and some of them still do.
  ///
  /// Notices are not counted: a carrier asked for them.
  package private(set) var isBehind = false

  /// How many signals have begun.
  package private(set) var begun = 0

  /// The levels of the outputs that are active.
  private var active: [String: Level] = [:]
  private var waiting: [Entry] = []
  private var playing: Playing?

  /// More signals than this that wait are too many for the carrier to know of what they tell.
  package static let most = 8

  /// From so many on, those that are the same become one.
  package static let mostApart = 1000

  /// Of so many events a signal is known to tell, the latest ones.
  private static let mostTold = 10_000

  /// A change that comes later than this puts off the rest of its signal.
  private static let tolerance = Duration.milliseconds(20)

  /// Creates a sequencer that plays nothing.
  package init(
    backlog: Signal = Signal(name: "backlog", patterns: [:]), rest: Duration = .milliseconds(300)
  ) {
    self.backlog = backlog
    self.rest = rest
  }

  /// How many signals wait.
  package var waitingCount: Int { waiting.count }

  /// Whether nothing plays or waits.
  package var isIdle: Bool { playing == nil }

  /// The numbers of the events whose signals have not ended yet, in their order.
  package var unsounded: [Int] {
    ((playing?.entry.events ?? []) + waiting.flatMap(\.events)).sorted()
  }

  /// When the next change is due, or the signal ends; `nil` when nothing plays.
  package var deadline: Instant? {
    playing.map { playing in
      let after =
        playing.next < playing.edges.count ? playing.edges[playing.next].after : playing.duration
      return playing.start.advanced(by: after)
    }
  }

  /// The level of an output; `nil` when the signal that plays, if any, is not on it.
  package func level(of output: String) -> Level? {
    guard playing?.entry.signal.patterns[output] != nil else { return nil }
    return active[output] ?? .inactive
  }

  /// Plays a signal now, or as soon as those that come before it have ended.
  ///
  /// From a thousand that wait on, it becomes one with the last that is the
  /// same signal, if there is one: that tells of all their events at once.
  ///
  /// - Parameter event: The number of the event that it tells.
  package mutating func play(_ signal: Signal, event: Int? = nil, at now: Instant) {
    // Without patterns it takes no time, and there is nothing to wait for.
    guard signal.duration > .zero else { return }
    add(
      Entry(
        signal: signal, priority: event == nil ? signal.priority : .event,
        events: event.map { [$0] } ?? []))
    if playing == nil { startNext(at: now) }
    guard !isBehind, waiting.count(where: { $0.priority < .notice }) > Self.most else { return }
    isBehind = true
    if backlog.duration > .zero {
      add(Entry(signal: backlog, priority: .safety, events: []))
    }
  }

  /// Makes the changes that are due.
  package mutating func deadlineReached(at now: Instant) {
    var made: [String: Instant] = [:]
    while let due = deadline, due <= now, var current = playing {
      // Late, the pattern is put off rather than squeezed: a short beep must be heard.
      let late = due.duration(to: now)
      if late > Self.tolerance { current.start = current.start.advanced(by: late) }
      guard current.next < current.edges.count else {
        startNext(at: late > Self.tolerance ? now : due)
        continue
      }
      let edge = current.edges[current.next]
      // Two at once on one output are none: the second comes as long after as it should.
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

  /// Ends the signal that plays: the carrier has understood, and the next one starts.
  ///
  /// - Parameter pressed: When the carrier said so: a signal that has begun since was not meant.
  package mutating func acknowledge(pressed: Instant, at now: Instant) {
    if let playing, playing.began <= pressed { startNext(at: now) }
  }

  /// Ends everything, also what waits.
  package mutating func stop() {
    waiting = []
    playing = nil
    active = [:]
    isBehind = false
  }

  private mutating func add(_ entry: Entry) {
    if waiting.count >= Self.mostApart,
      let same = waiting.lastIndex(where: {
        $0.priority == entry.priority && $0.signal == entry.signal
      })
    {
      waiting[same].events += entry.events
      waiting[same].events.removeFirst(max(0, waiting[same].events.count - Self.mostTold))
      return
    }
    let place = waiting.firstIndex { $0.priority > entry.priority } ?? waiting.endIndex
    waiting.insert(entry, at: place)
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
