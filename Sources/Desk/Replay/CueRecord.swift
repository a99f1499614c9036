package import Geofence

/// The time for which the approach cues of one region played, and the part without a crossing.
package struct CueRecord: Hashable, Sendable {
  /// A cue that has ended and that a crossing may still follow.
  private struct Ended: Hashable {
    var end: Instant
    var length: Duration
  }

  /// The total time for which cues played.
  package private(set) var played = Duration.zero

  /// The total time of the cues that no crossing followed within `patience`.
  package private(set) var unused = Duration.zero

  private var start: Instant?
  // Whether the border was crossed during the present cue.
  private var isUsed = false
  private var waiting: [Ended] = []

  /// Creates an empty record.
  package init() {}

  /// Notes that a cue begins for the region, unless one plays.
  package mutating func begin(at now: Instant) {
    expire(by: now)
    start = start ?? now
  }

  /// Notes that the cue of the region ended.
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

  /// Counts the cues whose time for a crossing is over as unused.
  private mutating func expire(by now: Instant) {
    while let first = waiting.first, first.end.duration(to: now) > Self.patience {
      unused += first.length
      waiting.removeFirst()
    }
  }

  /// Ends the record: a cue that still waits for a crossing counts as unused.
  package mutating func finish(at now: Instant) {
    end(at: now)
    unused += waiting.reduce(.zero) { $0 + $1.length }
    waiting.removeAll()
  }

  /// The longest time from a cue to the crossing that it announced.
  package static let patience = Duration.seconds(60)
}
