@testable import Desk
import Geofence
@testable import Notation
@testable import Picket
@testable import RegionFiles
import Testing

/// The sense that `tune` proposes.
struct SenseChoiceTests {
  @Test func fewestFalseEventsComeFirst() throws {
    let choice = try Self.choice(false: [2, 1, 0], missed: [0, 0, 1], delays: [1, 2, 3])
    #expect(choice.best == .quiet)
    #expect(
      choice.lines == [
        "the sense quiet has the fewest false events on 2 walks of 1 h: "
          + "quick 2 false, 0 of 4 missed, delay 1 s; even 1 false, 0 of 4 missed, delay 2 s; "
          + "quiet 0 false, 1 of 4 missed, delay 3 s",
        "", "[decision]", "sense = \"quiet\"",
      ])
  }

  @Test func fewestMissedComeSecond() throws {
    let choice = try Self.choice(false: [1, 1, 1], missed: [0, 1, 2], delays: [3, 2, 1])
    #expect(choice.best == .quick)
    #expect(
      choice.lines[0].contains("has as few false events as the others, and misses the fewest"))
  }

  @Test func leastDelayComesThird() throws {
    let choice = try Self.choice(false: [1, 1, 1], missed: [0, 0, 0], delays: [1.5, 2, 3])
    #expect(choice.best == .quick)
    #expect(choice.lines[0].contains("and the least delay on 2 walks of 1 h"))
    #expect(choice.lines.last == "sense = \"quick\"")
  }

  @Test func equalSensesAreNotDecided() throws {
    // A difference of less than a tenth of a second does not count.
    let choice = try Self.choice(false: [0, 0, 0], missed: [0, 0, 0], delays: [2, 2.04, 2])
    #expect(choice.best == nil)
    #expect(choice.lines.count == 1)
    #expect(choice.lines[0].hasPrefix("the walks do not decide the sense: quick 0 false, 0 of 4"))
  }

  @Test func presentSenseMayBeTheBest() throws {
    let choice = try Self.choice(false: [1, 0, 0], missed: [0, 0, 0], delays: [1, 2, 3])
    #expect(choice.best == .even && choice.lines.count == 1)
    #expect(choice.lines[0].hasPrefix("the present sense, even, is the best on 2 walks of 1 h: "))
  }

  @Test func nothingIsDecidedWithoutATruth() {
    let trials = Sense.allCases.map { Trial(Self.setting($0)) }
    let choice = SenseChoice(trials, present: .even, place: "on 1 walk of 1 h")
    #expect(
      choice.lines == [
        "the walks do not decide the sense: it is not known which events are right"
      ])
  }

  @Test func jsonHasEachSense() throws {
    let choice = try Self.choice(false: [2, 1, 0], missed: [0, 0, 1], delays: [1, 2, 3])
    let lines = try choice.json.map { try JSON.parse($0).object }
    #expect(lines.map { $0?["sense"]?.string } == ["quick", "even", "quiet"])
    #expect(lines.map { $0?["best"] } == [nil, nil, .boolean(true)])
    #expect(lines.map { $0?["present"] } == [nil, .boolean(true), nil])
  }

  @Test func walksAreTriedWithEachSense() throws {
    let walks = try TunedWalk.read(
      TunedWalk.Source.found(
        at: Recording.walk("01-clean-walk-1hz.nmea.xz"), regions: nil, truth: nil),
      configuration: Configuration(), isConfigured: false)
    let choice = SenseChoice(walks, at: TuningTests.present)
    #expect(choice.trials.map(\.setting.sense) == [.quick, .even, .quiet])
    let delays = choice.trials.compactMap { $0.score.delay(0.5) }
    #expect(delays.count == 3 && delays == delays.sorted() && delays[0] < delays[2])
    #expect(choice.best == .quick)
  }

  private static func setting(_ sense: Sense) -> Setting {
    Setting(cushion: 0, linger: .zero, sense: sense)
  }

  /// A choice among senses with these false and missed events, and one delay each, of 4 crossings.
  private static func choice(
    false wrong: [Int], missed: [Int], delays: [Double]
  ) throws -> SenseChoice {
    let start = Timestamp(nanoseconds: 1_780_478_040_000_000_000)
    func time(_ second: Double) -> Timestamp { start.advanced(by: .seconds(second)) }
    let trials = Sense.allCases.indices.map { index in
      var score = Score()
      let slots = (0..<4).map { number in
        let passed = 100 * Double(number) + 100
        return Truth.Slot(
          kind: .required, event: number.isMultiple(of: 2) ? .enter : .exit, passed: time(passed),
          open: time(passed - 10), close: time(passed + 50))
      }
      let reported = slots.dropLast(missed[index]).map { ($0.event, $0.passed, delays[index]) }
      let events =
        reported.map { kind, passed, delay in
          Event(
            sequence: 1, kind: kind, region: "r", time: passed.advanced(by: .seconds(delay)),
            coordinate: Coordinate(latitude: 47, longitude: 15))
        }
        + (0..<wrong[index]).map { number in
          Event(
            sequence: 1, kind: .exit, region: "r", time: time(1000 + Double(number)),
            coordinate: Coordinate(latitude: 47, longitude: 15))
        }
      let region = Truth.Region(isInsideAtStart: false, slots: slots)
      score.add("r", of: Truth(start: start, regions: ["r": region]), events: events)
      return Trial(Self.setting(Sense.allCases[index]), score: score, scored: 2)
    }
    return SenseChoice(trials, present: .even, place: "on 2 walks of 1 h")
  }
}
