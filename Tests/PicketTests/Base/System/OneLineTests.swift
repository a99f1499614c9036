import Base
import Testing

struct OneLineTests {
  /// All characters that a terminal or a reader of lines acts on.
  static let controls: [Unicode.Scalar] =
    [0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069].joined().compactMap {
      Unicode.Scalar(UInt32($0))
    }

  @Test func controlCharactersAreEscaped() {
    #expect("a\u{1b}[2Jb\nc\u{85}d\u{7f}".onOneLine == "a\\u{1b}[2Jb\\nc\\u{85}d\\u{7f}")
    for control in Self.controls {
      let line = "a\(control)\u{301}b".onOneLine
      #expect(!line.unicodeScalars.contains(control), "\(control.value)")
      #expect(line.hasPrefix("a\\") && line.hasSuffix("b"))
      #expect(line.onOneLine == line)
    }
  }

  @Test(arguments: ["", "plain", "Überfahrt ♥ 日本 🌳", "e\u{301}", "לשער", "\u{200f}a"])
  func otherTextsStayUnchanged(text: String) {
    #expect(text.onOneLine == text)
    #expect(text.jsonOnOneLine == text)
  }

  @Test func jsonLineKeepsItsContent() throws {
    let text = "a" + String(String.UnicodeScalarView(Self.controls.filter { $0.value >= 0x7F }))
    let line = "{\t\"a\" :\r\"\(text)\"}".jsonOnOneLine
    #expect(line.unicodeScalars.allSatisfy { !Self.controls.contains($0) })
    #expect(try JSON.parse(line).object?["a"]?.string == text)
  }

  @Test func jsonHasNoControlCharacters() throws {
    let text = String(String.UnicodeScalarView(Self.controls)) + "ä"
    for line in [JSONLine.quoted(text), JSON.string(text).text, JSONSource.string(text).line] {
      #expect(line.unicodeScalars.allSatisfy { !Self.controls.contains($0) }, "\(line)")
      #expect(try JSON.parse(line).string == text)
    }
  }
}
