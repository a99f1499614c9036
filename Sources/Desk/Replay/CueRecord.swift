package import Geofence

/// For how long approach cues played for one region, and how much of that led to nothing.
package struct CueRecord: Hashable, Sendable {
  /// A cue that has ended, and that a crossing may still follow.
  private struct Ended: Hashable {
    var end: Instant
    var length: Duration
  }

  /// How long cues played.
  package private(set) var played = Duration.zero

  /// How long those cues played that were followed by no crossing within `patience`.
  package private(set) var unused = Duration.zero

  private var start: Instant?
  // Whether the border was crossed while the cue plays.
  private var isUsed = false
  private var waiting: [Ended] = []

  /// Creates it empty.
  package init() {}

  /// Notes that a cue begins for the region, unless one plays.
  package mutating func begin(at now: Instant) {
    expire(by: now)
    start = start ?? now
  }

  /// Notes that no cue plays for the region any more.
  package mutating func end(at now: Instant) {
    guard let start else { return }
    self.start = nil
    let length = start.duration(to: now)
    played += length
    if !isUsed { waiting.append(Ended(end: now, length: length)) }
    isUsed = false
  }

  /// Notes that the border was crossed.
  package mutating func cross(at now: Instant) {
    expire(by: now)
    waiting.removeAll()
    isUsed = start != nil
  }

  /// Counts the cues after which the time for a crossing is over.
  private mutating func expire(by now: Instant) {
    while let first = waiting.first, first.end.duration(to: now) > Self.patience {
      unused += first.length
      waiting.removeFirst()
    }
  }

  /// Counts the last cue at the end of the recording, whether or not a crossing came later.
  package mutating func finish(at now: Instant) {
    end(at: now)
    unused += waiting.reduce(.zero) { $0 + $1.length }
    waiting.removeAll()
  }

  /// A crossing that comes later than this after a cue was not announced by it.
  package static let patience = Duration.seconds(60)
}
