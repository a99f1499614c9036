import Notation
import Picket
import RegionFiles

/// A length of time as an argument: 90s, 10m, 2h or 3d.
struct TimeArgument {
  let seconds: Double

  /// The reason why a text is not a length of time.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  /// Reads a time with its unit.
  static func read(_ text: String) throws -> TimeArgument {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let number = number(text.dropLast()) else {
      let meant = number(text[...]) == nil ? "90s, 10m, 2h or 3d" : "\(text)s, \(text)m or \(text)h"
      throw Mistake(description: "give a time with its unit, such as \(meant)")
    }
    return TimeArgument(seconds: number * unit)
  }

  /// Reads a time with or without its unit: a plain number is in seconds, as in the regions file.
  static func readSeconds(_ text: String) throws -> TimeArgument {
    try number(text[...]).map(TimeArgument.init(seconds:)) ?? read(text)
  }

  private static func number(_ text: Substring) -> Double? {
    Double(text).flatMap { 0..<1e6 ~= $0 ? $0 : nil }
  }
}
