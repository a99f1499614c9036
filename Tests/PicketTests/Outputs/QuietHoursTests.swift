import Geofence
import Testing

@testable import Picket

struct QuietHoursTests {
  @Test(
    arguments: [
      ("22:00", "06:00", "2026-06-03T21:59:59Z", false),
      ("22:00", "06:00", "2026-06-03T22:00:00Z", true),
      ("22:00", "06:00", "2026-06-04T00:00:00Z", true),
      ("22:00", "06:00", "2026-06-04T05:59:59Z", true),
      ("22:00", "06:00", "2026-06-04T06:00:00Z", false),
      ("12:30", "13:00", "2026-06-04T12:29:00Z", false),
      ("12:30", "13:00", "2026-06-04T12:30:00Z", true),
      ("12:30", "13:00", "2026-06-04T13:00:00Z", false),
      ("22:00", "0:00", "2026-06-04T23:59:00Z", true),
      ("22:00", "0:00", "2026-06-04T00:00:00Z", false),
      ("0:00", "5:00", "1960-06-04T04:59:59Z", true),
      ("0:00", "5:00", "1960-06-04T05:00:00Z", false),
    ] as [(String, String, String, Bool)])
  func goPastMidnight(_ from: String, _ to: String, _ time: String, _ areOn: Bool) throws {
    let time = try #require(Timestamp(rfc3339: time))
    #expect(try Self.hours(from, to).contain(time, offset: 0) == areOn)
  }

  @Test(arguments: [(7200, true), (7199, false), (-79_201, false), (-57_600, true)])
  func areThoseOfTheClocksThere(_ offset: Int, _ areOn: Bool) throws {
    let time = try #require(Timestamp(rfc3339: "2026-06-03T20:00:00Z"))
    #expect(try Self.hours("22:00", "06:00").contain(time, offset: offset) == areOn)
  }

  @Test func withoutAFixItIsNotQuietUnlessItAlwaysIs() throws {
    var quiet = Configuration.Quiet()
    let night = try #require(Timestamp(rfc3339: "2026-06-03T23:00:00Z"))
    #expect(!quiet.isQuiet(at: night) { _ in 0 })
    quiet.hours = try Self.hours("22:00", "06:00")
    #expect(!quiet.isQuiet(at: nil) { _ in 0 })
    #expect(quiet.isQuiet(at: night) { _ in 0 })
    #expect(!quiet.isQuiet(at: night) { _ in 36_000 })
    quiet.isAlways = true
    #expect(quiet.isQuiet(at: nil) { _ in 0 })
  }

  @Test(arguments: [
    "", "22", "22:0", "22:000", "24:00", "12:60", "-1:00", "1:2:3", "x:00", "1 :00",
  ])
  func aTimeOfDayHasHoursAndMinutes(_ text: String) {
    #expect(QuietHours.TimeOfDay(text) == nil)
  }

  private static func hours(_ from: String, _ to: String) throws -> QuietHours {
    QuietHours(
      from: try #require(QuietHours.TimeOfDay(from)), to: try #require(QuietHours.TimeOfDay(to)))
  }
}
