import Testing

@testable import Geofence

/// A carrier whose receiver reports no velocity, or a wrong one, starts or turns.
struct ManoeuvreTests {
  private static let variance = 16.0

  /// Whether misses of so many metres, one a second, show a manoeuvre at the last one.
  private static func shows(_ misses: [Double], own: Double = 0.7) -> Bool {
    var manoeuvre = Manoeuvre()
    var isShown = false
    for miss in misses {
      isShown =
        manoeuvre.change(
          Offset(east: miss, north: 0), variance: variance, own: own, after: 1) != nil
    }
    return isShown
  }

  @Test func growingMissesShowIt() {
    #expect(Self.shows([0, 22, 31, 40, 49]))
  }

  @Test func oneMissShowsNothing() {
    #expect(!Self.shows([0, 0, 0, 0, 36]))
  }

  @Test func jumpThatStaysIsNoManoeuvre() {
    #expect(!Self.shows([0, 36, 36, 36, 36]))
  }

  @Test func slideThatStopsIsNoManoeuvre() {
    #expect(!Self.shows([0, 18, 30, 36, 36, 37]))
  }

  @Test func missesToBothSidesShowNothing() {
    #expect(!Self.shows([0, 18, -27, 36, -45]))
  }

  @Test func badFixesShowNothing() {
    #expect(!Self.shows([0, 22, 31, 40, 49], own: 9))
  }

  /// The seconds after the border at which a way out of a circle of 60 m is reported; `nil` if it is not
  /// within a minute.
  private static func exit(
    speed: Double, every interval: Double, doppler: Double? = nil
  ) -> Double? {
    var generator = SeededGenerator(seed: 77)
    let circle = Region(
      id: "yard", shape: .circle(Circle(center: Walk.home, radius: 60)!))
    let walker = Walker([circle])
    let start = 180.0
    for second in stride(from: 0, through: start + 40 / speed + 60, by: interval) {
      let east = 20 + max(0, second - start) * speed
      let fix = Walk.fix(
        second, east: east + .random(in: -0.8...0.8, using: &generator),
        north: .random(in: -0.8...0.8, using: &generator), speed: doppler, eph: 15)
      guard let event = walker.receive([fix]).events.first(where: { $0.kind == .exit }) else {
        continue
      }
      return Walk.time(start + 40 / speed).duration(to: event.time).inSeconds
    }
    return nil
  }

  @Test(arguments: [(6.0, 1.0), (8, 1), (12, 1), (8, 2), (12, 5)])
  func dashWithoutAVelocityIsReported(_ speed: Double, _ interval: Double) throws {
    let late = try #require(Self.exit(speed: speed, every: interval))
    #expect(late >= -0.1 && late <= 1.5 + 2 * interval)
  }

  @Test func creepWithoutACourseIsReported() throws {
    #expect(try #require(Self.exit(speed: 0.3, every: 1, doppler: 0.3)) < 45)
  }

  @Test func dashIsReportedThoughTheReceiverStands() throws {
    #expect(try #require(Self.exit(speed: 8, every: 1, doppler: 0)) < 5)
  }
}
