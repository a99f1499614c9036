@testable import PicketLink
import Testing

struct TopicsTests {
  private let topics = Topics(prefix: "picket", board: "b")

  @Test func regionsAreOneLevel() {
    #expect(topics.region("orchard") == "picket/b/region/orchard")
    #expect(topics.region("a/b +#%é") == "picket/b/region/a%2Fb%20%2B%23%25é")
    let forbidden = String(decoding: [0xEF, 0xB7, 0x90, 0xF0, 0x9F, 0xBF, 0xBF], as: UTF8.self)
    #expect(topics.region("a\(forbidden)") == "picket/b/region/a%EF%B7%90%F0%9F%BF%BF")
  }

  @Test(arguments: [
    ("", "is empty"), ("a+", "has a + or #, which select topics"),
    ("/a", "has an empty level"), ("a//b", "has an empty level"),
    ("a\n", "has a control character"),
  ])
  func badPrefixIsRefused(_ text: String, _ fault: String) {
    #expect(Topics.fault(in: text, isOneLevel: false) == fault)
  }
}
