@testable import Desk
import Geofence
import Notation
import Picket
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

  @Test func nothingIsDecidedWithoutMarks() {
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
    let folder = try TemporaryFolder()
    try TuningTests.walk(in: folder.path, sense: .even, marked: [70, 170])
    let walks = try TunedWalk.read(
      TunedWalk.Source.found(at: "\(folder.path)/walk", regions: nil),
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
    let trials = Sense.allCases.indices.map { index in
      var score = Score()
      (score.spurious, score.required, score.missed) = (wrong[index], 4, missed[index])
      score.delays = Array(repeating: delays[index], count: 4 - missed[index])
      return Trial(Self.setting(Sense.allCases[index]), score: score, scored: 2)
    }
    return SenseChoice(trials, present: .even, place: "on 2 walks of 1 h")
  }
}
