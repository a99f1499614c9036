@testable import Notation
@testable import Outputs
@testable import Picket
@testable import RegionFiles
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
      ("", 1, 1, "the file ends where a value is expected"),
      (" \n ", 2, 2, "the file ends where a value is expected"),
      ("{\"a\":1,\n \"b\" 2}", 2, 6, "'2' stands where ':' is expected"),
      ("[1,]", 1, 4, "']' stands where a value is expected"),
      ("[1 2]", 1, 4, "'2' stands where ',' or ']' is expected"),
      ("{\"a\":1 \"b\":2}", 1, 8, "'\"' stands where ',' or '}' is expected"),
      ("{a:1}", 1, 2, "'a' stands where a name in double quotes is expected"),
      ("{\"a\":1,\"a\":2}", 1, 8, "\"a\" is there twice"),
      ("[1] x", 1, 5, "'x' stands where the end of the file is expected"),
      ("[01]", 1, 3, "'1' stands where ',' or ']' is expected"),
      ("[NaN]", 1, 2, "'N' stands where a value is expected"),
      ("[-]", 1, 3, "']' stands where a digit is expected"),
      ("[1.]", 1, 4, "']' stands where a digit is expected"),
      ("[1e]", 1, 4, "']' stands where a digit is expected"),
      ("[\"é\" é]", 1, 6, "another character stands where ',' or ']' is expected"),
      ("\"abc", 1, 5, "the file ends where '\"' is expected"),
      ("\"a\nb\"", 1, 3, "a control character is in a text and not escaped"),
      ("\"\\q\"", 1, 3, "'q' stands where an escape is expected"),
      ("\"\\u12g4\"", 1, 6, "'g' stands where a hexadecimal digit is expected"),
      ("\"\\ud800\"", 1, 2, "the escape is half a character"),
      ("\"\\ud800\\u0041\"", 1, 2, "the escape is half a character"),
      ("nul", 1, 1, "'n' stands where a value is expected"),
      (String(repeating: "[", count: 1_000_000), 1, 66, "values are nested more than 64 deep"),
      (String(repeating: "{\"a\":", count: 100), 1, 326, "values are nested more than 64 deep"),
    ] as [(String, Int, Int, String)])
  func mistakeHasItsPlace(_ text: String, _ line: Int, _ column: Int, _ reason: String) {
    do throws(JSON.Mistake) {
      let value = try JSON.parse(text)
      Issue.record("\(value) was read")
    } catch {
      #expect(error == JSON.Mistake(reason: reason, line: line, column: column))
    }
  }
}
