@testable import Desk
import Geofence
@testable import Notation
@testable import Outputs
@testable import Picket
import Testing

struct SessionRequestTests {
  @Test func anUnknownRequestIsRefusedWithAllNames() throws {
    let ride = SessionRide()
    let reason = try ride.refusal(#"{"do":"dance"}"#)
    #expect(
      reason == """
        there is no request "dance"; there are mark, mute, play, regions, reload, state, status, \
        unmute, walk, why and watch
        """)
    #expect(ride.performed().isEmpty)
  }

  @Test func marksHaveABudget() throws {
    let ride = SessionRide()
    for _ in 0..<60 { #expect(try ride.fields(#"{"do":"mark","text":"gate"}"#) != nil) }
    _ = ride.directives()
    #expect(try ride.refusal(#"{"do":"mark"}"#)?.hasPrefix("too many marks") == true)
    #expect(ride.performed().isEmpty)
    // The buzzers can be silenced all the same.
    #expect(try ride.fields(#"{"do":"mute"}"#) != nil)
    ride.pass(6)
    #expect(try ride.fields(#"{"do":"mark"}"#) != nil)
  }

  @Test func aMarkSaysWhereItIs() throws {
    let ride = SessionRide()
    ride.ride(0..<31)
    _ = ride.directives()
    let fields = try #require(try ride.fields(#"{"do":"mark","text":"gate"}"#))
    #expect(
      fields == #"{"time":"2026-06-03T09:00:31.000Z","lat":47,"lon":15}"#, "\(fields)")
    #expect(
      ride.performed() == ["note mark: gate", "record mark", "announce mark", "play mark"])
    #expect(try ride.refusal(#"{"do":"mark","text":"a\nb"}"#)?.contains("control") == true)
  }

  @Test func muteAndUnmuteAreNoted() throws {
    let ride = SessionRide()
    _ = try ride.ask(#"{"do":"mute","seconds":60}"#)
    _ = try ride.ask(#"{"do":"unmute"}"#, SessionRide.surroundings(isMuted: true))
    _ = try ride.ask(#"{"do":"unmute"}"#)
    let said = ride.performed()
    #expect(
      said.filter { !$0.hasPrefix("announce") && !$0.hasPrefix("note") }
        == ["mute for a time", "unmute", "unmute"])
    #expect(said.filter { $0.hasPrefix("note") }.count == 2)
  }

  @Test func aPatternIsPlayedOnEachOutput() throws {
    let ride = SessionRide()
    #expect(try ride.fields(#"{"do":"play"}"#)?.contains(#""outputs":["buzzer"]"#) == true)
    #expect(ride.performed() == ["test buzzer"])
    #expect(try ride.refusal(#"{"do":"play","output":"horn"}"#)?.contains("buzzer") == true)
    #expect(try ride.refusal(#"{"do":"play","pattern":"loud"}"#) != nil)
    guard case .failure = try ride.ask(#"{"do":"play"}"#, SessionRide.surroundings(waiting: 8))
    else {
      Issue.record("played all the same")
      return
    }
    #expect(ride.performed().isEmpty)
  }

  @Test func aWalkIsLeftToTheOwner() throws {
    let ride = SessionRide()
    guard case .success(.startWalk(let name)) = try ride.ask(#"{"do":"walk","start":"orchard"}"#),
      case .success(.stopWalk) = try ride.ask(#"{"do":"walk","stop":true}"#)
    else {
      Issue.record("no walk")
      return
    }
    #expect(name.text == "orchard")
    #expect(
      try ride.refusal(#"{"do":"walk"}"#) == "walk needs a name under start, or stop with true")
    #expect(try ride.refusal(#"{"do":"walk","start":"../etc"}"#) != nil)
  }

  @Test func aReloadIsLeftToTheOwner() throws {
    let ride = SessionRide()
    guard case .success(.reload(let file)) = try ride.ask(#"{"do":"reload","regions":"/r"}"#)
    else {
      Issue.record("not reloaded")
      return
    }
    #expect(file == "/r")
  }

  @Test func stateAndWhyAreAboutOneRegion() throws {
    let ride = SessionRide()
    #expect(try ride.fields(#"{"do":"why"}"#)?.contains("has come yet: connecting") == true)
    ride.ride(0..<30)
    let state = try #require(try ride.fields(#"{"do":"state","region":"ring"}"#))
    #expect(state.contains(#""state":"inside""#) && state.contains(#""age":1"#), "\(state)")
    #expect(try ride.fields(#"{"do":"why"}"#)?.contains("enter (event 1)") == true)
    #expect(
      try ride.refusal(#"{"do":"state","region":"rong"}"#)
        == #"no region "rong" is watched; did you mean "ring"?"#)
  }

  @Test func statusAndRegionsNameTheInside() throws {
    let ride = SessionRide()
    ride.ride(0..<30)
    for request in ["status", "regions"] {
      let fields = try #require(try ride.fields(#"{"do":"\#(request)"}"#))
      #expect(fields.contains(#""watched":1"#) && fields.contains(#""inside":["ring"]"#))
    }
  }
}
