/// The waves that a PWM channel makes for the levels of its output.
struct PWMLevels: Hashable, Sendable {
  /// A wave, its times in nanoseconds.
  struct Wave: Hashable, Sendable {
    /// The time of one pulse and the pause after it.
    let period: Int
    /// The time of the pulse.
    let duty: Int
  }

  /// The level in which the channel is left.
  let end: Level

  private let pitch: Int
  private let pulses: ServoPulses?

  /// Creates the waves of an output.
  init(_ output: Output, _ settings: PWMSettings) {
    end = output.endsActive ? .active() : .inactive
    pitch = settings.pitch
    pulses = settings.pulses
  }

  /// Whether it is a servo, which has a wave at every level.
  var isServo: Bool { pulses != nil }

  /// The period in nanoseconds at which the channel is prepared.
  var usualPeriod: Int { isServo ? Self.servoPeriod : 1_000_000_000 / max(1, pitch) }

  /// The wave of a level; `nil` for silence.
  func wave(of level: Level) -> Wave? {
    if let pulses {
      return Wave(
        period: Self.servoPeriod, duty: 1000 * (level.isActive ? pulses.on : pulses.off))
    }
    guard case .active(let pitch) = level else { return nil }
    let period = 1_000_000_000 / max(1, pitch ?? self.pitch)
    return Wave(period: period, duty: period / 2)
  }

  /// 50 pulses a second, which every servo accepts.
  private static let servoPeriod = 20_000_000
}
