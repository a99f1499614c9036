import Geofence
@testable import Picket
import Records
import Testing

/// What a session says matters first.
struct MattersTests {
  private func status(_ ride: SessionRide) throws -> StatusAnswer {
    let line = try #require(try ride.fields(#"{"do":"status"}"#))
    return try #require(StatusAnswer(line))
  }

  private func kinds(_ ride: SessionRide) throws -> [Matter.Rank?] {
    try status(ride).matters.map(\.kind)
  }

  private func move(
    _ ride: SessionRide, _ seconds: Range<Int>, from east: Double = 0, speed: Double = 0
  ) {
    for second in seconds {
      let place = east + speed * Double(second - seconds.lowerBound)
      ride.receive(
        Epoch(second: Double(second), east: place, speed: speed, track: 90)
          .report(device: "/dev/a"))
      ride.pass(1)
    }
  }

  @Test func anAnchorHoldsThenDragsUntilAcknowledged() throws {
    let ride = SessionRide(SessionRide.settings(Configuration(), []))
    ride.session.start(at: ride.now)
    #expect(try kinds(ride) == [.blind])
    move(ride, 0..<20)
    _ = try ride.fields(#"{"do":"drop"}"#)
    move(ride, 20..<30)
    let holds = try #require(try status(ride).matters.first)
    #expect(holds.kind == .anchor && holds.region == "anchor" && holds.end == "lift")
    #expect(holds.words?.text == "anchor holds · 0 m of 40 m")
    move(ride, 30..<120, speed: 1)
    let drags = try #require(try status(ride).matters.first)
    #expect(drags.kind == .alarm && drags.region == "anchor" && drags.end == "acknowledge")
    #expect(drags.metres.map { 40...55 ~= $0 } == true, "\(drags)")
    #expect(drags.seconds.map { 20...60 ~= $0 } == true, "\(drags)")
    #expect(drags.words?.text.hasPrefix("ALARM · anchor left, ") == true)
    #expect(drags.words?.text.hasSuffix(" m from the circle") == true)
    _ = try ride.fields(#"{"do":"acknowledge"}"#)
    #expect(try status(ride).matters.map(\.kind) == [.outside])
  }

  @Test func speedingIsFirstWhileItLasts() throws {
    var ring = SessionRide.ring(radius: 2000)
    ring.speedRule = SpeedRule(limit: 18)
    let ride = SessionRide(SessionRide.settings(Configuration(), [ring]))
    move(ride, 0..<30, from: -200, speed: 4)
    #expect(try kinds(ride).first == .inside)
    move(ride, 30..<60, from: -80, speed: 7)
    let fast = try #require(try status(ride).matters.first)
    #expect(fast.kind == .fast && fast.end == "slower")
    #expect(fast.words?.text == "TOO FAST in ring · 25.2 km/h, at most 18 km/h")
    move(ride, 60..<90, from: 130, speed: 2)
    #expect(try kinds(ride).first == .inside)
  }

  @Test func borderThatComesNearerIsAhead() throws {
    let ride = SessionRide()
    move(ride, 0..<20, from: -200, speed: 2)
    #expect(try status(ride).matters.first?.words?.text.hasSuffix(" m ahead") == true)
    move(ride, 20..<40, from: -160)
    #expect(try status(ride).matters.first?.words?.text.hasSuffix(" m away") == true)
  }
}
