import Testing

@testable import Geofence

struct CourseTests {
  /// The course of a carrier in a square whose sides are 200 m long, within 20 seconds.
  private static func course(
    east: Double = 0, north: Double = 0, velocity: (east: Double, north: Double),
    stands: Double = 0.01, isTrusted: Bool = true
  ) -> Course {
    let square = Shape.polygon(
      Polygon(parts: [[PolygonTests.corners(around: Walk.home, east: 100, north: 100)]])!)
    let plane = TangentPlane(
      at: Ellipsoid.vector(Walk.home.offset(east: east, north: north)))
    let motion = Course.Motion(
      plane: plane, sigma: 2, velocity: Offset(east: velocity.east, north: velocity.north),
      velocitySigma: 0.1, stands: stands, isTrusted: isTrusted)
    return Course(of: motion, distance: square.depth(at: plane), within: 20) {
      square.depth(at: $0)
    }
  }

  private static func seconds(_ course: Course) -> Double? {
    if case .towards(let seconds) = course.heading { seconds } else { nil }
  }

  @Test func secondsAreDistanceDividedByPace() throws {
    let seconds = try #require(
      Self.seconds(Self.course(east: 80, velocity: (east: 2, north: 0))))
    // A quarter of a standard deviation before the border, 0.5 m, counts as the border.
    #expect(abs(seconds - 9.75) < 0.05)
  }

  @Test func borderAheadCountsDespiteANearerOne() throws {
    // Along the northern side, 5 m from it, towards the eastern one.
    let course = Self.course(east: 70, north: 95, velocity: (east: 2, north: 0))
    let seconds = try #require(Self.seconds(course))
    #expect(abs(seconds - 14.75) < 0.1)
    #expect(abs(course.distance - 5) < 0.01)
  }

  @Test func anObliqueWayIsLonger() throws {
    let seconds = try #require(
      Self.seconds(Self.course(east: 90, velocity: (east: 1, north: 1))))
    #expect(abs(seconds - 9.5) < 0.2)
  }

  @Test func smallAngleCountsAsAlongTheBorder() {
    #expect(Self.course(north: 97, velocity: (east: 1.4, north: 0.2)).heading == .along)
    #expect(Self.course(north: 97, velocity: (east: 1.4, north: -0.2)).heading == .along)
  }

  @Test func backwardMotionLeadsAway() {
    #expect(Self.course(north: 95, velocity: (east: 0, north: -1.4)).heading == .away)
    #expect(Self.course(north: 101, velocity: (east: 0, north: -1.4)).heading == .away)
  }

  @Test func pastTheBorderNoSecondsAreLeft() {
    #expect(
      Self.course(north: 101, velocity: (east: 0, north: 1.4)).heading == .towards(seconds: 0))
  }

  @Test func borderBeyondTheLimitIsFar() {
    #expect(Self.course(velocity: (east: 0, north: 1.4)).heading == .far)
  }

  @Test func standingCarrierIsStill() {
    #expect(Self.course(north: 99, velocity: (east: 0, north: 0.2)).heading == .still)
    #expect(Self.course(north: 99, velocity: (east: 0, north: 1), stands: 0.8).heading == .still)
  }

  @Test func doubtedPositionHasNoCourse() {
    #expect(
      Self.course(north: 95, velocity: (east: 0, north: 1), isTrusted: false).heading == .unseen)
  }

  @Test func atMostSixPlacesAreMeasured() {
    for angle in stride(from: 0.0, to: 6.3, by: 0.1) {
      var count = 0
      let plane = TangentPlane(at: Ellipsoid.vector(Walk.home))
      let motion = Course.Motion(
        plane: plane, sigma: 2,
        velocity: Offset(east: 5 * (1 - angle), north: 5 * angle), velocitySigma: 0.1, stands: 0,
        isTrusted: true)
      _ = Course(of: motion, distance: 3, within: 60) { _ in
        count += 1
        return 2 + angle
      }
      #expect(count <= 6)
    }
  }
}
