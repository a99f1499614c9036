@testable import Desk
import Testing

struct ColumnsTests {
  @Test func largeNumbersTakeMoreBytes() {
    #expect(Columns.text([]) == "")
    #expect(Columns.text([0, 1, -1]) == "AAIB")
    #expect(Columns.text([63, -64]) == "fn8=")
    #expect(Columns.text([64]) == "gAE=")
  }

  @Test func numbersAreReadBack() throws {
    let numbers = [0, 5, -5, 127, 128, -129, 1 << 40, -(1 << 40), 180_000_000]
    let page =
      #"id="data">{"a":"\#(Columns.text(numbers))","b":"\#(Columns.steps(numbers))"}</script>"#
    #expect(try PageData(page).numbers("a") == numbers)
    #expect(try PageData(page).sums("b") == numbers)
  }
}
