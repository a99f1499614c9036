package import Geofence

/// Plays signals one after the other: which output changes, and when the next change is due.
///
/// It is handed the time and drives nothing itself. A signal waits until the
/// one before it has ended, so none is lost.
package struct Sequencer: Sendable {
  /// One output takes a level.
  package struct Change: Hashable, Sendable {
    /// The name of the output.
    package let output: String
    /// The level.
    package let level: Level
  }

  /// A signal that plays or waits, and the number of the event that it tells.
  private struct Entry {
    let signal: Signal
    let event: Int?
  }

  /// The signal that plays.
  private struct Playing {
    let entry: Entry
    var start: Instant
    let changes: [(after: Duration, change: Change)]
    var next = 0
    let duration: Duration
  }

  private var waiting: [Entry] = []
  private var playing: Playing?
  private var active: Set<String> = []

  /// A change that comes later than this puts off the rest of its signal.
  private static let tolerance = Duration.milliseconds(20)

  /// Creates a sequencer that plays nothing.
  package init() {}

  /// Whether nothing plays or waits.
  package var isIdle: Bool { playing == nil }

  /// The name of the signal that plays.
  package var current: String? { playing?.entry.signal.name }

  /// The numbers of the events whose signals have not ended yet.
  package var unsounded: [Int] {
    ([playing?.entry].compactMap { $0 } + waiting).compactMap(\.event)
  }

  /// When the next change is due, or the signal ends; `nil` when nothing plays.
  package var deadline: Instant? {
    playing.map { playing in
      let after =
        playing.next < playing.changes.count
        ? playing.changes[playing.next].after : playing.duration
      return playing.start.advanced(by: after)
    }
  }

  /// Plays a signal now, or as soon as those before it have ended.
  package mutating func play(_ signal: Signal, event: Int? = nil, at now: Instant) -> [Change] {
    waiting.append(Entry(signal: signal, event: event))
    return playing == nil ? startNext(at: now) : []
  }

  /// Makes the changes that are due.
  package mutating func deadlineReached(at now: Instant) -> [Change] {
    var made: [Change] = []
    while let due = deadline, due <= now, var current = playing {
      // Late, the pattern is put off rather than squeezed: a short beep must be heard.
      let late = due.duration(to: now)
      if late > Self.tolerance { current.start = current.start.advanced(by: late) }
      guard current.next < current.changes.count else {
        made += startNext(at: late > Self.tolerance ? now : due)
        continue
      }
      made += take(current.changes[current.next].change)
      current.next += 1
      playing = current
    }
    return made
  }

  /// Ends everything: the outputs that are active become inactive.
  package mutating func stop() -> [Change] {
    waiting = []
    playing = nil
    return active.sorted().flatMap { take(Change(output: $0, level: .inactive)) }
  }

  private mutating func startNext(at now: Instant) -> [Change] {
    guard !waiting.isEmpty else {
      playing = nil
      return []
    }
    let entry = waiting.removeFirst()
    playing = Playing(
      entry: entry, start: now, changes: Self.changes(of: entry.signal),
      duration: entry.signal.patterns.values.map(\.duration).max() ?? .zero)
    return deadlineReached(at: now)
  }

  /// The changes of all outputs in the order of time, outputs by name.
  private static func changes(of signal: Signal) -> [(after: Duration, change: Change)] {
    var changes: [(after: Duration, change: Change)] = []
    for (output, pattern) in signal.patterns.sorted(by: { $0.key < $1.key }) {
      var after = Duration.zero
      for step in pattern.steps {
        if step.active > .zero {
          changes.append((after, Change(output: output, level: .active())))
          changes.append((after + step.active, Change(output: output, level: .inactive)))
        }
        after += step.active + step.inactive
      }
    }
    return changes.enumerated().sorted {
      ($0.element.after, $0.offset) < ($1.element.after, $1.offset)
    }.map(\.element)
  }

  private mutating func take(_ change: Change) -> [Change] {
    if change.level.isActive {
      active.insert(change.output)
    } else {
      active.remove(change.output)
    }
    return [change]
  }
}
