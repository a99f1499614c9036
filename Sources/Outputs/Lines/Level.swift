/// The level of an output.
package enum Level: Hashable, Sendable {
  /// Silent or dark.
  case inactive

  /// Sounding or lit; the pitch is in hertz.
  ///
  /// An output sounds at its own pitch when the pitch is `nil` or when it can make no other.
  case active(pitch: Int? = nil)

  /// Whether it sounds or is lit.
  package var isActive: Bool { self != .inactive }
}
