import Testing

@testable import Geofence

struct HoursTests {
  /// The spans of hours around times of 2026 in UTC.
  ///
  /// Berlin is one hour ahead of UTC, and two in summer.
  @Test(arguments: [
    ("Mo-Fr 07:00-16:00", "2026-06-03 10:00", true, "06-03 05:00 to 06-03 14:00"),
    ("Mo-Fr 07:00-16:00", "2026-06-05 14:00", false, "06-05 14:00 to 06-08 05:00"),
    ("22:00-06:00", "2026-06-03 03:59", true, "06-02 20:00 to 06-03 04:00"),
    ("22:00-06:00", "2026-03-29 00:00", true, "03-28 21:00 to 03-29 04:00"),
    ("22:00-06:00", "2026-10-25 00:00", true, "10-24 20:00 to 10-25 05:00"),
    ("02:30-03:30", "2026-03-29 01:00", true, "03-29 01:00 to 03-29 01:30"),
    ("02:10-02:50", "2026-03-29 01:00", false, "03-28 01:50 to 03-30 00:10"),
    ("01:30-02:30", "2026-10-25 00:45", true, "10-24 23:30 to 10-25 01:30"),
    ("02:30-03:30", "2026-10-25 00:45", true, "10-25 00:30 to 10-25 02:30"),
    ("Mo-Fr", "2026-06-03 10:00", true, "05-31 22:00 to 06-05 22:00"),
    ("Jun-Aug", "2026-07-03 10:00", true, "05-31 22:00 to 08-31 22:00"),
    ("Nov-Feb 08:00-16:00", "2026-05-03 10:00", false, "02-28 15:00 to 11-01 07:00"),
    ("Sa,Su; Dec 20-Jan 5 off", "2026-01-07 10:00", false, "12-14 23:00 to 01-09 23:00"),
    ("08:00-18:00; 12:00-13:00 off", "2026-06-03 10:30", false, "06-03 10:00 to 06-03 11:00"),
    ("08:00-18:00; We 12:00-13:00", "2026-06-03 09:00", false, "06-02 16:00 to 06-03 10:00"),
    ("We off; 08:00-18:00", "2026-06-03 09:00", true, "06-03 06:00 to 06-03 16:00"),
    ("22:00-06:00; Dec 25 off", "2026-12-25 01:00", false, "12-24 23:00 to 12-25 23:00"),
    ("22:00-06:00; Dec 25 off", "2026-12-26 01:00", true, "12-25 23:00 to 12-26 05:00"),
    ("Fr 22:00-06:00; Sa 10:00-12:00", "2026-06-06 01:00", true, "06-05 20:00 to 06-06 04:00"),
    ("24/7", "2026-06-03 10:00", true, "? to ?"),
    ("00:00-24:00", "2026-06-03 10:00", true, "? to ?"),
    ("Feb 29", "2026-06-03 10:00", false, "? to ?"),
    ("Feb 29", "2027-06-03 10:00", false, "? to 02-28 23:00"),
    ("10:00-35:00; Mo off", "2026-06-02 05:00", true, "06-01 22:00 to 06-07 22:00"),
  ])
  func hoursFollowTheClocksOfTheirZone(
    _ text: String, _ time: String, _ isActive: Bool, _ span: String
  ) throws {
    let found = try Berlin.hours(text).span(at: Berlin.utc(time))
    #expect(found.isActive == isActive)
    #expect(Berlin.text(found) == span)
  }

  @Test func everyTimeInASpanFindsThatSpan() throws {
    var random = SeededGenerator(seed: 6)
    for text in ["Mo-Fr 07:00-16:00,20:00-02:00; We 12:00-13:00 off", "sunset-sunrise; Sa off"] {
      let hours = try Berlin.hours(text)
      var time = Berlin.utc("2026-01-01 00:00")
      for _ in 0..<300 {
        let span = hours.span(at: time)
        let (start, end) = (try #require(span.start), try #require(span.end))
        #expect(start <= time && time < end)
        let length = start.duration(to: end).components.seconds
        let other = start.advanced(by: .seconds(Int64.random(in: 0..<length, using: &random)))
        #expect(hours.span(at: other) == span)
        #expect(hours.isActive(at: end) != span.isActive)
        time = end
      }
    }
  }

  @Test func equalityIncludesScheduleClockAndPlace() throws {
    let hours = try Berlin.hours("Mo-Fr 07:00-16:00")
    #expect(try hours == Berlin.hours("Mo-Fr  07:00-16:00"))
    #expect(hours != hours.by(.utc))
    // The place of the region matters only for the sun.
    let elsewhere = Coordinate(latitude: 0, longitude: 0)
    #expect(hours == Hours(hours.schedule, clock: Berlin.clock, place: elsewhere))
    let sun = try Berlin.hours("sunrise-sunset")
    #expect(sun != Hours(sun.schedule, clock: Berlin.clock, place: elsewhere))
  }
}
