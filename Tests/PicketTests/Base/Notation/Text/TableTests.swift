import Base
import Testing

struct TableTests {
  private let rows = [["region", "visits"], ["orchard", "3"], ["a", "12"]]

  @Test func numbersAreFlushRight() {
    #expect(Table.lines(of: rows) == ["region   visits", "orchard       3", "a            12"])
  }

  @Test func linesEndWithoutSpaces() {
    #expect(
      Table.lines(of: [["1", "", "x"], ["10", "name", ""]], indent: 2) { $0 == 0 } == [
        "   1        x", "  10  name",
      ])
  }

  @Test func emptyColumnHasNoWidth() {
    #expect(Table.lines(of: [["a", "", "b"]]) == ["a  b"])
    #expect(Table.lines(of: []).isEmpty)
  }

  @Test func oneIsSingular() {
    #expect([0, 1, 2].map { $0.counted("fix", "fixes") } == ["0 fixes", "1 fix", "2 fixes"])
    #expect(12_345.counted("line", grouped: true) == "12,345 lines")
    #expect((-1000).grouped == "-1,000")
  }
}
