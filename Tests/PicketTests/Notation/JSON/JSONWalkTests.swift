@testable import Notation
import Testing

struct JSONWalkTests {
  @Test func memberIsFound() {
    var walk = JSONWalk(#"{"a": {}, "b": 2}"#)
    let isFound = walk.enter("b")
    let place = walk.place
    #expect(isFound && place.line == 1 && place.column == 16)
  }

  @Test func emptyObjectHasNoMembers() {
    // The end of the object is not the beginning of a name.
    var walk = JSONWalk(#"[{}," : 1"]"#)
    let hasElement = walk.enterArray()
    let isFound = walk.enter(",")
    #expect(hasElement && !isFound)
  }
}
