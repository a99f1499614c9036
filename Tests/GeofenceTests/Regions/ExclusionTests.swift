import Testing

@testable import Geofence

struct ExclusionTests {
  private static func disc(
    _ id: String, east: Double = 0, radius: Double, exclude: [String] = []
  ) -> Region {
    Region(
      id: id,
      shape: .circle(Circle(center: Walk.home.offset(east: east, north: 0), radius: radius)),
      exclude: exclude)
  }

  @Test func insideIsOnlyWhereNoneOfTheOthersAre() {
    let regions = [
      Self.disc("pond", radius: 50), Self.disc("park", radius: 200, exclude: ["pond"]),
    ]
    let events = Walker(regions).take(Walk.line(from: -400, to: 400, speed: 4)).events
    // A region is entered a little sooner than another is left.
    #expect(
      events.map { "\($0.kind) \($0.region)" } == [
        "enter park", "exit park", "enter pond", "enter park", "exit pond", "exit park",
      ])
  }

  @Test(arguments: [
    (0.0, -50.0), (40, -10), (60, 10), (125, 75), (150, 50), (210, -10), (500, -300),
  ])
  func theDepthIsTheLeastOfBoth(_ east: Double, _ depth: Double) {
    let shape = Shape.difference(
      Difference(
        base: Self.disc("park", radius: 200).shape,
        excluded: [Self.disc("pond", radius: 50).shape]))
    #expect(abs(shape.depth(at: Walk.home.offset(east: east, north: 0)) - depth) < 0.01)
    #expect(abs(shape.inradius - 75) < 0.75)
    #expect(shape.boundingBox == Self.disc("park", radius: 200).shape.boundingBox)
  }

  @Test func whatIsExcludedFromTheExcludedIsInside() {
    let regions = [
      Self.disc("island", radius: 50), Self.disc("lake", radius: 200, exclude: ["island"]),
      Self.disc("land", radius: 500, exclude: ["lake"]),
    ]
    let walk = Walker(regions)
    walk.take([Walk.fix(0, east: 0)])
    #expect(walk.monitor.inside == ["island", "land"])
    walk.take([Walk.fix(100, east: 125)])
    #expect(walk.monitor.state(of: "lake") == .inside)
  }

  @Test func aCircleOfRegionsAndUnknownOnesDoNoHarm() {
    let regions = [
      Self.disc("a", radius: 100, exclude: ["b", "a", "nobody"]),
      Self.disc("b", east: 60, radius: 100, exclude: ["a"]),
    ]
    let walk = Walker(regions)
    walk.take([Walk.fix(0, east: -60)])
    #expect(walk.monitor.inside == ["a"])
  }
}
