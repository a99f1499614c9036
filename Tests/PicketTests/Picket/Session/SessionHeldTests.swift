import Board
import Foundation
import Geofence
@testable import Picket
import Testing

/// Relays during a ride through the ring.
struct SessionHeldTests {
  private static func ride(
    state: SavedState = SavedState(), regions: [Region] = [SessionRide.ring()],
    _ change: (inout Output) -> Void = { _ in }
  ) -> SessionRide {
    var configuration = Configuration()
    var lock = Output(name: "lock")
    lock.kind = .relay
    lock.holdsInside = .some(ids: ["ring"])
    lock.doubt = .off
    change(&lock)
    configuration.outputs.list.append(lock)
    let ride = SessionRide(SessionRide.settings(configuration, regions), state: state)
    ride.session.start(at: ride.now)
    return ride
  }

  /// The levels of the lock that were requested, and its notes.
  private func holds(_ ride: SessionRide) -> [String] {
    ride.performed().filter { $0.hasPrefix("hold") || $0.contains("lock o") }
  }

  @Test func relayFollowsTheCrossings() throws {
    let ride = Self.ride()
    #expect(holds(ride) == ["hold "])
    ride.ride(0..<40)
    #expect(
      holds(ride) == [
        "hold lock", "announce lock on: inside ring", "note output: lock on: inside ring",
      ])
    #expect(ride.session.state.held == ["lock"])
    let status = try #require(try ride.fields(#"{"do":"status"}"#))
    #expect(!status.contains("lock on"))
    ride.ride(40..<Epoch.ride.count)
    #expect(
      holds(ride) == [
        "hold ", "announce lock off: not inside ring", "note output: lock off: not inside ring",
      ])
  }

  @Test(arguments: Output.Doubt.allCases)
  func blindIsDecidedByTheSetting(_ doubt: Output.Doubt) {
    let ride = Self.ride { $0.doubt = doubt }
    ride.ride(0..<31)
    #expect(ride.session.reactions.held.on == ["lock"])
    ride.pass(30)
    #expect(ride.session.monitor.blindSince != nil)
    #expect(ride.session.reactions.held.on == (doubt == .off ? [] : ["lock"]))
  }

  @Test(arguments: Output.Doubt.allCases, [RegionState.inside, .outside])
  func restartBeginsWithTheStoredSide(_ doubt: Output.Doubt, _ side: RegionState) {
    let memory = Memory(nextSequence: 1, seen: nil, regions: ["ring": Memory.Known(state: side)])
    let ride = Self.ride(state: SavedState(memory: memory)) { $0.doubt = doubt }
    let isOn = doubt == .on || doubt == .hold && side == .inside
    #expect(ride.session.reactions.held.on == (isOn ? ["lock"] : []))
  }

  /// The lamp of the speed follows at the fix without a speed, not at the next crossing.
  @Test(arguments: Output.Doubt.allCases)
  func lostSpeedIsDecidedByTheSetting(_ doubt: Output.Doubt) {
    var zone = SessionRide.ring(radius: 400)
    zone.speedRule = SpeedRule(limit: 10)
    let ride = Self.ride(regions: [zone]) {
      ($0.holdsInside, $0.holdsSpeeding, $0.doubt) = (.none, .some(ids: ["ring"]), doubt)
      $0.doubtDelay = .zero
    }
    ride.ride(0..<20)
    #expect(ride.session.reactions.held.on == ["lock"])
    for epoch in Epoch.ride[20..<25] {
      ride.receive(
        epoch.report(device: "/dev/a").replacingOccurrences(of: #","speed":5.0"#, with: ""))
      #expect(ride.session.reactions.held.on == (doubt == .off ? [] : ["lock"]))
      ride.pass(1)
    }
    ride.ride(25..<27)
    #expect(ride.session.reactions.held.on == ["lock"])
  }

  @Test func delayIsOverWithoutAFix() {
    let ride = Self.ride { $0.onDelay = .seconds(4) }
    ride.ride(0..<31)
    let before = ride.session.reactions.held.on
    ride.pass(5)
    #expect(before == [] || before == ["lock"])
    #expect(ride.session.reactions.held.on == ["lock"])
  }

  @Test func removedRegionHoldsNothing() {
    let ride = Self.ride()
    ride.ride(0..<31)
    _ = ride.performed()
    let files = ReloadedFiles(
      .success(Settings(configuration: ride.session.configuration, regions: [], warnings: [])),
      watched: "regions.geojson")
    ride.session.adopt(files, at: ride.now)
    ride.session.show(at: ride.now)
    #expect(holds(ride).contains("note output: lock off: not inside ring"))
  }

  @Test func stateKeepsTheLevels() throws {
    let state = SavedState(held: ["flap", "lock"])
    #expect(state.encoded.hasPrefix(#"{"held":["flap","lock"],"#))
    #expect(try SavedState(decoding: state.encoded) == state)
    #expect(try SavedState(decoding: SavedState().encoded).held.isEmpty)
  }

  @Test func unusedHoldingLeavesNoTrace() {
    let ride = SessionRide()
    ride.session.start(at: ride.now)
    ride.ride(0..<60)
    #expect(!ride.performed().contains { $0.hasPrefix("hold") })
    #expect(ride.session.reactions.held.deadline == nil)
  }
}
