@testable import Base
@testable import Board
import Geofence
@testable import Picket
@testable import Records
import Testing

/// A ring that latches, with a siren, during a ride.
struct SessionAlarmTests {
  private static func ride(
    state: SavedState = SavedState(), _ change: (inout Region) -> Void = { _ in }
  ) -> SessionRide {
    var configuration = Configuration()
    var siren = Output(name: "siren")
    siren.kind = .relay
    siren.holdsInside = .some(ids: ["ring"])
    siren.doubt = .off
    configuration.outputs.list.append(siren)
    var ring = SessionRide.ring()
    (ring.latches, ring.notifyOnExit) = (true, false)
    change(&ring)
    let ride = SessionRide(SessionRide.settings(configuration, [ring]), state: state)
    ride.session.start(at: ride.now)
    return ride
  }

  @Test func alarmOutlastsTheReturn() throws {
    let ride = Self.ride()
    ride.ride(0..<Epoch.ride.count)
    #expect(ride.session.monitor.side(of: "ring") == .outside)
    let performed = ride.performed()
    #expect(performed.contains("note alarm: enter ring: it sounds until it is acknowledged"))
    #expect(performed.contains("repeat enter"))
    #expect(ride.session.reactions.held.on == ["siren"])
    #expect(
      try #require(try ride.fields(#"{"do":"status"}"#))
        .contains(#""alarms":["ring: enter, not acknowledged; "#))
    #expect(
      try #require(try ride.fields(#"{"do":"why","region":"ring"}"#))
        .contains("siren is on: alarm of ring, not acknowledged"))

    #expect(try ride.fields(#"{"do":"acknowledge"}"#) == #"{"acknowledged":["ring"]}"#)
    let ended = ride.performed()
    #expect(ended.contains("withdraw repeats") && ended.contains("hold "))
    #expect(ended.contains("note acknowledged: ring: acknowledged by a command"))
    ride.pass(20)
    #expect(!ride.performed().contains("repeat enter"))
    #expect(try ride.fields(#"{"do":"acknowledge"}"#) == #"{"acknowledged":[]}"#)
  }

  @Test func mutedRegionIsShownByLightsOnly() throws {
    let ride = Self.ride { ring in
      ring.isMuted = true
      ring.reminder = ReminderRule(every: .seconds(5), atMost: 20)
    }
    ride.ride(0..<Epoch.ride.count)
    let played = ride.performed().filter { $0.hasPrefix("play ") || $0.hasPrefix("repeat ") }
    for words in ["play enter for 1, lights only", "repeat enter, lights only"] {
      #expect(played.contains(words), "\(played)")
    }
    #expect(played.contains("play reminder, lights only"))
    #expect(
      played.allSatisfy { $0.hasSuffix("only") || $0 == "play ready" || $0 == "play sighted" })
    #expect(
      try #require(try ride.fields(#"{"do":"why","region":"ring"}"#))
        .contains("it is muted: its signals are for lights only"))
  }

  @Test func acknowledgedInsideSwitchesOff() {
    let ride = Self.ride()
    ride.ride(0..<31)
    #expect(ride.session.reactions.held.on == ["siren"])
    ride.session.press(Button.Press(length: .short, start: ride.now), at: ride.now)
    #expect(ride.session.monitor.side(of: "ring") == .inside)
    #expect(ride.session.reactions.held.on.isEmpty)
  }

  @Test func alarmOutlastsARestart() throws {
    let first = Self.ride()
    first.ride(0..<31)
    let text = first.session.state.encoded
    #expect(text.contains(#"{"alarms":{"ring":["enter"]},"held":["siren"]"#))
    let next = Self.ride(state: try SavedState(decoding: text))
    #expect(next.session.reactions.held.on == ["siren"])
    next.pass(1)
    #expect(next.performed().contains("repeat enter"))
  }

  @Test func muteEndsNoAlarm() throws {
    let ride = Self.ride()
    ride.ride(0..<31)
    _ = try ride.fields(#"{"do":"mute","seconds":60}"#)
    #expect(ride.session.reactions.alarms.areOn)
    #expect(ride.session.reactions.held.on == ["siren"])
  }

  @Test func longBlindnessSounds() {
    let ride = Self.ride()
    ride.ride(0..<5)
    _ = ride.performed()
    ride.pass(28)
    #expect(!ride.performed().contains("repeat blind"))
    ride.pass(8)
    let performed = ride.performed()
    #expect(performed.contains("repeat blind"))
    #expect(
      performed.contains(
        "note alarm: blind for 30 s, so that nothing watches ring: it sounds until it is acknowledged"
      ))
  }

  @Test func eventOfTheJournalBeginsAnAlarm() {
    var state = SavedState()
    let ride = Self.ride()
    ride.ride(0..<31)
    var found = Journal.Found()
    found.events = ride.directives().compactMap { directive -> RecordedEvent? in
      guard case .event(let event) = directive else { return nil }
      return (try? JSON.parse(event.json))?.object.flatMap(RecordedEvent.init)
    }
    state.apply(found)
    #expect(state.alarms == ["ring": [.enter]])
    #expect(Self.ride(state: state).session.reactions.alarms.areOn)
  }
}
