import Base
import Testing

struct JSONWalkTests {
  @Test func memberIsFound() {
    var walk = Self.walk(#"{"a": {}, "b": "é2"}"#)
    let isFound = walk.enter("b")
    let place = walk.place(ofCharacter: 1)
    #expect(isFound && place.line == 1 && place.column == 18)
  }

  @Test func emptyObjectHasNoMembers() {
    // The end of the object is not the beginning of a name.
    var walk = Self.walk(#"[{}," : 1"]"#, at: 1)
    let isFound = walk.enter(",")
    #expect(!isFound)
  }

  private static func walk(_ text: String, at index: Int = 0) -> JSONWalk {
    JSONWalk(JSONParser(text), at: index, place: TextPlace())
  }
}
