/// What an output is at.
package enum Level: Hashable, Sendable {
  /// Silent or dark.
  case inactive

  /// Sounding or lit, at a pitch in hertz; at its own when `nil` or when it has but one.
  case active(pitch: Int? = nil)

  /// Whether it sounds or is lit.
  package var isActive: Bool { self != .inactive }
}
