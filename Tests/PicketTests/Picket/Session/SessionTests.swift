import Base
import Board
import Geofence
@testable import Picket
import Records
import Testing

struct SessionTests {
  @Test func firstFixIsRecordedThenShown() {
    let ride = SessionRide()
    ride.receive(Epoch.ride[0].report(device: "/dev/a"))
    #expect(
      ride.performed() == [
        "record arrived", "clock", "log ring: outside",
        "announce sighted at 2026-06-03T09:00:00.000Z", "note sighted: sighted", "play sighted",
        "record sighted", "save", "show 3D fix; inside none", "log 3D fix", "note gpsd: 3D fix",
        "show 3D fix; inside none",
      ])
  }

  @Test func laterFixSetsOnlyTheClock() {
    let ride = SessionRide()
    ride.ride(0..<2)
    _ = ride.directives()
    for second in 2..<10 {
      ride.ride(second..<second + 1)
      #expect(ride.performed() == ["clock"])
    }
  }

  @Test func entryIsPlayedThenWritten() {
    let ride = SessionRide()
    ride.ride(0..<25)
    #expect(
      ride.performed().drop { $0 != "play enter for 1" }.prefix(6) == [
        "play enter for 1", "event enter ring", "record event", "save",
        "show 3D fix; inside ring", "clock",
      ])
  }

  @Test func signalOfTheRegionIsPlayed() {
    let ride = SessionRide(
      SessionRide.settings(Configuration(), [SessionRide.ring(signal: "gate")]))
    ride.ride(0..<25)
    #expect(ride.performed().contains("play gate for 1"))
  }

  @Test func missingFixesMakeTheSessionBlind() {
    let ride = SessionRide()
    ride.ride(0..<5)
    _ = ride.directives()
    ride.pass(8)
    #expect(ride.performed().isEmpty)
    ride.pass(2)
    #expect(
      ride.performed() == [
        "record due",
        "announce blind: no fix that can be trusted since 2026-06-03T09:00:04.000Z",
        "note blind: no fix that can be trusted since 2026-06-03T09:00:04.000Z", "play blind",
        "record blind", "save", "show 3D fix; inside none",
      ])
    ride.receive(Epoch.ride[15].report(device: "/dev/a"))
    #expect(ride.performed().contains("note sighted: sighted after 11 s"))
  }

  @Test func fasterRideIsBlindSooner() {
    let (life, bench) = (SessionRide(), SessionRide(speed: 10))
    life.receive(Epoch.ride[0].report(device: "/dev/a"))
    bench.receive(Epoch.ride[0].report(device: "/dev/a"))
    let wait = life.session.deadline.map { SessionRide.start.duration(to: $0) }
    let shorter = bench.session.deadline.map { SessionRide.start.duration(to: $0) }
    // The blind limit, and the time that a report may be on its way.
    #expect(wait == .seconds(10) + .milliseconds(250))
    #expect(shorter == .seconds(1) + .milliseconds(250))
  }

  @Test func stateIsSavedEveryTenMinutes() {
    let ride = SessionRide()
    ride.session.begin(at: ride.now)
    ride.session.turn.save()
    // The session is blind by then, and that is saved, too.
    ride.pass(11)
    _ = ride.directives()
    ride.pass(599)
    #expect(ride.performed().isEmpty)
    ride.pass(1)
    #expect(ride.performed() == ["save"])
  }

  @Test func otherReportsSetNoDeadline() {
    let ride = SessionRide()
    #expect(ride.receive(Epoch.ride[0].report(device: "/dev/a")))
    #expect(!ride.receive(#"{"class":"SKY","satellites":[{"PRN":1}]}"#))
    #expect(!ride.receive(#"{"class":"WATCH"}"#))
  }

  // MARK: gpsd

  @Test func rejectionIsLoggedOnce() {
    let ride = SessionRide()
    ride.ride(10..<12)
    _ = ride.directives()
    for second in [3, 4, 3] {
      ride.receive(Epoch.ride[second].report(device: "/dev/a"))
    }
    #expect(
      ride.performed() == [
        "log a fix was rejected: time went back; more of this kind are only counted"
      ])
  }

  @Test func gpsdDoesNotFillTheLog() {
    let ride = SessionRide()
    ride.receive(#"{"class":"VERSION","release":"3.22"}"#)
    // Half a minute later, that line has its share of the budget again.
    ride.pass(30)
    _ = ride.directives()
    for _ in 0..<50 { ride.receive("noise") }
    let performed = ride.performed()
    #expect(performed == Array(repeating: performed[0], count: 36))
    #expect(performed[0] == "log gpsd sent a line that cannot be read: not a JSON object")
    ride.pass(10)
    _ = ride.directives()
    ride.receive("noise")
    #expect(
      ride.performed() == ["\(performed[0]); 14 earlier lines about gpsd left out"])
  }

  @Test func changeOfTheReceptionIsReportedOnce() {
    let ride = SessionRide()
    _ = ride.session.receive(.lost("refused"), at: ride.now)
    _ = ride.session.receive(.lost("timed out"), at: ride.now)
    let text = "no gpsd: refused; trying again"
    #expect(
      ride.performed() == ["log \(text)", "note gpsd: \(text)", "show \(text); inside none"])
  }

  @Test func releaseIsLoggedAfterALoss() {
    let ride = SessionRide()
    let version = #"{"class":"VERSION","release":"3.22"}"#
    for _ in 0..<3 { ride.receive(version) }
    _ = ride.session.receive(.lost("refused"), at: ride.now)
    ride.receive(version)
    #expect(ride.performed().count { $0 == "log connected to gpsd 3.22" } == 2)
  }

  // MARK: Start and button

  @Test func unsoundedSignalsArePlayedAgain() {
    var configuration = Configuration()
    for choice in Configuration.Unsounded.allCases {
      configuration.state.unsounded = choice
      let ride = SessionRide(
        SessionRide.settings(configuration), state: SavedState(unsounded: [3, 4]))
      ride.session.start(at: ride.now)
      let text = "the signals of events 3, 4 may not have sounded before the restart"
      let again = choice == .again ? ["play again for 3", "play again for 4"] : []
      #expect(
        Array(ride.performed().dropFirst(2))
          == ["play ready", "log \(text)", "note unsounded: \(text)"] + again + ["save"])
    }
  }

  @Test func mutedRegionIsSignalledAgainByLights() throws {
    var configuration = Configuration()
    configuration.state.unsounded = .again
    var muted = SessionRide.ring("muted")
    muted.isMuted = true
    var state = SavedState(memory: Memory(nextSequence: 4), unsounded: [3])
    var found = Journal.Found()
    found.events = try [(3, "muted"), (4, "ring"), (5, "muted")].map { number, region in
      let text = #"{"seq":\#(number),"event":"enter","region":"\#(region)","#
      let fields = try JSON.parse(text + #""time":"2026-06-03T09:14:31Z"}"#).object
      return try #require(RecordedEvent(fields ?? [:]))
    }
    found.next = 6
    state.apply(found)
    let ride = SessionRide(
      SessionRide.settings(configuration, [muted, SessionRide.ring()]), state: state)
    ride.session.start(at: ride.now)
    #expect(
      ride.performed().filter { $0.hasPrefix("play again") }
        == ["play again for 3, lights only", "play again for 4", "play again for 5, lights only"])
  }

  @Test func manyUnsoundedSignalsAreOneShortLine() {
    let ride = SessionRide(state: SavedState(unsounded: Array(1...89_325)))
    ride.session.start(at: ride.now)
    #expect(
      ride.performed().contains(
        "log the signals of events 1 to 89325 may not have sounded before the restart"))
  }

  @Test func scatteredUnsoundedSignalsAreOneShortLine() {
    let ride = SessionRide(state: SavedState(unsounded: (1...9000).map { $0 * 2 }))
    ride.session.start(at: ride.now)
    #expect(ride.performed().allSatisfy { $0.utf8.count < 300 })
  }

  @Test func markIsWhereTheButtonWasPressed() throws {
    let ride = SessionRide()
    ride.ride(0..<3)
    _ = ride.directives()
    ride.session.press(
      Button.Press(length: .long, start: ride.now.advanced(by: .seconds(-2))), at: ride.now)
    let directives = ride.directives()
    #expect(
      directives.map(\.words) == [
        "note mark: the carrier pressed the button", "record mark", "announce mark", "play mark",
      ])
    guard case .note(let note) = try #require(directives.first) else { return }
    #expect(note.time?.rfc3339 == "2026-06-03T09:00:01.000Z")
    #expect(note.coordinate != nil)
  }

  @Test func buttonAcknowledgesOrAnnouncesTheState() {
    let ride = SessionRide()
    ride.session.press(Button.Press(length: .short, start: ride.now), at: ride.now)
    ride.session.press(Button.Press(length: .veryLong, start: ride.now), at: ride.now)
    #expect(ride.performed() == ["acknowledge", "play unknown"])
  }

  // MARK: Reload

  @Test func sameRegionsAreNotRecordedAgain() {
    let ride = SessionRide()
    ride.session.adopt(ReloadedFiles(.success(SessionRide.settings()), watched: ""), at: ride.now)
    #expect(
      ride.performed() == [
        "log 0 problems", "use outputs", "log reloaded: watching 1 region",
      ])
  }

  @Test func otherRegionsAreRecorded() {
    let ride = SessionRide()
    let regions = [SessionRide.ring(), SessionRide.ring("wide", radius: 90)]
    let settings = SessionRide.settings(Configuration(), regions)
    ride.session.adopt(ReloadedFiles(.success(settings), watched: ""), at: ride.now)
    #expect(
      ride.performed() == [
        "log 0 problems", "record regions", "use outputs", "log reloaded: watching 2 regions",
        "note configuration: reloaded: watching 2 regions", "save",
      ])
    let watched = ride.session.monitor.regions.keys.sorted()
    #expect(watched == ["ring", "wide"])
  }

  @Test func unreadableFilesChangeNothing() {
    let ride = SessionRide()
    let problem = Problem(file: "r", wrong: "bad", remedy: "mend it")
    ride.session.adopt(ReloadedFiles(.failure(Problems([problem])), watched: ""), at: ride.now)
    let performed = ride.performed()
    #expect(
      performed.prefix(2) == [
        "log 1 problems", "log the running configuration and regions are kept",
      ])
    #expect(performed.count == 3 && performed[2].hasPrefix("note configuration: refused: "))
    let watched = ride.session.monitor.regions.keys.sorted()
    #expect(watched == ["ring"])
  }

  @Test func settingsNeedingARestartAreNamed() {
    let ride = SessionRide()
    var configuration = Configuration()
    configuration.gpsd.port = 1
    ride.session.adopt(
      ReloadedFiles(.success(SessionRide.settings(configuration)), watched: ""), at: ride.now)
    #expect(
      ride.performed().contains("log [gpsd] has changed: that takes effect after a restart"))
  }
}
