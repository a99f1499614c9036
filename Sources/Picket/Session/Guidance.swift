internal import Geofence
internal import Outputs

/// What guides the carrier by ear while no signal plays: the approach cue, or the distance to a border
/// that the carrier looks for.
struct Guidance: Sendable {
  /// The cues so far.
  private(set) var log = CueLog()

  /// The border that the carrier looks for.
  private(set) var finder: Finder?

  /// The approach cue.
  private(set) var cue: Cue?

  private var sound: CueSound?

  /// Notes that another approach cue plays now, or none.
  ///
  /// - Parameters:
  ///   - ended: The reason why the last one ended, if the carrier did not cross the border.
  ///   - time: The time of day.
  ///   - instant: The instant on the timeline of the fixes.
  /// - Returns: Whether it is that of another region.
  mutating func note(
    _ cue: Cue?, _ ended: CueSilence?, time: Timestamp?, at instant: Instant
  ) -> Bool {
    defer { self.cue = cue }
    log.note(cue, ended, time: time, at: instant)
    return cue != nil && cue?.region != self.cue?.region
  }

  /// Looks for a border until an instant, or for longer if it is looked for already.
  mutating func look(for region: String, until end: Instant) {
    if finder?.region == region { finder?.end = end } else { finder = Finder(region, until: end) }
  }

  /// Sets the distance in metres to the border that is looked for; `nil` if it is unknown.
  mutating func receive(_ distance: Double?) { finder?.receive(distance) }

  /// Ends the finder.
  mutating func stopLooking() { finder = nil }

  /// Ends the finder if its requests have stopped.
  mutating func deadlineReached(at now: Instant) {
    if let end = finder?.end, end <= now { finder = nil }
  }

  /// The directive for the sound that plays from now on; `nil` if it plays already.
  ///
  /// - Parameter isMuted: Whether the region of the approach cue is muted.
  mutating func change(isMuted: Bool) -> Directive? {
    let sound =
      finder != nil
      ? finder?.step.map(CueSound.finder)
      : isMuted ? nil : cue.map { CueSound.approach($0.step) }
    guard sound != self.sound else { return nil }
    self.sound = sound
    return .cue(sound)
  }
}
