/// The reason for which a fix was not trusted.
public enum Rejection: String, Error, CaseIterable, Hashable, Sendable {
  /// The receiver has no position: mode 0 or 1.
  case noFix = "no fix"
  /// A position without a mode: a program between gpsd and Picket has dropped it.
  case noMode = "no mode"
  /// Another receiver than the configured one, or than the one in use.
  case otherDevice = "another device"
  /// The receiver has lost the satellites and only estimates, without an error of its own.
  case estimated = "estimated by the receiver"
  /// Latitude or longitude is missing or not a number.
  case noPosition = "no position"
  /// Latitude or longitude is out of range.
  case outOfRange = "position out of range"
  /// Latitude and longitude are both zero, as broken receivers report.
  case nullIsland = "null island"
  /// The receiver did not report the time.
  case noTime = "no time"
  /// Another report of an epoch of which a fix was already trusted.
  case duplicate = "the same time again"
  /// The time has stood still for longer than an epoch can last.
  case frozenTime = "time stands still"
  /// Older than a fix that was already trusted.
  case backwards = "time went back"
  /// Later than a fix can be: the clock was set ahead, or the date is wrong.
  case ahead = "time jumped ahead"
  /// Farther from the last trusted fix than a carrier can have come.
  case jump = "impossible jump"
  /// The same place for too long, while the receiver itself reports that it moves.
  case frozenPosition = "position stands still"
}
