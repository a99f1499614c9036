import Testing

@testable import Geofence

struct ExclusionTests {
  private static func disc(
    _ id: String, east: Double = 0, radius: Double, exclude: [String] = []
  ) -> Region {
    Region(
      id: id,
      shape: .circle(Circle(center: Walk.home.offset(east: east, north: 0), radius: radius)!),
      exclude: exclude)
  }

  @Test func excludedRegionsAreOutside() {
    let regions = [
      Self.disc("pond", radius: 50), Self.disc("park", radius: 200, exclude: ["pond"]),
    ]
    let events = Walker(regions).receive(Walk.line(from: -400, to: 400, speed: 4)).events
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

  @Test func exclusionOfAnExclusionIsInside() {
    let regions = [
      Self.disc("island", radius: 50), Self.disc("lake", radius: 200, exclude: ["island"]),
      Self.disc("land", radius: 500, exclude: ["lake"]),
    ]
    let walk = Walker(regions)
    walk.receive([Walk.fix(0, east: 0)])
    #expect(walk.monitor.inside == ["island", "land"])
    walk.receive((100...104).map { Walk.fix(Double($0), east: 125) })
    #expect(walk.monitor.state(of: "lake") == .inside)
  }

  @Test func circularAndUnknownExclusionsAreHarmless() {
    let regions = [
      Self.disc("a", radius: 100, exclude: ["b", "a", "nobody"]),
      Self.disc("b", east: 60, radius: 100, exclude: ["a"]),
    ]
    let walk = Walker(regions)
    walk.receive([Walk.fix(0, east: -60)])
    #expect(walk.monitor.inside == ["a"])
  }

  @Test func circularExclusionNeverExcludesItself() {
    let regions = [
      Self.disc("a", radius: 100, exclude: ["b"]),
      Self.disc("b", east: 60, radius: 100, exclude: ["c"]),
      Self.disc("c", east: 120, radius: 100, exclude: ["a"]),
    ]
    let areas = Self.areas(of: regions)
    let plain = regions.map(\.shape)
    for (index, area) in areas.enumerated() {
      let others = (plain[(index + 1) % 3], plain[(index + 2) % 3])
      let expected = Shape.difference(
        Difference(
          base: plain[index],
          excluded: [.difference(Difference(base: others.0, excluded: [others.1]))]))
      #expect(area == expected)
      for east in stride(from: -150.0, through: 300, by: 10) {
        let place = Walk.home.offset(east: east, north: 0)
        #expect(area.depth(at: place) == expected.depth(at: place))
      }
    }
  }

  // MARK: Cost

  /// Layers of regions, each of which excludes all in the next layer.
  private static func layers(_ count: Int, of width: Int) -> [Region] {
    (0..<count).flatMap { layer in
      (0..<width).map { index in
        disc(
          "\(layer)-\(index)", east: Double(index), radius: 1000 + Double(layer),
          exclude: layer + 1 < count ? (0..<width).map { "\(layer + 1)-\($0)" } : [])
      }
    }
  }

  private static func areas(of regions: [Region]) -> [Shape] {
    Exclusion.areas(of: regions, and: [])
  }

  /// The number of shapes that one depth examines, and the number that are stored.
  private static func cost(of area: Shape) -> (looks: Int, parts: Int) {
    guard case .difference(let difference) = area else { return (1, 1) }
    var looks = 0
    let plane = TangentPlane(at: Ellipsoid.vector(Walk.home))
    _ = difference.depth(within: .infinity) { shape in
      looks += 1
      return shape.depth(at: plane, within: .infinity)
    }
    return (looks, difference.partCount)
  }

  @Test(arguments: [2, 5, 8, 30], [2, 5, 20])
  func layersCostOneShapePerRegion(_ count: Int, _ width: Int) throws {
    let regions = Self.layers(count, of: width)
    let areas = Self.areas(of: regions)
    let costs = areas.map(Self.cost)
    #expect(costs.map(\.parts).max() == count * width)
    // The region itself, and all regions in the layers below.
    #expect(costs.map(\.looks).max() == 1 + (count - 1) * width)
    // The areas can be compared, too.
    #expect(Self.areas(of: regions) == areas)
  }

  @Test func tenThousandRegionsMayFormAChain() throws {
    let count = 10_000
    let regions = (0..<count).map { index in
      Self.disc(
        "\(index)", radius: 20_000 - Double(index),
        exclude: index + 1 < count ? ["\(index + 1)"] : [])
    }
    let areas = Self.areas(of: regions)
    let cost = Self.cost(of: areas[0])
    #expect(cost.looks == count)
    #expect(cost.parts == count)
    #expect(areas[0] == Self.areas(of: Array(regions.reversed())).last)
    // The innermost region contains the middle, and so does every second one around it.
    #expect(areas[0].depth(at: Walk.home) < 0)
    #expect(areas[1].depth(at: Walk.home) > 0)
    let walk = Walker(regions)
    walk.receive([Walk.fix(0, east: 30_000)])
    #expect(walk.monitor.nearest(1).first?.region == "0")
  }

  @Test func longCircleCostsTwoShapesPerRegion() {
    let count = 10_000
    let regions = (0..<count).map { index in
      Self.disc("\(index)", radius: 100, exclude: ["\((index + 1) % count)"])
    }
    let cost = Self.cost(of: Self.areas(of: regions)[0])
    #expect(cost.looks == 2)
    #expect(cost.parts == 2 * count)
  }

  @Test func costOfMutualExclusionIsBounded() {
    for (count, most) in [(8, 1024), (40, 80)] {
      let ids = (0..<count).map { "\($0)" }
      let regions = ids.map { id in Self.disc(id, radius: 100, exclude: ids) }
      let cost = Self.cost(of: Self.areas(of: regions)[0])
      #expect(cost.parts <= most)
      #expect(cost.looks <= most)
    }
  }
}
