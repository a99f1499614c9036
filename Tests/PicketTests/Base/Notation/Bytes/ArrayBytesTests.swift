import Testing

struct ArrayBytesTests {
  @Test(arguments: [
    ("", false), ("b[", false), ("ab", false), ("ab[", true), ("xab[y", true), ("[[ab[", true),
    ("a[b[", false), ("aab[", true), ("[ab", false),
  ])
  func textIsFoundAtAnyPlace(_ bytes: String, _ isThere: Bool) {
    #expect(Array(bytes.utf8).holds("ab[") == isThere)
    #expect(Array(bytes.utf8).count(of: "ab[", upTo: 5) == (isThere ? 1 : 0))
  }

  @Test func textOfOneByteIsFound() {
    #expect(Array("abc".utf8).holds("c"))
    #expect(!Array("abc".utf8).holds("d"))
    #expect(!Array("abc".utf8).holds(""))
  }
}
