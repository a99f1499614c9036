import Board
import Geofence
@testable import Picket
import Records
import Testing

struct SessionReminderTests {
  /// A ride with reminders each 5 s outside the ring, the first 10 s after the first fix.
  private static func ride(atMost most: Int = 20, state: SavedState = SavedState()) -> SessionRide {
    var region = SessionRide.ring()
    region.reminder = ReminderRule(every: .seconds(5), atMost: most)
    return SessionRide(SessionRide.settings(Configuration(), [region]), state: state)
  }

  @Test func reminderIsPlayedAndWritten() {
    let ride = Self.ride()
    ride.ride(0..<10)
    _ = ride.directives()
    ride.ride(10..<11)
    #expect(
      ride.performed() == [
        "clock", "play reminder", "record reminder", "note reminder: ring: 1 of 20",
        "announce reminder: ring: 1 of 20", "save",
      ])
  }

  @Test func fixBetweenRemindersSetsOnlyTheClock() {
    let ride = Self.ride()
    ride.ride(0..<2)
    _ = ride.directives()
    for second in 2..<10 {
      ride.ride(second..<second + 1)
      #expect(ride.performed() == ["clock"])
    }
  }

  @Test func timerFindsAReminder() {
    let ride = Self.ride()
    ride.ride(0..<9)
    _ = ride.directives()
    // Not before a fix that was on its way has arrived.
    ride.pass(1)
    #expect(ride.performed().isEmpty)
    ride.pass(0.5)
    #expect(
      ride.performed().prefix(3) == [
        "record due", "play reminder", "record reminder",
      ])
  }

  @Test func lastReminderHasItsOwnSignal() {
    let ride = Self.ride(atMost: 1)
    ride.ride(0..<17)
    let played = ride.performed().filter { $0.hasPrefix("play") }
    #expect(played == ["play sighted", "play reminder", "play last_reminder"])
  }

  @Test func entryDropsWaitingReminders() throws {
    let ride = Self.ride()
    ride.ride(0..<25)
    let performed = ride.performed()
    let withdrawn = try #require(performed.firstIndex(of: "withdraw reminders"))
    let entered = try #require(performed.firstIndex(of: "play enter for 1"))
    #expect(withdrawn < entered)
    #expect(!performed[entered...].contains("play reminder"))
  }

  @Test func shortPressEndsReminders() {
    let ride = Self.ride()
    ride.ride(0..<12)
    _ = ride.directives()
    ride.session.press(Button.Press(length: .short, start: ride.now), at: ride.now)
    #expect(
      ride.performed() == [
        "acknowledge", "withdraw reminders",
        "note acknowledged: ring: the carrier pressed the button", "record acknowledged",
        "announce acknowledged: ring: the carrier pressed the button", "save",
      ])
    ride.ride(12..<18)
    #expect(!ride.performed().contains("play reminder"))
  }

  @Test func pressWithoutRemindersWritesNothing() {
    let ride = Self.ride()
    ride.session.press(Button.Press(length: .short, start: ride.now), at: ride.now)
    #expect(ride.performed() == ["acknowledge"])
  }

  @Test func muteEndsReminders() throws {
    let ride = Self.ride()
    ride.ride(0..<12)
    _ = ride.directives()
    _ = try ride.fields(#"{"do":"mute"}"#)
    #expect(ride.performed().contains("note acknowledged: ring: muted"))
    #expect(ride.session.reactions.reminders.running.isEmpty)
  }

  @Test func requestEndsReminders() throws {
    let ride = Self.ride()
    #expect(try ride.fields(#"{"do":"acknowledge"}"#) == #"{"acknowledged":[]}"#)
    ride.ride(0..<12)
    let request = #"{"do":"acknowledge","region":"ring"}"#
    #expect(try ride.fields(request) == #"{"acknowledged":["ring"]}"#)
    #expect(try ride.fields(request) == #"{"acknowledged":[]}"#)
    #expect(
      try ride.refusal(#"{"do":"acknowledge","region":"rang"}"#)
        == #"no region "rang" is watched; did you mean "ring"?"#)
  }

  @Test func stateHasReminders() throws {
    let ride = Self.ride()
    ride.ride(0..<12)
    #expect(ride.performed().contains("save"))
    let last = try #require(ride.session.state.reminders["ring"])
    #expect(last.count == 1)
    #expect(last.last?.rfc3339 == "2026-06-03T09:00:10.000Z")

    let next = Self.ride(state: SavedState(reminders: ["ring": last]))
    next.ride(0..<11)
    #expect(next.performed().contains("note reminder: ring: 2 of 20"))
  }

  @Test func statusShowsReminders() throws {
    let ride = Self.ride()
    ride.ride(0..<12)
    let status = try #require(try ride.fields(#"{"do":"status"}"#))
    #expect(status.contains(#""reminders":[{"region":"ring","count":1,"of":20,"left":3}]"#))
    let reply = try #require(StatusAnswer(status))
    #expect(StatusText(reply).lines.contains("reminder   ring: 1 of 20, next in 3 s"))
    let why = try #require(try ride.fields(#"{"do":"why"}"#))
    #expect(why.contains("ring: reminders go on, 1 of 20 have come; the next is due in 3 s"))
    ride.session.begin(at: ride.now)
    _ = ride.session.acknowledge(by: .command)
    #expect(try ride.fields(#"{"do":"status"}"#)?.contains("reminders") == false)
  }

  @Test func manyRemindersDoNotFillTheJournal() throws {
    let regions = (0..<500).map { number in
      var region = SessionRide.ring("\(number)")
      region.reminder = ReminderRule(every: .seconds(5))
      return region
    }
    let ride = SessionRide(SessionRide.settings(Configuration(), regions))
    ride.ride(0..<12)
    let performed = ride.performed()
    #expect(performed.count { $0 == "play reminder" } == 500)
    #expect(performed.count { $0.hasPrefix("note reminder") } == 72)
    let why = try #require(try ride.fields(#"{"do":"why"}"#))
    #expect(why.contains("0: reminders go on, 1 of 20 have come"))
  }

  @Test func reloadMayBeginReminders() {
    let ride = SessionRide()
    ride.ride(0..<3)
    var region = SessionRide.ring()
    region.reminder = ReminderRule(every: .seconds(5))
    let files = ReloadedFiles(
      .success(SessionRide.settings(Configuration(), [region])), watched: "")
    ride.session.adopt(files, at: ride.now)
    _ = ride.directives()
    ride.ride(3..<9)
    #expect(ride.performed().contains("note reminder: ring: 1 of 20"))
  }
}
