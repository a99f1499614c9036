/// The level of an output.
package enum Level: Hashable, Sendable {
  /// Silent or dark.
  case inactive

  /// Sounding or lit; the pitch is in hertz, that of the output when `nil` or when it has only one.
  case active(pitch: Int? = nil)

  /// Whether it sounds or is lit.
  package var isActive: Bool { self != .inactive }
}
