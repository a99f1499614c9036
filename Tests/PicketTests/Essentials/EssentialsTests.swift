import Essentials
@testable import Notation
import Testing

struct EssentialsTests {
  private struct Value: Encodable {
    let name: String
    let parts: [Int]
  }

  @Test func valueIsEncodedAsText() throws {
    Essentials.JSONEncoder.text = { try JSON(encoding: $0).text }
    let encoder = Essentials.JSONEncoder()
    encoder.outputFormatting = .prettyPrinted
    encoder.outputFormatting.insert(.sortedKeys)
    let data = try encoder.encode(Value(name: "a", parts: [1, 2]))
    #expect(String(data: data, encoding: .utf8) == #"{"name":"a","parts":[1,2]}"#)
  }
}
