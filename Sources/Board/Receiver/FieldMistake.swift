internal import Base

/// A field of a TPV whose JSON type is not gpsd's.
///
/// gpsd itself never sends one: a program between gpsd and Picket, or the one that recorded the
/// reports, has changed them. libgps refuses some of these reports as a whole, and reads others
/// without the field.
package struct FieldMistake: Hashable, Sendable {
  /// The name of the field.
  package let field: String

  /// The value that was found, in words.
  package let found: String

  /// What gpsd sends.
  package let expected: String

  /// The mistake in words.
  package var words: String { "\(field) is \(found); gpsd sends \(expected)" }

  private static let time = "a string such as \"2026-06-03T09:14:31.000Z\""

  private static let fields: [(name: String, isText: Bool, expected: String)] = [
    ("time", true, time), ("lat", false, "a number such as 51.501"),
    ("lon", false, "a number such as -0.142"), ("mode", false, "a number from 0 to 3"),
    ("device", true, "a string such as \"/dev/ttyACM0\""),
    ("eph", false, "a number of metres"), ("speed", false, "a number of metres a second"),
    ("track", false, "a number of degrees"),
  ]

  /// Finds the first mistake in a TPV; `nil` without one, and for a line that is not JSON.
  init?(in line: ArraySlice<UInt8>) {
    let json = try? JSON.parse(String(decoding: line, as: UTF8.self))
    guard let members = json?.object else { return nil }
    for (name, isText, expected) in Self.fields {
      switch members[name] {
      // A program may write null for what it does not know.
      case nil, .null?: continue
      case .string? where isText: continue
      case .number? where !isText: continue
      case let value?:
        (field, self.expected) = (name, expected)
        found = Self.words(value)
        return
      }
    }
    return nil
  }

  private static func words(_ value: JSON) -> String {
    switch value {
    case .string(let text): "\(value.noun), \(text.cut(toBytes: 40).quoted)"
    case .number(let number): "\(value.noun), \(number.plain)"
    case .boolean(let boolean): "\(value.noun), \(boolean)"
    default: value.noun
    }
  }
}
