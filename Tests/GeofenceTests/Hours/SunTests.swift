import Testing

@testable import Geofence

struct SunTests {
  /// Times in UTC from astral 3.2, an independent implementation in Python.
  @Test(arguments: [
    (52.52, 13.405, "2026-06-21 12:00", "06-21 02:43", "06-21 19:33"),
    (52.52, 13.405, "2026-12-21 12:00", "12-21 07:15", "12-21 14:54"),
    (51.4769, 0, "2026-03-20 12:00", "03-20 06:03", "03-20 18:12"),
    (-33.8688, 151.2093, "2026-01-01 02:00", "12-31 18:48", "01-01 09:09"),
  ])
  func sunTimesMatchTheTables(
    _ latitude: Double, _ longitude: Double, _ noon: String, _ rise: String, _ set: String
  ) {
    let sun = Sun(place: Coordinate(latitude: latitude, longitude: longitude))
    let near = Int(Berlin.utc(noon).nanoseconds / 1_000_000_000)
    for (passage, text) in [(Sun.Passage.sunrise, rise), (.sunset, set)] {
      let time = sun.time(of: passage, near: near)
      let minutes = (-1...1).map { Berlin.text(Timestamp(wholeSeconds: time + $0 * 60)) }
      #expect(minutes.contains(text), "\(minutes[1])")
    }
  }

  @Test func polarSeasonsHaveNoSunriseOrSunset() throws {
    let place = Coordinate(latitude: 78.22, longitude: 15.65)
    let day = Hours(try Schedule("sunrise-sunset"), clock: .utc, place: place)
    let night = Hours(try Schedule("sunset-sunrise"), clock: .utc, place: place)
    #expect(!day.isActive(at: Berlin.utc("2026-12-21 11:00")))
    #expect(night.isActive(at: Berlin.utc("2026-12-21 11:00")))
    #expect(Berlin.text(night.span(at: Berlin.utc("2026-12-21 11:00"))).hasPrefix("10-2"))
    #expect(day.isActive(at: Berlin.utc("2026-06-21 23:00")))
    #expect(!night.isActive(at: Berlin.utc("2026-06-21 23:00")))
    #expect(Berlin.text(day.span(at: Berlin.utc("2026-06-21 23:00"))).hasPrefix("04-"))
  }

  @Test func zoneADayAheadUsesItsDay() throws {
    // Kiritimati is at 157° W and 14 hours ahead of UTC.
    let clock = LocalClock(name: "Pacific/Kiritimati", first: 14 * 3600)
    let hours = Hours(
      try Schedule("Mo sunrise-sunset"), clock: clock,
      place: Coordinate(latitude: 1.87, longitude: -157.4))
    // Monday 2026-06-01, 06:20 to 18:35 there.
    let span = hours.span(at: Berlin.utc("2026-05-31 22:00"))
    #expect(span.isActive)
    #expect(Berlin.text(span).hasPrefix("05-31 16:"))
  }
}
