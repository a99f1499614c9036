import Base
import FoundationEssentials
import Testing

struct JSONLineTests {
  @Test func fieldsKeepTheirOrder() {
    var line = JSONLine()
    #expect(line.text == "{}")
    line.add("z", "text")
    line.add("a", 7)
    line.add("m", 1.5, decimals: 2)
    #expect(line.text == #"{"z":"text","a":7,"m":1.5}"#)
  }

  @Test func unknownValueIsLeftOut() {
    var line = JSONLine()
    line.add("text", nil as String?)
    line.add("number", nil as Int?)
    line.add("decimal", nil, decimals: 2)
    for value in [Double.nan, .infinity, -.infinity] { line.add("odd", value, decimals: 2) }
    #expect(line.text == "{}")
  }

  private static let numbers: [(Double, Int, String)] = [
    (4.1, 2, "4.1"), (12, 2, "12"), (-0.142, 9, "-0.142"), (51.501, 9, "51.501"),
    (0.1 + 0.2, 9, "0.3"), (2.675, 1, "2.7"), (0.004, 2, "0"), (179.999_999_999_9, 9, "180"),
    (-179.123_456_789, 9, "-179.123456789"), (12.5, 0, "13"), (0.000_000_001, 9, "1e-09"),
    (1e300, 9, "1e+300"), (-.greatestFiniteMagnitude, 1, "-1.7976931348623157e+308"),
  ]

  @Test(arguments: numbers.indices)
  func numbersAreRoundedAndShort(_ index: Int) {
    let (value, decimals, text) = Self.numbers[index]
    #expect(value.text(decimals: decimals) == text)
  }

  @Test(arguments: [
    "plain", "", #"a "quoted" word"#, #"back\slash"#, "line\nline\r\n", "tab\t", "\u{0}\u{1}\u{1f}",
    "\u{7f}", "naïve café", "日本", "🌳🔔", "\u{2028}\u{2029}", "e\u{301}", "</script>",
  ])
  func everyTextIsReadBack(_ text: String) throws {
    var line = JSONLine()
    line.add(text, text)
    #expect(!line.text.contains(where: \.isNewline) || text.contains("\u{2028}"))
    let object = try JSONDecoder().decode([String: String].self, from: Data(line.text.utf8))
    #expect(object == [text: text])
  }

  @Test func controlCharactersAreEscaped() {
    var line = JSONLine()
    line.add("x", "a\u{1}\n\t\"\\")
    #expect(line.text == #"{"x":"a\u0001\n\t\"\\"}"#)
  }
}
