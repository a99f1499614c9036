import Foundation
import Testing

@testable import Geofence

struct ApproachTests {
  private static let rule = ApproachRule(within: .seconds(16), atMost: .seconds(20))

  /// The steps after one course a second.
  private static func steps(
    _ courses: [Course], _ rule: ApproachRule = rule, approach: inout Approach, from second: Int = 0
  ) -> [Int] {
    courses.enumerated().map { index, course in
      approach.receive(course, rule, at: Instant(.seconds(second + index)))
      return approach.step ?? 0
    }
  }

  private static func steps(_ courses: [Course]) -> [Int] {
    var approach = Approach()
    return steps(courses, approach: &approach)
  }

  private static func towards(_ seconds: Double, metres: Double? = nil) -> Course {
    Course(distance: metres ?? seconds, sigma: 3, heading: .towards(seconds: seconds))
  }

  private static func course(_ heading: Course.Heading, metres: Double = 5) -> Course {
    Course(distance: metres, sigma: 3, heading: heading)
  }

  @Test func theTempoRisesInFourSteps() {
    let courses = [18.0, 17, 15.5, 14, 9, 8, 7, 5, 4, 3, 2, 1, 0].map { Self.towards($0) }
    #expect(Self.steps(courses) == [0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4])
  }

  @Test func oneFixTowardsTheBorderStartsNothing() {
    let courses = [Self.towards(10), Self.course(.still), Self.towards(10), Self.towards(9.5)]
    #expect(Self.steps(courses) == [0, 0, 0, 1])
  }

  @Test func nearBorderStartsTheCueAtOnce() {
    #expect(Self.steps([Self.towards(4)]) == [3])
  }

  @Test func aSlowerStepNeedsAClearMargin() {
    let courses = [10.0, 7.9, 8.5, 9.9, 10.1].map { Self.towards($0) }
    #expect(Self.steps(courses) == [0, 2, 2, 2, 1])
  }

  @Test func cueContinuesSlightlyBeyondItsLimit() {
    let courses = [15.0, 14, 19, 20.5].map { Self.towards($0) }
    #expect(Self.steps(courses) == [0, 1, 1, 0])
  }

  @Test(arguments: [Course.Heading.away, .still, .unseen, .far])
  func otherHeadingsEndTheCueAtOnce(_ heading: Course.Heading) {
    #expect(Self.steps([Self.towards(3), Self.course(heading)]) == [3, 0])
  }

  @Test func courseAlongTheBorderEndsTheCue() {
    let along = Self.course(.along)
    #expect(Self.steps([Self.towards(3), along, along, along, along]) == [3, 3, 3, 0, 0])
  }

  @Test func cueWithoutACrossingLastsTwentySeconds() {
    var approach = Approach()
    let courses = Array(repeating: Self.towards(4, metres: 5), count: 25)
    let steps = Self.steps(courses, approach: &approach)
    #expect(steps == Array(repeating: 3, count: 20) + Array(repeating: 0, count: 5))
    #expect(approach.silence == .lasted)
  }

  @Test func cueTimeAddsUpUntilTurningBack() {
    var approach = Approach()
    for round in 0..<4 {
      let courses =
        Array(repeating: Self.towards(4, metres: 5), count: 10)
        + Array(repeating: Self.course(.away, metres: 8), count: 5)
      let steps = Self.steps(courses, approach: &approach, from: 15 * round)
      #expect(steps.contains(3) == (round < 2))
    }
    #expect(approach.silence == .lasted)
    let back = [Self.course(.away, metres: 15.5), Self.towards(4, metres: 12)]
    #expect(Self.steps(back, approach: &approach, from: 60) == [0, 3])
  }

  @Test func acknowledgedCueIsSilentUntilTurningBack() {
    var approach = Approach()
    _ = Self.steps([Self.towards(3, metres: 4)], approach: &approach)
    approach.acknowledge(at: Instant(.milliseconds(500)))
    #expect(approach.step == nil && approach.silence == .acknowledged)
    let courses = [
      Self.towards(2, metres: 3), Self.towards(1, metres: 1), Self.course(.away, metres: 9),
      Self.towards(3, metres: 5), Self.course(.away, metres: 12), Self.towards(3, metres: 5),
    ]
    #expect(Self.steps(courses, approach: &approach, from: 1) == [0, 0, 0, 0, 0, 3])
  }

  @Test func acknowledgingSilenceDoesNothing() {
    var approach = Approach()
    approach.acknowledge(at: Instant(.zero))
    #expect(Self.steps([Self.towards(3)], approach: &approach) == [3])
  }

  @Test func cueEndsBetweenTwoFixes() throws {
    var approach = Approach()
    let rule = ApproachRule(within: .seconds(16), atMost: .milliseconds(2500))
    _ = Self.steps([Self.towards(3), Self.towards(3), Self.towards(3)], rule, approach: &approach)
    let end = try #require(approach.limit(rule))
    #expect(end == Instant(.milliseconds(2500)))
    approach.end(at: end, rule)
    #expect(approach.step == nil && approach.silence == .lasted)
  }

  // MARK: Walks

  @Test func savedApproachKeepsItsSeconds() throws {
    var approach = Approach()
    _ = Self.steps([Self.towards(3)], approach: &approach)
    let text = try JSONEncoder().encode(approach)
    #expect(try JSONDecoder().decode(Approach.self, from: text) == approach)
    #expect(approach.seconds == 3)
  }

  @Test func cueOfAnOldWalkStaysFinite() throws {
    var approaches = Approaches()
    func receive(_ course: Course, at second: Int) -> Cue? {
      let now = Instant(.seconds(second))
      approaches.begin(freshUntil: now.advanced(by: .seconds(3)))
      approaches.receive(course, region: "gate", at: 0, .inside, Self.rule, at: now)
      _ = approaches.choose(at: now)
      return approaches.cue
    }
    let before = receive(Self.towards(3), at: 0)
    #expect(before?.seconds == 3)
    // Older releases wrote no seconds of an approach.
    let text = try JSONEncoder().encode(approaches)
    var saved = try #require(JSONSerialization.jsonObject(with: text) as? [String: Any])
    var entries = try #require(saved["entries"] as? [[String: Any]])
    var approach = try #require(entries[0]["approach"] as? [String: Any])
    #expect(approach.removeValue(forKey: "seconds") != nil)
    entries[0]["approach"] = approach
    saved["entries"] = entries
    let old = try JSONSerialization.data(withJSONObject: saved)
    approaches = try JSONDecoder().decode(Approaches.self, from: old)
    let after = receive(Self.course(.along), at: 1)
    #expect(after == before)
  }
}
