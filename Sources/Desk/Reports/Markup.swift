internal import Base
internal import Geofence
internal import Picket

/// Escapes text for HTML and XML.
enum Markup {
  /// A text in which the characters with a meaning in an element or an attribute are escaped.
  ///
  /// Characters that XML 1.0 does not allow are left out.
  static func text(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\t", "\n": result.unicodeScalars.append(scalar)
      case let scalar where isLeftOut(scalar): break
      // Readers of the markup see the same character; a terminal does not act on it.
      case let scalar where scalar.isSpelledOut: result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A value as JSON, without the characters that could end the element that has it.
  static func json(_ line: JSONLine) -> String {
    var result = ""
    for scalar in line.text.unicodeScalars {
      switch scalar {
      case "<", ">", "&", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isLeftOut(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value || scalar.value & 0xFFFE == 0xFFFE
  }
}
