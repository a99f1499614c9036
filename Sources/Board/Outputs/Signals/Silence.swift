internal import Geofence

/// Decides when buzzers are silent: while they are muted and in quiet hours.
struct Silence: Sendable {
  /// The state of the mute.
  private enum Mute: Hashable {
    case off
    case until(Instant)
    case on
  }

  private var mute = Mute.off
  private var quiet: QuietSettings
  private let offset: @Sendable (Timestamp) -> Int
  private var clock: WallClock?
  /// The current span of quiet or other hours; `nil` while the time of day is unknown.
  private var span: QuietHours.Span?

  /// Creates the silence of buzzers that are not muted.
  ///
  /// - Parameter offset: The seconds by which local clocks are ahead of UTC at a time.
  init(_ quiet: QuietSettings, offset: @escaping @Sendable (Timestamp) -> Int) {
    self.quiet = quiet
    self.offset = offset
  }

  /// Whether the carrier has muted the buzzers.
  func isMuted(at now: Instant) -> Bool { mute != .off && muteEnd.map { now < $0 } ?? true }

  /// The instant at which the mute ends; `nil` without a mute or when only `unmute` ends it.
  var muteEnd: Instant? {
    if case .until(let end) = mute { end } else { nil }
  }

  /// Whether these are quiet hours; at an unknown time of day, only if buzzers are always silent.
  func isQuiet(at now: Instant) -> Bool {
    quiet.isAlways || span(at: now)?.isQuiet ?? false
  }

  /// Whether anything depends on the time of day.
  @inline(__always) var hasHours: Bool { quiet.hours != nil && !quiet.isAlways }

  /// The instant at which the mute or the current span ends; `nil` when neither does.
  var deadline: Instant? {
    .earliest(muteEnd, span.flatMap { span in clock?.instant(of: span.end) })
  }

  /// Mutes the buzzers until an instant, or until `unmute`.
  mutating func mute(until end: Instant?) {
    mute = end.map(Mute.until) ?? .on
  }

  /// Ends the mute.
  mutating func unmute() {
    mute = .off
  }

  /// Sets the time of day; returns whether the span of hours has changed.
  mutating func set(_ clock: WallClock, at now: Instant) -> Bool {
    self.clock = clock
    guard hasHours else { return false }
    let before = span
    span = span(at: now)
    return span != before
  }

  /// Adopts settings that were read again.
  mutating func adopt(_ quiet: QuietSettings) {
    self.quiet = quiet
    // The time zone may have changed, too.
    span = nil
  }

  /// Forgets the mute and the time of day.
  mutating func reset() {
    mute = .off
    clock = nil
    span = nil
  }

  /// Whether buzzers are silent now; moves on to the current span and ends a mute that is over.
  mutating func isSilent(at now: Instant) -> Bool {
    if !isMuted(at: now) { mute = .off }
    span = span(at: now)
    return isMuted(at: now) || isQuiet(at: now)
  }

  private func span(at now: Instant) -> QuietHours.Span? {
    guard hasHours, let hours = quiet.hours, let clock else { return nil }
    let time = clock.time(at: now)
    if let span, span.contains(time) { return span }
    return hours.span(at: time, offset: offset)
  }
}
