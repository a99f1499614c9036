/// A part of a walk's time, in seconds since its first trusted fix.
package struct Interval: Hashable, Sendable {
  /// The start of the interval.
  let start: Double

  /// The end of the interval.
  var end: Double

  /// The length of the interval.
  var length: Double { end - start }
}
