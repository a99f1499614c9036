import Testing

@testable import Geofence

struct RegionIndexTests {
  private static let places = [
    Walk.home, Coordinate(latitude: -16.5, longitude: 180), Coordinate(latitude: 90, longitude: 0),
    Coordinate(latitude: -89.99, longitude: 77), Coordinate(latitude: 0, longitude: -180),
  ]

  @Test(arguments: 1...10)
  func indexDoesNotChangeFindings(_ seed: Int) {
    let place = Self.places[seed % Self.places.count]
    var world = World(seed: seed, place: place, count: 300, within: 3000)
    let fixes = world.walk(fixes: 600, within: 3000)
    var near = Self.monitor(world.regions)
    var flat = Self.monitor(world.regions, isFlat: true)
    var events = 0
    var generator = SeededGenerator(seed: seed)
    for (index, fix) in fixes.enumerated() {
      let found = near.receive(fix)
      #expect(found == flat.receive(fix), "seed \(seed) fix \(index)")
      #expect(near.deadline == flat.deadline)
      events += found.events.count
      if let deadline = near.deadline, index % 25 == 3 {
        #expect(near.deadlineReached(at: deadline) == flat.deadlineReached(at: deadline))
      }
      guard index % 50 == 49 else { continue }
      #expect(near.memory == flat.memory)
      #expect(near.inside == flat.inside)
      for region in world.regions {
        #expect(near.state(of: region.id) == flat.state(of: region.id))
      }
      if index % 100 == 99 {
        near = Self.monitor(world.regions, memory: near.memory)
        flat = Self.monitor(world.regions, memory: flat.memory, isFlat: true)
      } else if index % 150 == 49 {
        let others = world.regions.shuffled(using: &generator).dropLast(20)
        near.watch(Array(others))
        flat.watch(Array(others))
        near.watch(world.regions)
        flat.watch(world.regions)
      }
    }
    #expect(events > 20, "seed \(seed): \(events)")
  }

  @Test(arguments: 1...5)
  func orderInTheFileHasNoEffect(_ seed: Int) {
    var world = World(seed: seed, place: Self.places[seed % 5], count: 200, within: 4000)
    var generator = SeededGenerator(seed: seed)
    let fixes = world.walk(fixes: 300, within: 4000)
    var straight = Self.monitor(world.regions)
    var shuffled = Self.monitor(world.regions.shuffled(using: &generator))
    for fix in fixes { #expect(straight.receive(fix) == shuffled.receive(fix)) }
  }

  @Test func restartKeepsRegionsThatWereOutside() throws {
    // A kilometre outside at the power cut, inside at the first fix after it.
    let region = Region(
      id: "disc", shape: .circle(Circle(center: Walk.home, radius: 100)!))
    let first = Walker([region])
    first.receive([Walk.fix(0, east: -1100)])
    #expect(first.monitor.state(of: "disc") == .outside)
    let memory = first.monitor.memory
    #expect(memory.regions.isEmpty)
    let second = Walker([region], memory: memory)
    #expect(second.monitor.state(of: "disc") == .outside)
    let events = second.receive([Walk.fix(3000, east: 0)]).events
    #expect(events.map(\.kind) == [.enter])
    #expect(events.first?.blind == .seconds(3000))
  }

  @Test func newRegionAfterRestartGivesNoEvent() {
    let region = Region(
      id: "disc", shape: .circle(Circle(center: Walk.home, radius: 100)!))
    let first = Walker([])
    first.receive([Walk.fix(0, east: 50)])
    let second = Walker([region], memory: first.monitor.memory)
    #expect(second.monitor.state(of: "disc") == .unknown)
    #expect(second.receive([Walk.fix(60, east: 0)]).events.isEmpty)
    #expect(second.monitor.inside == ["disc"])
  }

  @Test func regionsAreFoundAtAnySpeed() {
    // From 2 km outside into a region and through it, at 200 km/h.
    let region = Region(
      id: "disc", shape: .circle(Circle(center: Walk.home, radius: 200)!))
    let walk = Walker([region])
    let events = walk.receive(Walk.line(from: -2000, to: 2000, speed: 55.6)).events
    #expect(events.map(\.kind) == [.enter, .exit])
  }

  @Test func theTreeFindsEveryBall() {
    var generator = SeededGenerator(seed: 7)
    func random() -> Double { .random(in: -1000...1000, using: &generator) }
    for count in [0, 1, 2, 3, 50, 1000] {
      let balls = (0..<count).map { _ in
        Ball(center: Vector(x: random(), y: random(), z: random()), radius: abs(random()) / 5)
      }
      let tree = BallTree(balls)
      for _ in 0..<50 {
        let point = Vector(x: random(), y: random(), z: random())
        var found: [Int] = []
        tree.visit {
          $0.contains(point)
        } _: {
          found.append($0)
        }
        let missed = balls.indices.filter { balls[$0].contains(point) && !found.contains($0) }
        #expect(missed.isEmpty)
        #expect(Set(found).count == found.count)
        #expect(tree.near(point) != nil || count == 0)
      }
    }
  }

  @Test func onlyNearRegionsAreExamined() {
    let world = World(seed: 3, place: Walk.home, count: 20_000, within: 100_000)
    let watched = world.regions.map { WatchedRegion($0, area: $0.shape) }
    let tree = BallTree(watched.map(\.ball))
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<50 {
      let point = Ellipsoid.vector(
        Walk.home.offset(
          east: .random(in: -90_000...90_000, using: &generator),
          north: .random(in: -90_000...90_000, using: &generator)))
      var examined = 0
      var found = 0
      tree.visit { ball in
        examined += 1
        return ball.contains(point)
      } _: { _ in
        found += 1
      }
      #expect(examined < 500, "\(found) of \(examined)")
    }
  }

  private static func monitor(
    _ regions: [Region], memory: Memory = Memory(), isFlat: Bool = false
  ) -> RegionMonitor {
    RegionMonitor(
      regions: regions, blindLimit: .seconds(10), memory: memory, start: nil, isFlat: isFlat)
  }
}
