import Base
@testable import Board
import Geofence
@testable import Picket
import Records
import Testing

/// Anchors that are dropped during a ride.
struct SessionAnchorTests {
  private static func ride(
    state: SavedState = SavedState(), _ regions: [Region] = []
  ) -> SessionRide {
    var configuration = Configuration()
    var button = ButtonSettings(line: .name("B"))
    button.doubleDrops = "anchor"
    configuration.outputs.button = button
    let ride = SessionRide(SessionRide.settings(configuration, regions), state: state)
    ride.session.start(at: ride.now)
    return ride
  }

  /// Stands at a place for some seconds.
  private func stand(_ ride: SessionRide, _ seconds: Range<Int>, east: Double) {
    for second in seconds {
      ride.receive(Epoch(second: Double(second), east: east, speed: 0).report(device: "/dev/a"))
      ride.pass(1)
    }
  }

  /// Drags at 1 m/s for some seconds: to the east, or with a track of 270 back to the west.
  private func drag(
    _ ride: SessionRide, _ seconds: Range<Int>, from east: Double, track: Double = 90
  ) {
    for second in seconds {
      let way = Double(second - seconds.lowerBound)
      let place = track == 90 ? east + way : east - way
      ride.receive(
        Epoch(second: Double(second), east: place, speed: 1, track: track).report(device: "/dev/a"))
      ride.pass(1)
    }
  }

  @Test func anchorIsDroppedAndLifted() throws {
    let ride = Self.ride()
    stand(ride, 0..<20, east: 0)
    _ = ride.performed()
    let line = try #require(try ride.fields(#"{"do":"drop"}"#))
    let answer = try #require(Reply(line))
    #expect(answer.text("region") == "anchor")
    #expect(answer.number("radius") == 40)
    #expect(answer.number("fixes").map { 3...4 ~= $0 } == true)
    #expect(ride.session.monitor.regions["anchor"]?.latches == true)
    let performed = ride.performed()
    #expect(performed.contains("record regions"))
    #expect(performed.contains("save") && performed.contains("play mark"))
    #expect(
      performed.contains { $0.hasPrefix("note anchor: anchor dropped, radius 40 m, at the mean") }
    )
    stand(ride, 20..<30, east: 0)
    #expect(ride.session.monitor.state(of: "anchor") == .inside)
    let status = try #require(try ride.fields(#"{"do":"status"}"#))
    #expect(status.contains(#""anchors":[{"region":"anchor","#))
    #expect(
      StatusText(try #require(StatusAnswer(status))).lines.contains {
        $0.hasPrefix("anchor     anchor: ")
      }
    )

    #expect(try ride.fields(#"{"do":"drop"}"#) == #"{"region":"anchor","lifted":true}"#)
    #expect(ride.session.monitor.regions.isEmpty)
    #expect(try ride.refusal(#"{"do":"lift"}"#) == #"no anchor "anchor" is dropped"#)
  }

  @Test func dropWhileMovingSaysSo() throws {
    let ride = Self.ride()
    for second in 0..<20 {
      ride.receive(
        Epoch(second: Double(second), east: 3 * Double(second), speed: 3, track: 90)
          .report(device: "/dev/a"))
      ride.pass(1)
    }
    _ = ride.performed()
    let line = try #require(try ride.fields(#"{"do":"drop"}"#))
    let answer = try #require(Reply(line))
    #expect(answer.number("speed") == 3)
    #expect(ride.performed().contains { $0.hasSuffix("; the carrier moved at 3 m/s") })
    stand(ride, 20..<40, east: 60)
    _ = try ride.fields(#"{"do":"lift"}"#)
    let still = try #require(try ride.fields(#"{"do":"drop"}"#))
    #expect(!still.contains("speed"), "\(still)")
  }

  /// No fix comes between the drop and the drag, which the last fix before the drop has to prove.
  @Test func draggingUnseenFromTheDropOnIsAnAlarm() throws {
    let ride = Self.ride()
    stand(ride, 0..<20, east: 0)
    _ = try ride.fields(#"{"do":"drop"}"#)
    #expect(ride.session.monitor.state(of: "anchor") == .inside)
    ride.pass(100)
    _ = ride.performed()
    drag(ride, 120..<180, from: 100)
    #expect(ride.performed().contains("event exit anchor"))
    #expect(ride.session.reactions.alarms.areOn)
  }

  @Test func draggingIsAnAlarm() throws {
    let ride = Self.ride()
    stand(ride, 0..<20, east: 0)
    _ = try ride.fields(#"{"do":"drop","radius":30}"#)
    stand(ride, 20..<30, east: 0)
    _ = ride.performed()
    drag(ride, 30..<90, from: 0)
    let performed = ride.performed()
    #expect(performed.contains("event exit anchor"))
    #expect(performed.contains("repeat exit"))
    #expect(ride.session.reactions.alarms.areOn)
  }

  /// The boat comes 5 m past the circle, steadily and back.
  @Test func swingingALittlePastTheCircleIsNoAlarm() throws {
    let ride = Self.ride()
    stand(ride, 0..<20, east: 0)
    _ = try ride.fields(#"{"do":"drop","radius":30}"#)
    drag(ride, 20..<56, from: 0)
    drag(ride, 56..<86, from: 34, track: 270)
    #expect(!ride.performed().contains("event exit anchor"))
  }

  @Test func anotherRadiusIsNoAlarmForACarrierInsideIt() throws {
    let ride = Self.ride()
    stand(ride, 0..<20, east: 0)
    _ = try ride.fields(#"{"do":"drop","radius":60}"#)
    stand(ride, 20..<30, east: 20)
    let center = try #require(ride.session.anchors.dropped.first).center
    _ = ride.performed()
    let line = try #require(try ride.fields(#"{"do":"anchor","radius":45}"#))
    let answer = try #require(Reply(line))
    #expect(answer.text("region") == "anchor" && answer.number("radius") == 45)
    let performed = ride.performed()
    #expect(performed.contains("note anchor: anchor: radius 45 m now"), "\(performed)")
    #expect(performed.contains("save") && performed.contains("record regions"))
    #expect(ride.session.anchors.dropped.map(\.center) == [center])
    for (second, radius) in [(30, 40), (50, 200)] {
      _ = try ride.fields(#"{"do":"anchor","radius":\#(radius)}"#)
      #expect(ride.session.monitor.state(of: "anchor") == .inside)
      stand(ride, second..<second + 20, east: 20)
    }
    #expect(!ride.performed().contains { $0.hasPrefix("event") })
    #expect(!ride.session.reactions.alarms.areOn)
  }

  @Test func anotherRadiusWithTheCarrierOutsideIsAnAlarm() throws {
    let ride = Self.ride()
    stand(ride, 0..<20, east: 0)
    _ = try ride.fields(#"{"do":"drop","radius":100}"#)
    stand(ride, 20..<40, east: 60)
    _ = try ride.fields(#"{"do":"anchor","radius":30}"#)
    stand(ride, 40..<100, east: 60)
    #expect(ride.performed().contains("event exit anchor"))
    // The alarm goes on in a greater circle: only an acknowledgement ends it.
    _ = try ride.fields(#"{"do":"anchor","radius":100}"#)
    stand(ride, 100..<120, east: 60)
    #expect(ride.session.reactions.alarms.areOn)
  }

  @Test func stateArmsTheAnchorAgain() throws {
    let ride = Self.ride()
    stand(ride, 0..<20, east: 0)
    _ = try ride.fields(#"{"do":"drop","region":"mooring","rode":30,"bearing":90}"#)
    let anchor = try #require(ride.session.anchors.dropped.first)
    // 18 m more than the rode: a receiver with a deviation of 4 m needs them.
    #expect(anchor.radius == 48)
    let map = LocalMap(around: try #require(ride.session.monitor.lastFix).coordinate)
    #expect(abs(map.point(anchor.center).east - 30) < 0.5)
    stand(ride, 20..<30, east: 0)
    let state = try SavedState(decoding: ride.session.state.encoded)
    #expect(state.anchors.map(\.id) == ["mooring"])
    let next = Self.ride(state: state)
    #expect(next.session.monitor.regions["mooring"] != nil)
    #expect(next.session.monitor.side(of: "mooring") == .inside)
    // The first fixes are where the power was not.
    stand(next, 300..<330, east: 200)
    #expect(next.performed().contains("event exit mooring"))
  }

  @Test func refusalIsSaidInEachLanguage() throws {
    let ride = Self.ride([SessionRide.ring()])
    guard case .failure(let refusal) = try ride.ask(#"{"do":"drop"}"#) else {
      Issue.record("an anchor was dropped without a fix")
      return
    }
    var line = JSONLine()
    refusal.add(to: &line)
    let read = try #require(Reply(line.text)?.refusal)
    #expect(read == refusal)
    #expect(read.reason.hasPrefix("there is no fix yet ("))
    #expect(Voice(.german).say(read.said).hasPrefix("es gibt noch keine Position ("))
    let later = #"{"ok":false,"error":"not at full moon","error_code":{"code":"refused.moon"}}"#
    #expect(Reply(later)?.refusal?.reason == "not at full moon")
  }

  @Test func dropIsRefusedWithAReason() throws {
    let ride = Self.ride([SessionRide.ring()])
    #expect(
      try ride.refusal(#"{"do":"drop"}"#)?.hasPrefix("there is no fix yet") == true)
    ride.session.press(Button.Press(length: .double, start: ride.now), at: ride.now)
    #expect(ride.performed().contains("play fault"))
    stand(ride, 0..<20, east: 0)
    for (request, words) in [
      (#"{"do":"drop","region":"ring"}"#, "is a region of the files"),
      (#"{"do":"drop","region":""}"#, "the name of an anchor is a text"),
      (#"{"do":"drop","radius":5}"#, "is too small for the receiver's error of"),
      (#"{"do":"drop","radius":40,"rode":20,"bearing":3}"#, "give a radius, or a rode"),
      (#"{"do":"drop","rode":20}"#, "give a radius, or a rode"),
      (#"{"do":"drop","radius":1}"#, "radius"),
      (#"{"do":"lift","region":"x"}"#, #"no anchor "x" is dropped"#),
      (#"{"do":"anchor","radius":50}"#, #"no anchor "anchor" is dropped"#),
      (#"{"do":"anchor"}"#, "give the radius"),
      (#"{"do":"anchor","radius":4}"#, "radius"),
      (#"{"do":"anchor","radius":5001}"#, "radius"),
    ] {
      #expect(try ride.refusal(request)?.contains(words) == true, "\(request)")
    }
    ride.pass(60)
    #expect(
      try ride.refusal(#"{"do":"drop"}"#)?.hasPrefix("there is no fix that can be trusted") == true)
  }

  @Test func anotherRadiusHasTheBoundsOfADrop() throws {
    let ride = Self.ride()
    stand(ride, 0..<20, east: 0)
    _ = try ride.fields(#"{"do":"drop"}"#)
    #expect(
      try ride.refusal(#"{"do":"anchor","radius":5}"#)?
        .contains("is too small for the receiver's error of") == true)
    #expect(ride.session.anchors.dropped.map(\.radius) == [40])
  }

  @Test func twoPressesDropAndLift() {
    let ride = Self.ride()
    stand(ride, 0..<20, east: 0)
    ride.session.press(Button.Press(length: .double, start: ride.now), at: ride.now)
    #expect(ride.session.anchors.dropped.map(\.id) == ["anchor"])
    ride.session.press(Button.Press(length: .double, start: ride.now), at: ride.now)
    #expect(ride.session.anchors.dropped.isEmpty)
  }

  @Test func reloadKeepsTheAnchor() throws {
    let ride = Self.ride()
    stand(ride, 0..<20, east: 0)
    _ = try ride.fields(#"{"do":"drop"}"#)
    func reload(_ regions: [Region], anchors: [Region]) {
      let files = ReloadedFiles(
        .success(
          Settings(configuration: ride.session.configuration, regions: regions, warnings: [])),
        watched: "regions.geojson", anchors: anchors)
      ride.session.adopt(files, at: ride.now)
    }
    reload([SessionRide.ring()], anchors: ride.session.anchors.regions)
    #expect(ride.session.monitor.regions.keys.sorted() == ["anchor", "ring"])
    // The reading had begun before the anchor was dropped, or before it was lifted.
    reload([], anchors: [])
    #expect(ride.session.monitor.regions.keys.sorted() == ["anchor"])
    let stale = ride.session.anchors.regions
    _ = try ride.fields(#"{"do":"lift"}"#)
    reload([], anchors: stale)
    #expect(ride.session.monitor.regions.isEmpty)
    // A region of the files has the name now.
    _ = try ride.fields(#"{"do":"drop"}"#)
    reload([SessionRide.ring("anchor")], anchors: ride.session.anchors.regions)
    #expect(ride.session.anchors.dropped.isEmpty)
    #expect(ride.session.monitor.regions["anchor"]?.latches == false)
    #expect(ride.performed().contains { $0.contains("a region of the files has its name now") })
  }
}
