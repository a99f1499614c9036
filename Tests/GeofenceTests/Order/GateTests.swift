import Testing

@testable import Geofence

struct GateTests {
  /// A gate 40 m long across the way to the east, drawn from south to north.
  private static func gate(_ east: Double = 100, from south: Double = -20, to north: Double = 20)
    -> Region
  {
    let line = [
      Walk.home.offset(east: east, north: south), Walk.home.offset(east: east, north: north),
    ]
    var region = Region(id: "gate", shape: .corridor(Corridor(lines: [line], width: 0.2)!))
    region.isGate = true
    return region
  }

  @Test func bothWaysAreReportedWithTheirSide() throws {
    let walker = Walker([Self.gate()])
    let there = walker.receive(Walk.line(from: 0, to: 200, speed: 3)).events
    #expect(there.map(\.kind) == [.cross])
    // Drawn northwards: the east is on its right.
    #expect(there.first?.side == .right)
    let crossed = try #require(there.first?.crossed)
    #expect(abs(Walk.time(100 / 3.0).duration(to: crossed).inSeconds) < 1)
    let back = walker.receive(Walk.line(from: 198, to: 0, speed: -3, at: 67)).events
    #expect(back.map(\.side) == [.left])
  }

  /// Only what is worth saving is in the memory from which the next monitor continues.
  @Test(arguments: [1.5, 3, 4, 5, 8, 12], [3, 4, 5])
  func killEachFewSecondsLosesNoGate(_ speed: Double, _ fixes: Int) {
    let gates = (1...8).map { number in
      var gate = Self.gate(Double(number) * 60)
      gate.id = "g\(number)"
      return gate
    }
    for phase in 0..<fixes {
      var memory = Memory()
      var crossed: [String] = []
      var walker = Walker(gates)
      for (number, fix) in Walk.line(from: 0, to: 600, speed: speed).enumerated() {
        if (number + phase) % fixes == 0 { walker = Walker(gates, memory: memory) }
        let findings = walker.receive([fix])
        crossed += findings.events.map(\.region)
        let isNoted = findings.contains { finding in
          switch finding {
          case .event, .noted, .determined: true
          default: false
          }
        }
        if isNoted { memory = walker.monitor.memory }
      }
      #expect(crossed == gates.map(\.id), "phase \(phase)")
    }
  }

  @Test func touchedIsNotCrossed() {
    let walker = Walker([Self.gate()])
    let events = walker.receive(
      Walk.line(from: 0, to: 99, speed: 1.5) + Walk.line(from: 99, to: 0, speed: -1.5, at: 67)
    ).events
    #expect(events.isEmpty)
  }

  @Test func pastItsEndIsNotCrossed() {
    let walker = Walker([Self.gate(100, from: 30, to: 70)])
    #expect(walker.receive(Walk.line(from: 0, to: 200, speed: 3)).events.isEmpty)
  }

  @Test func aroundItsEndIsNotCrossed() {
    let walker = Walker([Self.gate(100, from: 30, to: 70)])
    _ = walker.receive(Walk.line(from: 0, to: 200, speed: 3))
    let back = (0..<70).map { index in
      Walk.fix(
        68 + Double(index), east: 200 - 3 * Double(index), north: 50, speed: 3, track: 270)
    }
    // After the turn, the way back leads across it.
    #expect(walker.receive(back).events.map(\.side) == [.left])
  }

  @Test func alongItIsNotCrossed() {
    let walker = Walker([Self.gate(100, from: -200, to: 200)])
    let along = (0..<120).map { index in
      Walk.fix(
        Double(index), east: 100 + (index.isMultiple(of: 2) ? 1 : -1),
        north: -180 + 3 * Double(index), speed: 3, track: 0)
    }
    #expect(walker.receive(along).events.isEmpty)
  }

  @Test func backAndForthIsTwoCrossings() {
    let walker = Walker([Self.gate()])
    let events = walker.receive(
      Walk.line(from: 0, to: 160, speed: 2) + Walk.line(from: 160, to: 40, speed: -2, at: 81)
        + Walk.line(from: 40, to: 160, speed: 2, at: 142)
    ).events
    #expect(events.map(\.side) == [.right, .left, .right])
  }

  @Test func aGapOfSecondsIsCrossed() {
    let walker = Walker([Self.gate()])
    let events = walker.receive(
      Walk.line(from: 0, to: 80, speed: 4) + Walk.line(from: 128, to: 300, speed: 4, at: 32)
    ).events
    #expect(events.map(\.side) == [.right])
  }

  @Test func unseenItHasNoTime() {
    let walker = Walker([Self.gate()])
    let events = walker.receive(
      Walk.line(from: 0, to: 80, speed: 2) + Walk.line(from: 160, to: 300, speed: 2, at: 80)
    ).events
    #expect(events.map(\.kind) == [.cross])
    #expect(events.first?.crossed == nil)
    #expect(events.first?.blind != nil)
  }

  @Test func aPowerCutLosesNoCrossing() {
    let fixes = Walk.line(from: 0, to: 200, speed: 2)
    for cut in 2..<fixes.count - 1 {
      let first = Walker([Self.gate()])
      let before = first.receive(Array(fixes[..<cut])).events
      let second = Walker([Self.gate()], memory: first.monitor.memory)
      let after = second.receive(Array(fixes[cut...])).events
      #expect((before + after).map(\.side) == [.right], "cut after \(cut) fixes")
    }
  }

  /// The memory before the gate, with a crossing that only the journal has, confirmed at a place.
  private static func memory(east: Double?, at second: Double) -> Memory {
    let first = Walker([gate()])
    first.receive(Walk.line(from: 0, to: 60, speed: 2))
    var memory = first.monitor.memory
    memory.crossedGates = ["gate"]
    memory.crossedPlaces["gate"] = east.map {
      Memory.Place(coordinate: Walk.home.offset(east: $0, north: 0), time: Walk.time(second))
    }
    return memory
  }

  @Test(arguments: [nil, 140.0])
  func twoPowerCutsRepeatNoCrossing(_ east: Double?) {
    // The second one comes before a fix: the state still has the place before the gate.
    let second = RegionMonitor(
      regions: [Self.gate()], memory: Self.memory(east: east, at: 70))
    let third = Walker([Self.gate()], memory: second.memory)
    #expect(third.receive(Walk.line(from: 160, to: 300, speed: 2, at: 80)).events.isEmpty)
  }

  @Test func theWayBeginsAtAReportedCrossing() {
    let walker = Walker([Self.gate()], memory: Self.memory(east: 140, at: 70))
    let back = walker.receive(Walk.line(from: 40, to: 0, speed: -2, at: 130)).events
    #expect(back.map(\.side) == [.left])
  }

  @Test func aSnapshotBeforeAFixHasTheCrossing() {
    let second = RegionMonitor(regions: [Self.gate()], memory: Self.memory(east: 140, at: 70))
    var third = RegionMonitor(regions: second.placed, snapshot: second.snapshot)
    let fixes = Walk.line(from: 160, to: 300, speed: 2, at: 80)
    #expect(fixes.flatMap { third.receive($0) }.events.isEmpty)
  }

  @Test func itHasNoInside() {
    let walker = Walker([Self.gate()])
    walker.receive(Walk.line(from: 0, to: 100, speed: 2))
    #expect(walker.monitor.state(of: "gate") == .outside)
    #expect(walker.monitor.inside.isEmpty)
  }

  @Test func aSnapshotGoesOnAlike() throws {
    let fixes = Walk.line(from: 0, to: 200, speed: 2)
    let first = Walker([Self.gate()])
    _ = first.receive(Array(fixes[..<51]))
    var second = RegionMonitor(regions: first.monitor.placed, snapshot: first.monitor.snapshot)
    let rest = fixes[51...].flatMap { second.receive($0) }
    #expect(first.receive(Array(fixes[51...])).events == rest.events)
    #expect(rest.events.count == 1)
  }
}
