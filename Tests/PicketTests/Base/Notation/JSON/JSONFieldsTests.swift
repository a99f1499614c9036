@testable import Base
import Testing

struct JSONFieldsTests {
  private let fields = JSONFields([
    "text": .string("a"), "number": .number(7), "flag": .boolean(true), "null": .null,
    "object": .object(["b": .number(1)]),
  ])

  @Test func valuesAreReadByType() throws {
    #expect(try fields.text("text") == "a")
    #expect(try fields.number("number", in: 0...7, of: "metres") == 7)
    #expect(try fields.boolean("flag") == true)
    #expect(try fields.object("object") == ["b": .number(1)])
  }

  @Test func nullCountsAsMissing() throws {
    for key in ["null", "other"] {
      #expect(fields[key] == nil)
      #expect(try fields.text(key) == nil)
      #expect(try fields.number(key, in: 0...1, of: "metres") == nil)
      #expect(try fields.boolean(key) == nil)
      #expect(try fields.object(key) == nil)
    }
  }

  @Test func otherTypesAreMistakesWithARemedy() {
    func words(_ read: () throws(JSONFields.Mistake) -> Void) -> String? {
      do throws(JSONFields.Mistake) { try read() } catch {
        return "\(error.said.text); \(error.advice.text)"
      }
      return nil
    }
    #expect(
      words { () throws(JSONFields.Mistake) in _ = try fields.text("number") }
        == "number is a number; give a text")
    #expect(
      words { () throws(JSONFields.Mistake) in _ = try fields.boolean("text") }
        == "text is a string; give true or false")
    #expect(
      words { () throws(JSONFields.Mistake) in
        _ = try fields.number("number", in: 0...6.5, of: "metres")
      } == "number is 7; give metres from 0 to 6.5")
  }
}
