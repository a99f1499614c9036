import Base
@testable import Picket
import Records
import Testing

struct ExtractTests {
  private static let extract = Extract(count: 3, bytes: 20)

  @Test func shortListIsAddedWhole() {
    var line = JSONLine()
    #expect(line.add("inside", ["a", "b", "c"], Self.extract) == 0)
    #expect(line.text == #"{"inside":["a","b","c"]}"#)
  }

  @Test func namesOverTheLimitAreCounted() {
    var line = JSONLine()
    #expect(line.add("inside", ["a", "b", "c", "d", "e"], Self.extract) == 2)
    #expect(line.text == #"{"inside":["a","b","c"],"inside_more":2}"#)
  }

  @Test func bytesOfNamesAreBounded() {
    var line = JSONLine()
    line.add("inside", ["short", String(repeating: "x", count: 20), "c"], Self.extract)
    #expect(line.text == #"{"inside":["short"],"inside_more":2}"#)
    line = JSONLine()
    line.add("inside", [String(repeating: "x", count: 1_000_000)], Self.extract)
    #expect(line.text == #"{"inside":[],"inside_more":1}"#)
  }

  @Test func countIncludesObjectsOmittedBefore() {
    let regions = (0..<4).map { number in
      var line = JSONLine()
      line.add("n", number)
      return line
    }
    var line = JSONLine()
    line.add("near", regions, more: 5, Extract(count: 3, bytes: 16))
    #expect(line.text == #"{"near":[{"n":0},{"n":1}],"near_more":7}"#)
  }

  @Test func textShowsTheFirstNames() {
    #expect(["a", "b"].named() == "a, b")
    #expect(["a", "b", "c"].named(most: 2) == "a, b and 1 more")
    #expect(["a"].named(more: 7) == "a and 7 more")
    #expect([].named(more: 7) == "7 more")
    #expect([String(repeating: "x", count: 100)].named().count == 61)
  }

  @Test func statusCountsTheOtherNames() throws {
    let names = (0..<30).map { #""r\#($0)""# }.joined(separator: ",")
    let near = (0..<30).map { #"{"region":"r\#($0)","state":"inside"}"# }.joined(separator: ",")
    let reply = try #require(
      StatusAnswer(
        #"{"ok":true,"inside":[\#(names)],"inside_more":5,"near":[\#(near)],"near_more":2,"#
          + #""dwell":[],"dwell_more":9}"#))
    let lines = StatusText(reply).lines
    #expect(lines.contains { $0.hasPrefix("inside     r0, r1, ") && $0.hasSuffix(" and 15 more") })
    #expect(lines.count { $0.hasPrefix("region     r") } == 20)
    #expect(lines.contains("region     and 12 more"))
    #expect(lines.contains("dwell      and 9 more"))
  }
}
