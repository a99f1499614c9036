@testable import Picket
import Records
import Testing

struct RequestTests {
  @Test func requestHasNameIdentifierAndFields() throws {
    let request = try Request(
      Array(#" {"do":"add","id":7,"region":"a","radius":2.5,"here":true,"note":null} "#.utf8))
    #expect(request.name == "add")
    #expect(request.id == .number(7))
    #expect(try request.requiredText("region") == "a")
    #expect(try request.number("radius", in: 0...10) == 2.5)
    #expect(try request.flag("here"))
    #expect(try !request.flag("there"))
    #expect(try request.text("note") == nil)
    #expect(!request.has("note"))
  }

  @Test func invalidFieldHasAReason() throws {
    let request = try Request(Array(#"{"do":"add","radius":11,"region":{},"here":0}"#.utf8))
    #expect(throws: Refusal("radius is 11; give a number from 0 to 10")) {
      try request.number("radius", in: 0...10)
    }
    #expect(throws: Refusal("region is an object; give a text")) { try request.text("region") }
    #expect(throws: Refusal("here is a number; give true or false")) { try request.flag("here") }
    #expect(throws: Refusal("add needs a text under note")) { try request.requiredText("note") }
    #expect(throws: Refusal("radius is a number; give an object")) { try request.object("radius") }
  }

  @Test func refusalHasTheIdentifierOfTheRequest() {
    #expect(
      throws: Request.LineMistake(
        refusal: Refusal("there is no text under do; send an object such as {\"do\":\"status\"}"),
        id: .text("x"))
    ) {
      try Request(Array(#"{"id":"x"}"#.utf8))
    }
  }

  @Test(arguments: ["", "nonsense", "\"do\"", "3", "{\"do\":\"a\",\"id\":1.5}", "{\"do\":\"a\""])
  func otherTextIsRefused(_ line: String) {
    #expect(throws: Request.LineMistake.self) { try Request(Array(line.utf8)) }
  }
}
