internal import Geofence

/// The sound and light that stay until they change, unless a signal plays.
package enum CueSound: Hashable, Sendable {
  /// The approach cue in a step of its tempo, from 1.
  case approach(Int)
  /// The distance to a border in a step, from 1 far away to `nearest` on the border.
  case finder(Int)

  /// The step on the border itself.
  package static let nearest = 6

  /// The tempo of the finder; the last is a steady tone.
  static let finder: [Pattern] = ["60/1940", "60/940", "60/440", "60/190", "60/65", "1000"]
    // A test checks that every one of them is a pattern.
    .compactMap { try? Pattern($0) }
}

/// Plays a cue on its outputs whenever no signal plays, each time from the beginning.
///
/// A cue is not a signal: it waits for nothing and nothing waits for it. It is a state, like the
/// status that a light shows.
struct CuePlayer: Sendable {
  /// The cue.
  private(set) var sound: CueSound?

  private var patterns: [String: [Pattern]]
  private var repetitions: [String: Repetition] = [:]
  private var isPlaying = false

  /// Creates a player that plays nothing.
  init(_ settings: CueSettings) {
    patterns = settings.patterns
  }

  /// Plays another cue from now on, or none.
  mutating func show(_ new: CueSound?, isPaused: Bool, at now: Instant) {
    guard new != sound else { return }
    sound = new
    isPlaying = false
    update(isPaused: isPaused, at: now)
  }

  /// Adopts patterns that were read again.
  mutating func adopt(_ settings: CueSettings) {
    patterns = settings.patterns
    isPlaying = false
  }

  /// Starts the cue again when a signal has ended, and stops it while a signal plays.
  mutating func update(isPaused: Bool, at now: Instant) {
    guard let sound, !isPaused else {
      if isPlaying { repetitions.removeAll() }
      isPlaying = false
      return
    }
    guard !isPlaying else { return }
    isPlaying = true
    repetitions = patterns.compactMapValues { steps in
      Self.pattern(sound, steps).map { Repetition($0, from: now) }
    }
  }

  /// The level of an output until its next change; `nil` when the cue does not play on it.
  func level(of output: String, at now: Instant) -> (level: Level, until: Instant?)? {
    isPlaying ? repetitions[output]?.level(at: now) : nil
  }

  private static func pattern(_ sound: CueSound, _ steps: [Pattern]) -> Pattern? {
    let (list, step) =
      switch sound {
      case .approach(let step): (steps, step)
      case .finder(let step): (CueSound.finder, step)
      }
    return list.isEmpty ? nil : list[min(max(1, step), list.count) - 1]
  }
}
