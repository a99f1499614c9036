@testable import Base
import Geofence
import Testing

struct JSONEncodingTests {
  private struct Sample: Codable, Hashable {
    var text = "a \"b\" \n ü"
    var yes = true
    var tenth = 0.1
    var least = Double.leastNonzeroMagnitude
    var zero = -0.0
    var great = Double.greatestFiniteMagnitude
    var whole = Int64.min
    var most = UInt64.max
    var small = 3
    var nothing: String?
    var list: [Double?] = [1, nil, 2.5]
    var named = ["a": Duration.nanoseconds(-1), "b": .seconds(1 << 40)]
    var state = RegionState.inside
    var instant = Instant(Duration(secondsComponent: 12, attosecondsComponent: 1))
  }

  @Test func valueIsReadBackExactly() throws {
    let text = try JSON(encoding: Sample()).text
    #expect(!text.contains("\n"))
    let again: Sample = try JSON.parse(text).decoded()
    #expect(again == Sample())
    #expect(again.zero.sign == .minus)
    #expect(text.contains("\"named\":{\"a\":\"-0.000000001\",\"b\":\"1099511627776\"}"))
    #expect(text.contains("\"instant\":\"12.000000000000000001\""))
  }

  private enum Choice: Encodable {
    case none
    case one(of: [String])
  }

  // As in the help that picket prints as JSON.
  @Test func caseIsAnObjectOfItsValues() throws {
    let text = try JSON(encoding: [Choice.none, .one(of: ["a", "b"])]).text
    #expect(text == #"[{"none":{}},{"one":{"of":["a","b"]}}]"#)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan])
  func nonfiniteNumberIsNotReadBack(number: Double) throws {
    let json = try JSON.parse(JSON(encoding: number).text)
    #expect(throws: JSON.Unfit.self) { try json.decoded(Double.self) }
  }

  @Test(arguments: ["[]", "{}", "{\"text\":1}", "null", "1"])
  func otherTypesAreRefused(text: String) {
    #expect(throws: JSON.Unfit.self) { try JSON.parse(text).decoded(Sample.self) }
  }

  @Test(arguments: [
    "", "-", "1.", ".5", "1.0000000000000000001", "1e3", "+1", "1 ", "9223372036854775808",
  ])
  func invalidSecondsAreRefused(text: String) {
    #expect(Duration(exactSeconds: text) == nil)
  }

  @Test(arguments: [
    (0, 0), (1, 0), (-1, -500_000_000_000_000_000), (0, -1), (7, 999_999_999_999_999_999),
  ])
  func secondsAreReadBack(seconds: Int64, attoseconds: Int64) {
    let duration = Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
    #expect(Duration(exactSeconds: duration.exactSeconds) == duration)
  }
}
