import Base
import Testing

struct JSONSourceTests {
  @Test(
    arguments: [
      "{\n  \"a\": 1.50,\n  \"b\": [-0.0, 1E+2, 51.500100]\n}\n", "[]", "{}", "{\"a\":{}}",
      " \"\\u00e9\\n\" ", "[true,false,null,[[]]]", "{\"b\":1,\"a\":2}",
    ] as [String])
  func writtenDocumentIsReadBack(_ text: String) throws {
    let source = try JSONSource.parse(text)
    #expect(source.json == (try? JSON.parse(text)))
    let again = try JSONSource.parse(source.document)
    #expect(again == source)
    #expect(again.document == source.document)
  }

  @Test func digitsAndOrderAreKept() throws {
    let text = #"{"z": 1.500, "a": [1E5, -0.0], "m": "\u00e9\/"}"#
    let source = try JSONSource.parse(text)
    #expect(source.line == #"{ "z": 1.500, "a": [1E5, -0.0], "m": "\u00e9\/" }"#)
  }

  @Test func longArrayIsBroken() throws {
    let long = (0..<40).map { "[\($0), 51.5]" }.joined(separator: ",")
    let source = try JSONSource.parse("{\"short\":[1,2],\"long\":[\(long)]}")
    let lines = source.document.split(separator: "\n")
    #expect(lines[1] == "  \"short\": [1, 2],")
    #expect(lines[2] == "  \"long\": [")
    #expect(lines[3] == "    [0, 51.5],")
    #expect(lines.count == 45)
    #expect(lines.allSatisfy { $0.count <= 100 })
  }

  @Test func featureIsNeverOnOneLine() throws {
    let source = try JSONSource.parse(
      #"{"type":"FeatureCollection","features":[{"type":"Feature"}]}"#)
    #expect(
      source.document == """
        {
          "type": "FeatureCollection",
          "features": [
            {
              "type": "Feature"
            }
          ]
        }

        """)
  }

  @Test func membersAreSetAndRemoved() throws {
    var source = try JSONSource.parse(#"{"a": 1, "b": 2}"#)
    source["c"] = .boolean(true)
    source["a"] = nil
    source["b"] = .string("x\"y")
    #expect(source.line == #"{ "b": "x\"y", "c": true }"#)
  }

  @Test(
    arguments: [
      ("51.500100", "51.500100"), (" -0.5 ", "-0.5"), ("+5", "5"), (".5", "0.5"), ("5.", "5"),
      ("1e3", "1e3"),
    ] as [(String, String)])
  func validNumberKeepsItsDigits(_ text: String, _ number: String) {
    #expect(JSONSource.number(text) == .leaf(number))
  }

  @Test(arguments: ["", "five", "1,5", "1e999", "nan", "inf", "\"5\"", "0x10p9999"] as [String])
  func invalidNumberIsNil(_ text: String) {
    #expect(JSONSource.number(text) == nil)
  }
}
