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
