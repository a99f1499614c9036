package import Geofence

/// The approach cues of the last minutes, kept so that they can be explained.
package struct CueLog: Sendable {
  /// The time during which a cue played for one region.
  package struct Span: Hashable, Sendable {
    /// The identifier of the region.
    package let region: String
    /// The time at which the cue began.
    package let start: Instant
    /// The time of day at the start, if it was known.
    package let time: Timestamp?
    /// The time at which the cue ended; `nil` while it plays.
    package private(set) var end: Instant?
    /// The reason for its end; `nil` after a crossing, or when another border was nearer.
    package private(set) var silence: CueSilence?
    /// The fastest step that the cue reached.
    package private(set) var step: Int

    /// The time for which the cue played, or has played until now.
    package func length(at now: Instant) -> Duration { start.duration(to: end ?? now) }

    fileprivate init(_ cue: Cue, time: Timestamp?, at now: Instant) {
      region = cue.region
      start = now
      self.time = time
      step = cue.step
    }

    fileprivate mutating func end(_ reason: CueSilence?, at now: Instant) {
      end = now
      silence = reason
    }

    fileprivate mutating func raise(to new: Int) { step = max(step, new) }
  }

  private var spans = Recent<Span>(capacity: 32)

  /// Creates an empty log.
  package init() {}

  /// The last cue.
  package var last: Span? { spans.last }

  /// The cues of a region, the oldest first.
  package func spans(of region: String) -> [Span] {
    spans.places.map { spans[$0] }.filter { $0.region == region }
  }

  /// Notes that another cue plays from now on, or none.
  ///
  /// - Parameter reason: The reason for the end of the previous cue.
  package mutating func note(
    _ cue: Cue?, _ reason: CueSilence?, time: Timestamp?, at now: Instant
  ) {
    let cue = cue?.ofApproach
    if let last, last.end == nil {
      if let cue, cue.region == last.region { return spans[spans.end - 1].raise(to: cue.step) }
      spans[spans.end - 1].end(reason, at: now)
    }
    if let cue { spans.append(Span(cue, time: time, at: now)) }
  }
}
