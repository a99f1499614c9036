/// A part of a walk's time, in seconds since its first trusted fix.
package struct Interval: Hashable, Sendable {
  /// When it began.
  let start: Double

  /// When it ended.
  var end: Double

  /// How long it lasted.
  var length: Double { end - start }
}
