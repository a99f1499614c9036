@testable import Board
import Geofence
import Testing

struct RepetitionTests {
  private static let start = Instant(.seconds(500))

  @Test(
    arguments: [
      ("50/950", 3000, "0+ 50- 1000+ 1050- 2000+ 2050-"),
      ("1000", 60_000, "0+"),
      ("0/100 50 50", 500, "0- 100+ 200- 300+ 400-"),
      // The same level at the end and at the start is one step.
      ("100/100 100", 1000, "0+ 100- 200+ 400- 500+ 700- 800+"),
    ] as [(String, Int, String)])
  func repetitionIsContinuous(_ text: String, _ length: Int, _ edges: String) throws {
    let repetition = Repetition(try Pattern(text), from: Self.start)
    var edgesFound: [String] = []
    var next: Instant? = Self.start
    while let now = next, Self.start.duration(to: now) < .milliseconds(length) {
      let (level, until) = repetition.level(at: now)
      edgesFound.append(
        "\(Int(Self.start.duration(to: now) / .milliseconds(1)))\(level.isActive ? "+" : "-")")
      next = until
    }
    #expect(edgesFound.joined(separator: " ") == edges)
  }

  @Test func levelDependsOnTimeAlone() throws {
    let repetition = Repetition(try Pattern("50/2950"), from: Self.start)
    let year = Self.start.advanced(by: .seconds(3) * 10_000_000)
    let (level, until) = repetition.level(at: year.advanced(by: .milliseconds(49)))
    #expect(level.isActive)
    #expect(until == year.advanced(by: .milliseconds(50)))
    #expect(!repetition.level(at: year.advanced(by: .milliseconds(50))).level.isActive)
  }

  @Test func constantLevelSetsNoDeadline() throws {
    let repetition = Repetition(try Pattern("100 200 x3"), from: Self.start)
    #expect(repetition.level(at: Self.start).until == nil)
  }
}
