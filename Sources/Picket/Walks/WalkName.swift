internal import Notation
internal import RegionFiles

/// The name of a walk, which is also that of its folder.
package struct WalkName: Hashable, Sendable {
  /// The name as it was given.
  package let text: String

  /// Why a text is no name, and what would be.
  package struct Mistake: Error, CustomStringConvertible {
    /// In one line.
    package let description: String
  }

  /// Checks a name that somebody gave.
  package init(_ text: String) throws(Mistake) {
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
      throw Mistake(
        description: """
          \(text.quoted.onOneLine) is no name of a walk; give up to 64 letters, digits, - _ and ., \
          the first no dot
          """)
    }
    guard Self.number(of: text) == nil else {
      throw Mistake(
        description: "\(text) is a name that Picket gives itself; give one without \(Self.own)")
    }
    self.text = text
  }

  /// The name of the so-many-th walk that nobody asked for.
  package init(number: Int) {
    text = "\(Self.own)\(number)"
  }

  /// The how many-th walk that nobody asked for has this name; `nil` for any other.
  package static func number(of text: String) -> Int? {
    guard text.hasPrefix(own), let number = Int(text.dropFirst(own.count)), number > 0,
      text == "\(own)\(number)"
    else { return nil }
    return number
  }

  private static let own = "always-"
}
