import Base
import Geofence
@testable import Picket
import Testing

struct RemindersTests {
  // MARK: Begin and end

  @Test func crossingBeginsReminders() {
    let bench = ReminderBench()
    #expect(bench.begin(.inside).isEmpty)
    #expect(bench.deadline == nil)
    #expect(bench.advance(to: 100, [ReminderBench.event(.exit, at: 100)]).isEmpty)
    #expect(bench.deadline == 160)
    #expect(bench.advance(to: 159).isEmpty)
    #expect(bench.advance(to: 160) == ["160 home: 1 of 3"])
  }

  @Test func firstFixOutsideBeginsReminders() {
    let bench = ReminderBench()
    #expect(bench.begin().isEmpty)
    #expect(bench.deadline == 60)
  }

  @Test func lastReminderSoundsDifferent() {
    let bench = ReminderBench()
    _ = bench.begin()
    #expect(
      bench.advance(to: 1000) == [
        "60 home: 1 of 3", "120 home: 2 of 3", "180 home: 3 of 3", "240 home: the last, after 3",
      ])
    #expect(bench.deadline == nil)
    let last = Reminder(region: "home", number: 4, most: 3, time: ReminderBench.time)
    #expect(last.isLast)
    #expect(last.signal == "last_reminder")
  }

  @Test func crossingBackEndsReminders() {
    let bench = ReminderBench()
    _ = bench.begin()
    #expect(
      bench.advance(to: 70, .inside, [ReminderBench.event(.enter, at: 70)]) == ["60 home: 1 of 3"])
    #expect(bench.deadline == nil)
    #expect(bench.reminders.count == 0)
  }

  @Test func nothingIsDueAfterTheCrossingBack() {
    let bench = ReminderBench()
    _ = bench.begin()
    // The event is confirmed by a deadline before the fix, and reported with it.
    #expect(bench.advance(to: 61, .inside, [ReminderBench.event(.enter, at: 59)]).isEmpty)
  }

  @Test func anotherCrossingRestartsTheCount() {
    let bench = ReminderBench()
    _ = bench.begin()
    _ = bench.advance(to: 60)
    _ = bench.advance(to: 70, .inside, [ReminderBench.event(.enter, at: 70)])
    _ = bench.advance(to: 90, [ReminderBench.event(.exit, at: 90)])
    #expect(bench.advance(to: 150) == ["150 home: 1 of 3"])
  }

  @Test func crossingWithoutAnEventCounts() {
    let bench = ReminderBench()
    _ = bench.begin(.inside)
    _ = bench.advance(to: 30, .outside, [.determined("home", .outside)])
    #expect(bench.deadline == 90)
    _ = bench.advance(to: 40, .inside, [.determined("home", .inside)])
    #expect(bench.deadline == nil)
  }

  @Test func insideMayBeTheWrongSide() {
    let bench = ReminderBench([ReminderBench.home(side: .inside)])
    _ = bench.begin(.outside)
    #expect(bench.deadline == nil)
    _ = bench.advance(to: 30, .inside, [ReminderBench.event(.enter, at: 30)])
    #expect(bench.deadline == 90)
    _ = bench.advance(to: 40, .outside, [ReminderBench.event(.exit, at: 40)])
    #expect(bench.deadline == nil)
  }

  @Test func dwellChangesNothing() {
    let bench = ReminderBench([ReminderBench.home(side: .inside)])
    _ = bench.begin(.inside)
    _ = bench.advance(to: 30, .inside, [ReminderBench.event(.dwell, at: 30)])
    #expect(bench.deadline == 60)
  }

  @Test func regionsHaveSeparateReminders() {
    let bench = ReminderBench([
      ReminderBench.home("b", every: 40, atMost: 1), ReminderBench.home("a", every: 20, atMost: 2),
      SessionRide.ring("c"),
    ])
    _ = bench.begin()
    #expect(
      bench.advance(to: 100) == [
        "20 a: 1 of 2", "40 a: 2 of 2", "40 b: 1 of 1", "60 a: the last, after 2",
        "80 b: the last, after 1",
      ])
  }

  @Test func expiredRegionHasNoReminders() {
    let bench = ReminderBench()
    _ = bench.begin()
    // It expires by a date that is not proven, so no finding reports it.
    bench.regions[0].expires = ReminderBench.time(50)
    #expect(bench.advance(to: 70).isEmpty)
    #expect(bench.deadline == nil)
  }

  // MARK: Blind

  @Test func remindersWaitWhileBlind() {
    let bench = ReminderBench()
    _ = bench.begin()
    let blind = Finding.blind(since: ReminderBench.time(45))
    #expect(bench.advance(to: 55, .outside, [blind], fix: 45).isEmpty)
    #expect(bench.deadline == nil)
    #expect(bench.advance(to: 300, fix: 45).isEmpty)
    // The first fixes may prove that the carrier is back.
    #expect(
      bench.advance(to: 400, [.sighted(at: ReminderBench.time(400), unseen: .seconds(355))])
        .isEmpty)
    #expect(bench.deadline == 410)
    #expect(bench.advance(to: 410) == ["410 home: 1 of 3"])
  }

  @Test func remindersDueBeforeBlindnessAreKept() {
    // A replay advances once for all of these findings.
    let bench = ReminderBench()
    _ = bench.begin()
    let findings: [Finding] = [
      .blind(since: ReminderBench.time(55)),
      .sighted(at: ReminderBench.time(400), unseen: .seconds(345)),
    ]
    #expect(bench.advance(to: 400, findings) == ["60 home: 1 of 3"])
    #expect(bench.deadline == 410)
  }

  @Test func noReminderComesBeforeTheFirstFix() {
    let bench = ReminderBench(earlier: ["home": SavedReminder(count: 2)])
    let monitor = RegionMonitor(regions: bench.regions)
    #expect(bench.reminders.advance([], to: ReminderBench.instant(900), monitor).isEmpty)
    #expect(bench.deadline == nil)
  }

  // MARK: The carrier

  @Test func acknowledgementLastsUntilTheNextCrossing() {
    let bench = ReminderBench()
    _ = bench.begin()
    #expect(bench.reminders.acknowledge() == ["home"])
    #expect(bench.reminders.acknowledge() == [])
    #expect(bench.advance(to: 500, [.determined("other", .inside)]).isEmpty)
    _ = bench.advance(to: 510, .inside, [ReminderBench.event(.enter, at: 510)])
    _ = bench.advance(to: 520, [ReminderBench.event(.exit, at: 520)])
    #expect(bench.deadline == 580)
  }

  @Test func oneRegionIsAcknowledged() {
    let bench = ReminderBench([ReminderBench.home("a"), ReminderBench.home("b")])
    _ = bench.begin()
    #expect(bench.reminders.acknowledge("b") == ["b"])
    #expect(bench.reminders.running.map(\.region) == ["a"])
  }

  @Test func pressDoesNotEndLaterReminders() {
    let bench = ReminderBench()
    _ = bench.begin(.inside)
    _ = bench.advance(to: 30, [ReminderBench.event(.exit, at: 30)])
    #expect(bench.reminders.acknowledge(pressed: ReminderBench.instant(29)).isEmpty)
    #expect(bench.reminders.acknowledge(pressed: ReminderBench.instant(30)) == ["home"])
  }

  // MARK: Hours

  /// The region that carriers are reminded of, until second 100 and from second 400 on.
  private static func homeWithHours() throws -> Region {
    var region = ReminderBench.home()
    region.active = Hours(
      try Schedule("09:00-09:15, 09:20-10:00"), clock: .utc,
      place: Coordinate(latitude: 47, longitude: 15))
    return region
  }

  @Test func endOfHoursEndsReminders() throws {
    let bench = ReminderBench([try Self.homeWithHours()])
    _ = bench.begin()
    #expect(bench.advance(to: 99) == ["60 home: 1 of 3"])
    #expect(bench.advance(to: 399) == [])
    #expect(bench.deadline == nil)
  }

  @Test func lateCallFindsRemindersWithinHours() throws {
    let bench = ReminderBench([try Self.homeWithHours()])
    _ = bench.begin()
    #expect(bench.advance(to: 300) == ["60 home: 1 of 3"])
  }

  @Test func hoursBeginRemindersOnTheWrongSide() throws {
    let bench = ReminderBench([try Self.homeWithHours()])
    _ = bench.begin()
    _ = bench.advance(to: 399)
    // Found late, they count from the beginning of the hours.
    #expect(bench.advance(to: 430) == [])
    #expect(bench.deadline == 460)
    #expect(bench.advance(to: 470) == ["460 home: 1 of 3"])
  }

  @Test func changeOfHoursIsDueWithoutAFinding() throws {
    let bench = ReminderBench([try Self.homeWithHours()])
    _ = bench.begin()
    func isDue(_ monitor: RegionMonitor) -> Bool {
      bench.reminders.isDue(
        at: ReminderBench.instant(50), nextHoursChange: monitor.nextHoursChange)
    }
    #expect(!isDue(bench.monitor(.outside, fix: 99)))
    #expect(isDue(bench.monitor(.outside, fix: 101)))
  }

  // MARK: Reload

  @Test func shorterIntervalCountsFromTheReload() {
    let bench = ReminderBench()
    _ = bench.begin()
    bench.regions = [ReminderBench.home(every: 10)]
    bench.reminders.watch(
      bench.regions, bench.monitor(.outside, fix: 50), at: ReminderBench.instant(50))
    #expect(bench.advance(to: 65) == ["50 home: 1 of 3", "60 home: 2 of 3"])
  }

  @Test func regionWithoutARuleHasNoReminders() {
    let bench = ReminderBench()
    _ = bench.begin()
    bench.reminders.watch(
      [SessionRide.ring("home")], bench.monitor(.outside, fix: 50), at: ReminderBench.instant(50))
    #expect(bench.deadline == nil)
    #expect(!bench.reminders.isUsed)
  }

  // MARK: Restarts

  @Test func countContinuesAfterARestart() {
    let bench = ReminderBench()
    _ = bench.begin()
    _ = bench.advance(to: 130)
    let saved = bench.reminders.saved(ReminderBench.fix(.outside, at: 130))
    #expect(saved == ["home": SavedReminder(count: 2, last: ReminderBench.time(120))])

    // 40 s after the last reminder, and on another timeline.
    let next = ReminderBench(
      earlier: ["home": SavedReminder(count: 2, last: ReminderBench.time(-40))])
    _ = next.begin()
    #expect(next.advance(to: 20) == ["20 home: 3 of 3"])
  }

  @Test func reminderComesSoonAfterLongDowntime() {
    let bench = ReminderBench(
      earlier: ["home": SavedReminder(count: 0, last: ReminderBench.time(-86_400))])
    _ = bench.begin()
    #expect(bench.deadline == 10)
  }

  @Test func wrongClockAddsAtMostOneInterval() {
    let bench = ReminderBench(
      earlier: ["home": SavedReminder(count: 0, last: ReminderBench.time(86_400))])
    _ = bench.begin()
    #expect(bench.deadline == 60)
  }

  @Test func acknowledgementOutlastsARestart() {
    let bench = ReminderBench()
    _ = bench.begin()
    _ = bench.reminders.acknowledge()
    let saved = bench.reminders.saved(ReminderBench.fix(.outside, at: 5))
    let next = ReminderBench(earlier: saved)
    _ = next.begin()
    #expect(next.deadline == nil)
    #expect(next.reminders.saved(ReminderBench.fix(.outside, at: 9))["home"]?.hasEnded == true)
  }

  @Test func savedRemindersAreKeptWithoutAFix() {
    let earlier = ["home": SavedReminder(count: 2, last: ReminderBench.time)]
    let bench = ReminderBench(earlier: earlier)
    #expect(bench.reminders.saved(nil) == earlier)
    #expect(bench.reminders.acknowledge() == ["home"])
    #expect(bench.reminders.saved(nil)["home"]?.hasEnded == true)
  }

  @Test func returnDuringDowntimeEndsReminders() {
    let bench = ReminderBench(
      earlier: ["home": SavedReminder(count: 2, last: ReminderBench.time)])
    _ = bench.begin(.inside)
    #expect(bench.reminders.saved(ReminderBench.fix(.inside, at: 0)).isEmpty)
  }

  @Test func snapshotContinuesExactly() throws {
    let bench = ReminderBench()
    _ = bench.begin()
    _ = bench.advance(to: 70)
    let snapshot: Reminders.Snapshot = try JSON(encoding: bench.reminders.snapshot).decoded()
    bench.reminders = Reminders(bench.regions, snapshot: snapshot)
    #expect(bench.deadline == 120)
    #expect(bench.advance(to: 120) == ["120 home: 2 of 3"])
  }
}
