import Testing

struct WhyStepsTests {
  /// The steps of a course, each with its numbers; `nil` for a state that is not known.
  private func steps(_ course: Course) -> [[Double?]] {
    guard case .array(let steps) = course.answer().drawnSteps else { return [] }
    return steps.map { step in
      guard case .array(let numbers) = step else { return [] }
      return numbers.map { if case .number(let number) = $0 { number } else { nil } }
    }
  }

  @Test func stepsEndWithTheLastFix() {
    var course = Course()
    course.ride(from: -150, to: 0, speed: 5)
    let steps = steps(course)
    #expect(steps.count == 30)
    #expect(steps.first?.first == 29)
    #expect(steps.last == [0, 45, -11.8], "\(steps)")
  }

  @Test func neededDepthIsBeyondTheBorder() {
    var course = Course()
    course.ride(from: -150, to: 0, speed: 5)
    let steps = steps(course).filter { $0.last != .some(nil) }
    #expect(steps.contains { ($0[1] ?? 0) < 0 && ($0[2] ?? 0) > 0 }, "\(steps)")
    #expect(steps.contains { ($0[1] ?? 0) > 0 && ($0[2] ?? 0) < 0 }, "\(steps)")
  }

  @Test func nearestApproachOfALongTimeStays() {
    var course = Course()
    course.ride(from: -150, to: -53, speed: 0.2)
    course.ride(from: -53, to: -150, speed: 0.2)
    let steps = steps(course)
    #expect(steps.count <= 240, "\(steps.count)")
    let nearest = steps.compactMap { $0.count > 1 ? $0[1] : nil }.max() ?? -999
    #expect(abs(nearest + 3) < 0.6, "\(nearest)")
  }
}
