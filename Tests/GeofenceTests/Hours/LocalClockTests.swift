import Testing

@testable import Geofence

struct LocalClockTests {
  @Test func repeatedTimeHasFirstAndLast() {
    // Half past two.
    let local = Berlin.autumn + 3600 + 1800
    #expect(Berlin.clock.first(showing: local) == Berlin.autumn - 1800)
    #expect(Berlin.clock.last(showing: local) == Berlin.autumn + 1800)
  }

  @Test func skippedTimeIsTheChange() {
    let local = Berlin.spring + 3600 + 600
    #expect(Berlin.clock.first(showing: local) == Berlin.spring)
    #expect(Berlin.clock.last(showing: local) == Berlin.spring)
  }

  @Test func skippedDayIsTheChange() {
    // Samoa went from 10 hours behind UTC to 14 ahead of it, and had no December 30.
    let change = 1_325_239_200
    let clock = LocalClock(
      name: "Pacific/Apia", first: -36_000, changes: [.init(time: change, offset: 50_400)])
    let midnight = 15_338 * 86_400
    #expect(clock.first(showing: midnight) == change)
    #expect(clock.last(showing: midnight + 40_000) == change)
    #expect(clock.first(showing: midnight + 86_400) == change)
    #expect(clock.day(at: change).number == 15_339)
    #expect(clock.day(at: change - 1).number == 15_337)
  }

  @Test func daysHaveTheirDates() {
    #expect(CalendarDay(0).date == Schedule.Date(month: 1, day: 1))
    #expect(CalendarDay(0).weekday == 3)
    #expect(CalendarDay(-1).date == Schedule.Date(month: 12, day: 31))
    #expect(CalendarDay(11_016).date == Schedule.Date(month: 2, day: 29))
    #expect(CalendarDay(20_605).weekday == 0)
  }
}
