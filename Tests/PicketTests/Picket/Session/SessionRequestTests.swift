@testable import Base
@testable import Board
@testable import Desk
import Foundation
import Geofence
@testable import Picket
import Testing

struct SessionRequestTests {
  @Test func unknownRequestIsRefusedWithAllNames() throws {
    let ride = SessionRide()
    let reason = try ride.refusal(#"{"do":"dance"}"#)
    #expect(
      reason == """
        there is no request "dance"; there are acknowledge, anchor, course, drop, edit, fleet, lift, mark, mute, play, regions, reload, sound, \
        state, status, survey, unmute, walk, why and watch
        """)
    #expect(ride.performed().isEmpty)
  }

  @Test func orderIsNotedWithItsSender() throws {
    let ride = SessionRide()
    _ = try ride.ask(#"{"do":"mute","seconds":60,"by":"desk","id":3}"#)
    #expect(ride.performed().last == "note order: desk requested mute: seconds 60")
    _ = try ride.ask(#"{"do":"walk","start":"north","by":"desk"}"#)
    #expect(ride.performed() == ["note order: desk requested walk: start north"])
    // A refused request is not an order that was carried out.
    #expect(try ride.refusal(#"{"do":"walk","by":"desk"}"#) != nil)
    #expect(ride.performed().isEmpty)
  }

  @Test func senderIsAName() throws {
    let ride = SessionRide()
    let long = String(repeating: "x", count: 256)
    for sender in ["\"\"", "\"a\\nb\"", "\"\(long)\"", "7"] {
      #expect(try ride.refusal("{\"do\":\"mute\",\"by\":\(sender)}") != nil)
    }
    #expect(ride.performed().isEmpty)
  }

  @Test func marksHaveABudget() throws {
    let ride = SessionRide()
    for _ in 0..<60 { #expect(try ride.fields(#"{"do":"mark","text":"gate"}"#) != nil) }
    _ = ride.directives()
    #expect(try ride.refusal(#"{"do":"mark"}"#)?.hasPrefix("too many marks") == true)
    #expect(ride.performed().isEmpty)
    // The buzzers can still be silenced.
    #expect(try ride.fields(#"{"do":"mute"}"#) != nil)
    ride.pass(6)
    #expect(try ride.fields(#"{"do":"mark"}"#) != nil)
  }

  @Test func markHasItsPosition() throws {
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
    _ = try ride.ask(#"{"do":"unmute"}"#, Annunciator.Hearing(isMuted: true))
    _ = try ride.ask(#"{"do":"unmute"}"#)
    let performed = ride.performed()
    #expect(
      performed.filter { !$0.hasPrefix("announce") && !$0.hasPrefix("note") }
        == ["mute for a time", "unmute", "unmute"])
    #expect(performed.filter { $0.hasPrefix("note") }.count == 2)
  }

  @Test func muteOfNullIsNotOneWithoutEnd() throws {
    let ride = SessionRide()
    let reason = try ride.refusal(#"{"do":"mute","seconds":null}"#)
    #expect(reason == "seconds is null; give a number, or leave seconds out")
    #expect(ride.performed().isEmpty)
  }

  @Test func patternIsPlayedOnEachOutput() throws {
    let ride = SessionRide()
    #expect(try ride.fields(#"{"do":"play"}"#)?.contains(#""outputs":["buzzer","led"]"#) == true)
    #expect(ride.performed() == ["test buzzer", "test led"])
    #expect(try ride.refusal(#"{"do":"play","output":"horn"}"#)?.contains("buzzer") == true)
    #expect(try ride.refusal(#"{"do":"play","pattern":"loud"}"#) != nil)
    guard case .failure = try ride.ask(#"{"do":"play"}"#, Annunciator.Hearing(waiting: 8))
    else {
      Issue.record("the pattern was played")
      return
    }
    #expect(ride.performed().isEmpty)
  }

  @Test func signalIsPlayedByItsName() throws {
    let ride = SessionRide()
    let answer = try ride.fields(#"{"do":"play","signal":"enter"}"#)
    #expect(answer?.contains(#""signal":"enter","outputs":["buzzer","led"],"seconds":2"#) == true)
    #expect(ride.performed() == ["play enter"])
    #expect(
      try ride.refusal(#"{"do":"play","signal":"entry"}"#)?.contains(
        "no signal is called \"entry\"")
        == true)
    guard
      case .failure = try ride.ask(
        #"{"do":"play","signal":"enter"}"#, Annunciator.Hearing(waiting: 8))
    else {
      Issue.record("the signal was played")
      return
    }
    #expect(ride.performed().isEmpty)
  }

  @Test func statesArePlayedAsByTheButton() throws {
    let ride = SessionRide()
    #expect(try ride.fields(#"{"do":"play","states":true}"#)?.contains("unknown") == true)
    #expect(ride.performed() == ["play unknown"])
    let full = try ride.ask(#"{"do":"play","states":true}"#, Annunciator.Hearing(waiting: 8))
    guard case .failure = full else {
      Issue.record("the states were played")
      return
    }
    #expect(ride.performed().isEmpty)
  }

  @Test func walkRequestIsPassedOn() throws {
    let ride = SessionRide()
    let started = try ride.ask(#"{"do":"walk","start":"orchard"}"#)
    guard case .success(.walk(.start(let name, at: _))) = started,
      case .success(.walk(.stop)) = try ride.ask(#"{"do":"walk","stop":true}"#)
    else {
      Issue.record("no walk")
      return
    }
    #expect(name.text == "orchard")
    #expect(try ride.refusal(#"{"do":"walk"}"#)?.hasPrefix("walk needs a name under start") == true)
    #expect(try ride.refusal(#"{"do":"walk","start":"../etc"}"#) != nil)
    let removed = try ride.ask(#"{"do":"walk","remove":"always-2"}"#)
    guard case .success(.walk(.remove("always-2"))) = removed else {
      Issue.record("not removed")
      return
    }
    for name in ["../etc", "", ".", "..", ".a", "a/b", "a\\n"] {
      #expect(try ride.refusal("{\"do\":\"walk\",\"remove\":\"\(name)\"}") != nil, "\(name)")
    }
  }

  @Test func reloadRequestIsPassedOn() throws {
    let ride = SessionRide()
    let reloaded = try ride.ask(#"{"do":"reload","regions":"/r"}"#)
    guard case .success(.files(.reload(let file))) = reloaded else {
      Issue.record("not reloaded")
      return
    }
    #expect(file == "/r")
  }

  @Test func stateAndWhyDescribeOneRegion() throws {
    let ride = SessionRide()
    #expect(try ride.fields(#"{"do":"why"}"#)?.contains("has come yet: connecting") == true)
    ride.ride(0..<30)
    let state = try #require(try ride.fields(#"{"do":"state","region":"ring"}"#))
    #expect(state.contains(#""state":"inside""#) && state.contains(#""age":1"#), "\(state)")
    #expect(try ride.fields(#"{"do":"why"}"#)?.contains("enter (event 1)") == true)
    #expect(
      try ride.refusal(#"{"do":"state","region":"rong"}"#)
        == #"no region "rong" is watched; did you mean "ring"?"#)
    // An expired and a disabled region are in this list, with their states; not in the status.
    #expect(
      try ride.refusal(#"{"do":"why","region":"pond"}"#)
        == #"no region "pond" is watched; picket regions list shows all regions"#)
  }

  @Test func statusAndRegionsNameTheRegionsInside() throws {
    let ride = SessionRide()
    ride.ride(0..<30)
    for request in ["status", "regions"] {
      let fields = try #require(try ride.fields(#"{"do":"\#(request)"}"#))
      #expect(fields.contains(#""watched":1"#) && fields.contains(#""inside":["ring"]"#))
      #expect(fields.contains(#""time":"2026-06-03T09:00:"#))
    }
  }

  @Test func statusReportsAnAccuracyDoubt() throws {
    let ride = SessionRide()
    let start = Timestamp(nanoseconds: 1_780_477_200_000_000_000)
    for second in 0..<800 {
      // eph of 6.3 m is taken for 1 m in each axis; 8 m to and fro within ten minutes.
      let north = 8 * sin(Double(second) / 100) / 111_200
      ride.receive(
        """
        {"class":"TPV","device":"/dev/a","mode":3,"time":"\(start.advanced(by: .seconds(second)).rfc3339)",\
        "lat":\(47 + north),"lon":15,"eph":6.3}
        """)
      ride.pass(1)
      if second == 300 {
        let early = try #require(try ride.fields(#"{"do":"status"}"#))
        #expect(!early.contains("accuracy_doubt"))
      }
    }
    let fields = try #require(try ride.fields(#"{"do":"status"}"#))
    #expect(fields.contains(#""accuracy_doubt":{"claimed":1,"observed":"#), "\(fields)")
  }
}
