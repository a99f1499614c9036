internal import Base
internal import RegionFiles

/// The name of a walk and of its folder.
package struct WalkName: Hashable, Sendable {
  /// The name, unchanged.
  package let text: String

  /// The reason for which a text is not a name, and the rule for names.
  package struct NameMistake: Error, CustomStringConvertible {
    /// The reason in one line.
    package let description: String
  }

  /// Checks the name of a requested walk.
  package init(_ text: String) throws(NameMistake) {
    let allowed = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard allowed, !text.isEmpty, text.utf8.count <= 64, !text.hasPrefix(".") else {
      throw NameMistake(
        description: """
          \(text.quoted.onOneLine) is not a name for a walk; give up to 64 letters, digits, - _ and \
          ., and no dot at the start
          """)
    }
    guard Self.number(of: text) == nil else {
      throw NameMistake(
        description: "\(text) is a name of an automatic walk; give a name without \(Self.prefix)")
    }
    self.text = text
  }

  /// The name of an automatic walk.
  package init(number: Int) {
    text = "\(Self.prefix)\(number)"
  }

  /// The number in an automatic walk's name; `nil` for other names.
  package static func number(of text: String) -> Int? {
    guard text.hasPrefix(prefix), let number = Int(text.dropFirst(prefix.count)), number > 0,
      text == "\(prefix)\(number)"
    else { return nil }
    return number
  }

  private static let prefix = "always-"
}
