@testable import Board
import Geofence
@testable import Picket
import Testing

struct CueTests {
  /// The ring of the ride, 50 m around its middle, with a cue from 6 seconds before the border on.
  private static func ride(
    from side: ApproachRule.Side = .both, _ configuration: Configuration = Configuration()
  ) -> SessionRide {
    var ring = SessionRide.ring()
    ring.approach = ApproachRule(within: .seconds(6), from: side)
    return SessionRide(SessionRide.settings(configuration, [ring]))
  }

  private static func cues(_ performed: [String]) -> [String] {
    performed.filter { $0.hasPrefix("cue") || $0.hasPrefix("play") || $0 == "save" }
  }

  @Test func cueIsNotWrittenToTheCard() {
    let ride = Self.ride()
    ride.ride(0..<5)
    _ = ride.directives()
    ride.ride(5..<25)
    let cues = Self.cues(ride.performed())
    #expect(
      cues == [
        "cue approach(1)", "cue approach(2)", "cue approach(3)", "cue approach(4)",
        "play enter for 1", "cue off", "save",
      ])
  }

  @Test func entryHasNoCueFromInside() {
    let ride = Self.ride(from: .inside)
    ride.ride(0..<25)
    #expect(!ride.performed().contains { $0.hasPrefix("cue") })
    ride.ride(25..<45)
    #expect(ride.performed().contains("cue approach(4)"))
  }

  @Test func shortPressSilencesTheCue() {
    let ride = Self.ride()
    ride.ride(0..<18)
    #expect(Self.cues(ride.performed()).last?.hasPrefix("cue approach") == true)
    ride.session.press(Button.Press(length: .short, start: ride.now), at: ride.now)
    #expect(ride.performed() == ["acknowledge", "record cueAcknowledged", "cue off"])
    ride.ride(18..<25)
    #expect(Self.cues(ride.performed()) == ["play enter for 1", "save"])
  }

  @Test func pressWithoutACueRecordsNothing() {
    let ride = Self.ride()
    ride.ride(0..<3)
    _ = ride.directives()
    ride.session.press(Button.Press(length: .short, start: ride.now), at: ride.now)
    #expect(ride.performed() == ["acknowledge"])
  }

  @Test func cueEndsBeforeTheBlindLimit() {
    let ride = Self.ride()
    ride.ride(0..<18)
    _ = ride.directives()
    ride.pass(4)
    #expect(ride.performed() == ["record due", "cue off"])
  }

  @Test func whyReportsAPlayedCue() throws {
    let ride = Self.ride()
    ride.ride(0..<18)
    var answer = try #require(try ride.fields(#"{"do":"why","region":"ring"}"#))
    #expect(answer.contains("approach cue, step"))
    #expect(answer.contains("it is playing"))
    ride.ride(18..<25)
    answer = try #require(try ride.fields(#"{"do":"why","region":"ring"}"#))
    #expect(answer.contains("ended, since the border was crossed"))
    #expect(answer.contains("no approach cue now: the carrier moves away from the border"))
  }

  @Test func whyReportsTheReasonForSilence() throws {
    let ride = Self.ride(from: .inside)
    ride.ride(0..<18)
    let answer = try #require(try ride.fields(#"{"do":"why","region":"ring"}"#))
    #expect(answer.contains("no approach cue now: the carrier is not inside"))
  }

  @Test func cueOfALimitIsNoApproach() throws {
    var ring = SessionRide.ring()
    ring.approach = ApproachRule(within: .seconds(2), from: .inside)
    // The ride goes at 18 km/h.
    ring.speedRule = SpeedRule(limit: 10)
    let ride = SessionRide(SessionRide.settings(Configuration(), [ring]))
    ride.ride(0..<26)
    #expect(ride.performed().contains { $0.hasPrefix("cue approach") })
    let answer = try #require(try ride.fields(#"{"do":"why","region":"ring"}"#))
    #expect(!answer.contains("approach cue, step"), "\(answer)")
  }

  @Test func whyWithoutARuleOmitsCues() throws {
    let ride = SessionRide()
    ride.ride(0..<25)
    let answer = try #require(try ride.fields(#"{"do":"why","region":"ring"}"#))
    #expect(!answer.contains("cue"))
  }

  @Test func cueIsSilentOutsideHours() throws {
    // The ride begins at 09:00.
    for (hours, sounds) in [("09:01-10:00", false), ("08:00-10:00", true)] {
      var ring = SessionRide.ring()
      ring.approach = ApproachRule(within: .seconds(6), from: .both)
      ring.active = Hours(
        try Schedule(hours), clock: .utc, place: Coordinate(latitude: 47, longitude: 15))
      let ride = SessionRide(SessionRide.settings(Configuration(), [ring]))
      ride.ride(0..<18)
      #expect(ride.performed().contains { $0.hasPrefix("cue approach") } == sounds)
      let answer = try #require(try ride.fields(#"{"do":"why","region":"ring"}"#))
      #expect(answer.contains("the region is outside its active hours") != sounds)
    }
  }

  // MARK: The finder

  @Test func finderSoundsTheDistanceUntilStopped() throws {
    let ride = SessionRide()
    ride.ride(0..<2)
    _ = ride.directives()
    let answer = try #require(try ride.fields(#"{"do":"sound","region":"ring","seconds":60}"#))
    #expect(answer.contains(#""region":"ring","depth":-9"#))
    #expect(ride.performed() == ["cue finder(2)"])
    ride.ride(2..<22)
    let steps = ride.performed().filter { $0.hasPrefix("cue") }
    // At 5 m/s the ride goes from 90 m outside to the border, and past it by 5 m.
    #expect(
      steps == [
        "cue finder(3)", "cue finder(4)", "cue finder(5)", "cue finder(6)", "cue finder(5)",
      ])
    #expect(try ride.fields(#"{"do":"sound","stop":true}"#) != nil)
    #expect(ride.performed() == ["cue off"])
  }

  @Test func finderEndsUnlessRequestedAgain() throws {
    let ride = SessionRide()
    ride.ride(0..<2)
    _ = ride.directives()
    _ = try ride.fields(#"{"do":"sound","region":"ring","seconds":2}"#)
    ride.pass(1)
    _ = try ride.fields(#"{"do":"sound","region":"ring","seconds":2}"#)
    ride.pass(1.9)
    #expect(ride.performed() == ["cue finder(2)"])
    ride.pass(0.2)
    #expect(ride.performed() == ["cue off"])
  }

  @Test func finderIsSilentWhileBlind() throws {
    let ride = SessionRide()
    ride.ride(0..<2)
    _ = try ride.fields(#"{"do":"sound","region":"ring","seconds":60}"#)
    _ = ride.directives()
    ride.pass(12)
    #expect(ride.performed().contains("cue off"))
    ride.receive(Epoch.ride[16].report(device: "/dev/a"))
    #expect(ride.performed().contains { $0.hasPrefix("cue finder") })
  }

  @Test func finderReplacesAnApproachCue() throws {
    let ride = Self.ride()
    ride.ride(0..<18)
    _ = try ride.fields(#"{"do":"sound","region":"ring","seconds":30}"#)
    ride.ride(18..<20)
    #expect(ride.performed().last { $0.hasPrefix("cue") }?.hasPrefix("cue finder") == true)
  }

  @Test(
    arguments: [
      (#"{"do":"sound"}"#, "region"),
      (#"{"do":"sound","region":"rung"}"#, "did you mean \"ring\"?"),
      (#"{"do":"sound","region":"ring","seconds":90}"#, "seconds"),
    ])
  func invalidRequestIsRefused(_ line: String, _ reason: String) throws {
    #expect(try SessionRide().refusal(line)?.contains(reason) == true)
  }
}
