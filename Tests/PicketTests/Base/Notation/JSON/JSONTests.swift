@testable import Base
import Testing

struct JSONTests {
  @Test(
    arguments: [
      ("null", JSON.null),
      (" [true, false]\r\n", .array([.boolean(true), .boolean(false)])),
      ("{}", .object([:])),
      ("[]", .array([])),
      (
        "{\"a\": {\"b\": [1]}, \"c\": \"d\"}",
        .object(["a": .object(["b": .array([.number(1)])]), "c": .string("d")])
      ),
      (
        "[0, -0.5, 12e2, 1E-2, 1e+2]",
        .array([.number(0), .number(-0.5), .number(1200), .number(0.01), .number(100)])
      ),
      ("1e999", .number(.infinity)),
      ("-1e999", .number(-.infinity)),
      ("1e-999", .number(0)),
      ("\"\\\"\\\\\\/\\b\\f\\n\\r\\t é\"", .string("\"\\/\u{8}\u{C}\n\r\t é")),
      ("\"\\u00e9\\uD83D\\ude00\"", .string("é😀")),
    ] as [(String, JSON)])
  func validJSONIsRead(_ text: String, _ value: JSON) throws {
    #expect(try JSON.parse(text) == value)
  }

  @Test(
    arguments: [
      ("", 1, 1, "the file ends, but a value is expected"),
      (" \n ", 2, 2, "the file ends, but a value is expected"),
      ("{\"a\":1,\n \"b\" 2}", 2, 6, "found '2', expected ':'"),
      ("[1,]", 1, 4, "found ']', expected a value"),
      ("[1 2]", 1, 4, "found '2', expected ',' or ']'"),
      ("{\"a\":1 \"b\":2}", 1, 8, "found '\"', expected ',' or '}'"),
      ("{a:1}", 1, 2, "found 'a', expected a name in double quotes"),
      ("{\"a\":1,\"a\":2}", 1, 8, "\"a\" appears twice"),
      ("[1] x", 1, 5, "found 'x', expected the end of the file"),
      ("[01]", 1, 3, "found '1', expected ',' or ']'"),
      ("[NaN]", 1, 2, "found 'N', expected a value"),
      ("[-]", 1, 3, "found ']', expected a digit"),
      ("[1.]", 1, 4, "found ']', expected a digit"),
      ("[1e]", 1, 4, "found ']', expected a digit"),
      ("[\"é\" é]", 1, 6, "found a non-ASCII character, expected ',' or ']'"),
      ("\"abc", 1, 5, "the file ends, but '\"' is expected"),
      ("\"a\nb\"", 1, 3, "a control character is in a text and not escaped"),
      ("\"\\q\"", 1, 3, "found 'q', expected an escape"),
      ("\"\\u12g4\"", 1, 6, "found 'g', expected a hexadecimal digit"),
      ("\"\\ud800\"", 1, 2, "the escape is half a character"),
      ("\"\\ud800\\u0041\"", 1, 2, "the escape is half a character"),
      ("nul", 1, 1, "found 'n', expected a value"),
      (String(repeating: "[", count: 1_000_000), 1, 66, "values are nested more than 64 deep"),
      (String(repeating: "{\"a\":", count: 100), 1, 326, "values are nested more than 64 deep"),
    ] as [(String, Int, Int, String)])
  func mistakeHasItsPlace(_ text: String, _ line: Int, _ column: Int, _ reason: String) {
    let mistake = JSON.Mistake(reason: reason, line: line, column: column)
    #expect(throws: mistake) { try JSON.parse(text) }
    // Read for editing, it has the same mistake.
    #expect(throws: mistake) { try JSONSource.parse(text) }
  }
}
