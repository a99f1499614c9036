/// The reason for which a fix was not trusted.
public enum Rejection: String, Error, CaseIterable, Hashable, Sendable {
  /// The receiver has no position: mode 0 or 1.
  case noFix
  /// A position without a mode: a program between gpsd and Picket has dropped it.
  case noMode
  /// Another receiver than the configured one, or than the one in use.
  case otherDevice
  /// The receiver has lost the satellites and only estimates, without an error of its own.
  case estimated
  /// Latitude or longitude is missing or not a number.
  case noPosition
  /// Latitude or longitude is out of range.
  case outOfRange
  /// Latitude and longitude are both zero, as broken receivers report.
  case nullIsland
  /// The receiver did not report the time.
  case noTime
  /// Another report of an epoch of which a fix was already trusted.
  case duplicate
  /// The time has stood still for longer than an epoch can last.
  case frozenTime
  /// Older than a fix that was already trusted.
  case backwards
  /// Later than a fix can be: the clock was set ahead, or the date is wrong.
  case ahead
  /// Farther from the last trusted fix than a carrier can have come.
  case jump
  /// The same place for too long, while the receiver itself reports that it moves.
  case frozenPosition
}
