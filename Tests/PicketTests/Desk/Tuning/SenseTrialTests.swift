import Base
@testable import Desk
import Geofence
@testable import Picket
import RegionFiles
import Testing

/// The senses side by side, as `tune` shows them.
struct SenseTrialTests {
  @Test func fewestFalseEventsComeFirst() {
    let trials = Self.trials(false: [2, 1, 0], missed: [0, 0, 1], delays: [1, 2, 3])
    #expect(SenseTrial.best(of: trials) == .quiet)
    #expect(
      SenseTrial.lines(of: trials, present: .even) == [
        "sense  false  missed  delay p50  p95  events  flaps",
        "quick      2  0 of 4        1 s  1 s       6      0",
        "even       1  0 of 4        2 s  2 s       5      0  present",
        "quiet      0  1 of 4        3 s  3 s       3      0", "",
        "the best, for the configuration:", "", "[decision]", "sense = \"quiet\"",
      ])
    #expect(
      SenseTrial.lines(of: trials, present: .quiet).last == "the present sense is the best")
  }

  @Test func fewestMissedComeSecond() {
    let trials = Self.trials(false: [1, 1, 1], missed: [0, 1, 2], delays: [3, 2, 1])
    #expect(SenseTrial.best(of: trials) == .quick)
  }

  @Test func leastDelayComesThird() {
    let trials = Self.trials(false: [1, 1, 1], missed: [0, 0, 0], delays: [1.5, 2, 3])
    #expect(SenseTrial.best(of: trials) == .quick)
  }

  @Test func equalSensesAreNotDecided() {
    // A difference of less than a tenth of a second does not count.
    let trials = Self.trials(false: [0, 0, 0], missed: [0, 0, 0], delays: [2, 2.04, 2])
    #expect(SenseTrial.best(of: trials) == nil)
    #expect(
      SenseTrial.lines(of: trials, present: .even).last == "the walks do not decide the sense")
  }

  @Test func nothingIsDecidedWithoutMarks() {
    let trials = Sense.allCases.map { SenseTrial($0) }
    #expect(SenseTrial.best(of: trials) == nil)
    #expect(
      SenseTrial.lines(of: trials, present: .even).suffix(3) == [
        "quiet      -       -          -    -       0      0", "",
        "it is not known which events are right: mark each passage of a border (picket mark, or a "
          + "long press)",
      ])
  }

  @Test func jsonHasTheFigures() throws {
    let trials = Self.trials(false: [2, 1, 0], missed: [0, 0, 1], delays: [1, 2, 3])
    #expect(
      trials[2].json(isBest: true, isPresent: false)
        == #"{"sense":"quiet","false":0,"missed":1,"required":4,"p50":3,"p95":3,"events":3,"#
        + #""flaps":0,"best":true}"#)
    #expect(
      SenseTrial(.even).json(isBest: false, isPresent: true)
        == #"{"sense":"even","events":0,"flaps":0,"present":true}"#)
  }

  @Test func markedWalkIsPlayedWithEachSense() throws {
    let folder = try TemporaryFolder()
    try Self.walk(in: folder.path, sense: .even, marked: [70, 170])
    let run = try PicketCommandRun("tune", "\(folder.path)/walk", "--json")
    #expect(run.status == 0, "\(run.log)")
    let lines = try run.output.split(separator: "\n").map {
      try JSON.parse(String($0)).object ?? [:]
    }
    #expect(lines.map { $0["sense"]?.string } == ["quick", "even", "quiet"])
    #expect(lines.allSatisfy { $0["required"]?.number == 2 && $0["missed"]?.number == 0 })
    let delays = lines.compactMap { $0["p50"]?.number }
    #expect(delays.count == 3 && delays == delays.sorted() && delays[0] < delays[2])
    #expect(lines.map { $0["best"] } == [.boolean(true), nil, nil])
    #expect(lines.map { $0["present"] } == [nil, .boolean(true), nil])
  }

  /// Trials with these false and missed events, and one delay each, of 4 crossings.
  private static func trials(
    false wrong: [Int], missed: [Int], delays: [Double]
  ) -> [SenseTrial] {
    let marks = (1...4).map { Timestamp(nanoseconds: Int64($0) * 1_000_000_000_000) }
    return Sense.allCases.indices.map { index in
      func event(_ crossed: Timestamp, after delay: Double) -> Event {
        Event(
          sequence: 1, kind: .enter, region: "r",
          time: crossed.advanced(by: Duration(roundedSeconds: delay)), crossed: crossed,
          coordinate: Coordinate(latitude: 47, longitude: 15))
      }
      // The false ones are minutes before the first mark.
      let others = (0..<wrong[index]).map {
        event(Timestamp(nanoseconds: Int64($0 + 1) * 100_000_000_000), after: 0)
      }
      var trial = SenseTrial(Sense.allCases[index])
      trial.add(
        others + marks.dropLast(missed[index]).map { event($0, after: delays[index]) },
        marks: marks)
      return trial
    }
  }

  /// Records a walk through a ring, whose border is passed at the seconds 70 and 170.
  private static func walk(in folder: String, sense: Sense, marked: [Int] = []) throws {
    var recorded = RegionSettings()
    recorded.sense = sense
    let start = WalkStart(
      name: "walk", blindLimit: .seconds(10), usual: WalkStart.Thresholds(recorded),
      memory: Memory())
    let ring = Region(
      id: "ring",
      shape: .circle(Circle(center: Coordinate(latitude: 47, longitude: 15), radius: 50)!),
      sense: sense)
    var writer = try WalkWriter(start, in: folder, regions: [ring], configuration: nil)
    for second in 0...240 {
      let epoch = Epoch(second: Double(second), east: Double(second) - 120, speed: 1)
      try writer.add(report: Array(epoch.report(device: "/dev/gps").utf8))
      guard marked.contains(second) else { continue }
      // The epochs begin at 2026-06-03T09:00:00Z.
      let time = Timestamp(nanoseconds: (1_780_477_200 + Int64(second)) * 1_000_000_000)
      try writer.add(.mark(WordlessMark.request.rawValue, time: time, coordinate: nil))
    }
    try writer.end("asked", at: nil)
  }
}
