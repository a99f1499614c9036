import Base
import Testing

struct XMLReaderTests {
  /// The elements `a` of a document, or its mistake.
  private func read(_ bytes: [UInt8]) -> (elements: [XMLElement], root: String?, wrong: String?) {
    var elements: [XMLElement] = []
    var root: String?
    do throws(Problem) {
      try XMLReader.read(bytes, file: "f", wanted: ["a"]) { part throws(Problem) in
        switch part {
        case .root(let name): root = name
        case .element(let element): elements.append(element)
        }
      }
      return (elements, root, nil)
    } catch {
      return (elements, root, error.description)
    }
  }

  private func read(_ text: String) -> (elements: [XMLElement], root: String?, wrong: String?) {
    read(Array(text.utf8))
  }

  @Test func wantedElementsAreReturnedWhole() throws {
    let (elements, root, wrong) = read(
      """
      <?xml version="1.0"?>
      <x:r xmlns:x="urn:x" xmlns="urn:y">
        <b><a k="1&amp;2" x:l="3">one<!-- no -->&lt;two<c/><![CDATA[<3>]]></a></b>
        <a><a/></a>
      </x:r>
      """)
    #expect(wrong == nil)
    #expect(root == "r")
    #expect(elements.count == 2)
    let first = try #require(elements.first)
    #expect(first.text == "one<two<3>")
    #expect(first.attribute("k") == "1&2")
    #expect(first.attribute("l") == "3")
    #expect(first.line == 3)
    #expect(first.namespace == "urn:y")
    #expect(first.children.map(\.name) == ["c"])
    // A nested element is returned only with its parent.
    #expect(elements[1].children.map(\.name) == ["a"])
  }

  @Test func otherEncodingsAreRead() {
    let latin =
      Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>".utf8) + [0xE9] + Array("</a>".utf8)
    #expect(read(latin).elements.first?.text == "é")
    let units: [[UInt8]] = "<a>é</a>".utf16.map { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let wide: [UInt8] = [0xFF, 0xFE] + units.joined()
    #expect(read(wide).elements.first?.text == "é")
  }

  @Test(
    arguments: [
      ("", "f:1:1: this is not XML: no element found"),
      ("<r>", "f:1:4: this is not XML: no element found"),
      ("<r>\n <a>\n </r>", "f:3:4: this is not XML: mismatched tag"),
      ("<r/><r/>", "f:1:5: this is not XML: junk after document element"),
      ("<r a='1' a='2'/>", "f:1:10: this is not XML: duplicate attribute"),
      ("<r>&nbsp;</r>", "f:1:4: this is not XML: undefined entity"),
      ("<x:r/>", "f:1:1: this is not XML: unbound prefix"),
      ("<r>\u{1}</r>", "f:1:4: this is not XML: not well-formed (invalid token)"),
    ] as [(String, String)])
  func invalidXMLIsRefusedWithItsPlace(_ text: String, _ wrong: String) {
    #expect(read(text).wrong == wrong)
  }

  @Test func entitiesAreRefused() {
    // The attack that is called "a billion laughs".
    var text = "<?xml version=\"1.0\"?>\n<!DOCTYPE r [\n<!ENTITY l0 \"lol\">\n"
    for level in 1...9 {
      let ten = String(repeating: "&l\(level - 1);", count: 10)
      text += "<!ENTITY l\(level) \"\(ten)\">\n"
    }
    text += "]><r><a>&l9;</a></r>"
    let (elements, _, wrong) = read(text)
    #expect(elements.isEmpty)
    #expect(wrong?.hasSuffix("it declares entities or attributes, which are not read") ?? false)
  }

  @Test(
    arguments: [
      "<!DOCTYPE r [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><r><a>&x;</a></r>",
      "<!DOCTYPE r [<!ENTITY % x SYSTEM \"file:///etc/passwd\"> %x;]><r><a/></r>",
      "<!DOCTYPE r [<!ATTLIST a x CDATA \"much\"><!-- entities -->]><r><a/></r>",
      "<!DOCTYPE r SYSTEM \"file:///etc/passwd\"><r><a>&x;</a></r>",
    ] as [String])
  func otherElementsAreSkipped(_ text: String) {
    let (elements, _, wrong) = read(text)
    #expect(elements.isEmpty)
    #expect(wrong?.contains("entit") ?? false)
  }

  @Test func depthIsBounded() {
    func nested(_ count: Int) -> String {
      String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count)
    }
    #expect(read(nested(64)).wrong == nil)
    #expect(read(nested(65)).wrong == "f:1:193: elements are nested more than 64 deep")
    #expect(read(String(repeating: "<b>", count: 100_000)).wrong != nil)
  }

  @Test func thrownErrorEndsReading() {
    var count = 0
    #expect(throws: Problem.self) {
      try XMLReader.read(Array("<r><a/><a/><a/></r>".utf8), file: "f", wanted: ["a"]) {
        part throws(Problem) in
        if case .element = part { count += 1 }
        throw Problem(file: "f", wrong: "no")
      }
    }
    #expect(count == 0)
  }

  @Test(arguments: ["<r><a/><a><b/><c", "<r><a/><a><b/><c>te", "<r><a/><a><b/><c><![CDATA[te"])
  func openElementsOfACutDocumentAreHandedOver(_ text: String) throws {
    var open: [XMLElement] = []
    var wrong: Problem?
    try XMLReader.read(
      Array(text.utf8), file: "f", wanted: ["a"], cut: { (open, wrong) = ($0, $1) },
      handle: { _ in })
    #expect(open.first?.name == "a" && open.first?.children.map(\.name) == ["b"])
    #expect(wrong?.wrong == "the file ends early")
    #expect(read(text).wrong?.hasPrefix("f:1:") == true)
  }
}
