import Essentials
import Testing

struct EssentialsTests {
  private struct Value: Encodable {
    enum Kind: Encodable {
      case none
      case list(values: [String])
    }

    let name: String
    let parts: [Int]
    let kinds: [Kind]
    let missing: Int?
    let isShown: Bool
  }

  @Test func valueIsEncodedAsText() throws {
    let encoder = Essentials.JSONEncoder()
    encoder.outputFormatting = .prettyPrinted
    encoder.outputFormatting.insert(.sortedKeys)
    let value = Value(
      name: "a\"\\\n\u{1F}ä", parts: [1, 2], kinds: [.none, .list(values: ["x"])], missing: nil,
      isShown: true)
    let data = try encoder.encode(value)
    #expect(
      String(data: data, encoding: .utf8)
        == #"{"name":"a\"\\\u000a\u001fä","parts":[1,2],"kinds":[{"none":{}},"#
        + #"{"list":{"values":["x"]}}],"isShown":true}"#)
  }
}
