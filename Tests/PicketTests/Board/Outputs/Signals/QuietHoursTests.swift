@testable import Board
import Geofence
import Testing

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
  func hoursMayPassMidnight(_ from: String, _ to: String, _ time: String, _ areOn: Bool) throws {
    let time = try #require(Timestamp(rfc3339: time))
    let span = try QuietHours(from, to).span(at: time) { _ in 0 }
    #expect(span.isQuiet == areOn)
    #expect(span.contains(time))
  }

  @Test(arguments: [(7200, true), (7199, false), (-79_201, false), (-57_600, true)])
  func hoursFollowLocalTime(_ offset: Int, _ areOn: Bool) throws {
    let time = try #require(Timestamp(rfc3339: "2026-06-03T20:00:00Z"))
    #expect(try QuietHours("22:00", "06:00").span(at: time) { _ in offset }.isQuiet == areOn)
  }

  @Test func everyTimeHasASpan() throws {
    let hours = try QuietHours("22:00", "06:00")
    for nanoseconds in [Int64.min, Int64.min + 1, -1, 0, Int64.max - 1] as [Int64] {
      let time = Timestamp(nanoseconds: nanoseconds)
      let span = hours.span(at: time) { _ in 7200 }
      #expect(span.start <= time && time <= span.end)
    }
  }

  // MARK: Clock changes

  /// Clocks that are set once, at a time in UTC.
  private struct Clocks: Sendable {
    var zone: String
    var set: String
    var hours: (before: Int, after: Int)

    func offset(at time: Timestamp) -> Int {
      let isSet = Timestamp(rfc3339: set).map { $0 <= time } ?? false
      return (isSet ? hours.after : hours.before) * 3600
    }
  }

  private static let clocks = [
    Clocks(zone: "Zagreb forward", set: "2026-03-29T01:00:00Z", hours: (1, 2)),
    Clocks(zone: "Zagreb back", set: "2026-10-25T01:00:00Z", hours: (2, 1)),
    Clocks(zone: "New York forward", set: "2026-03-08T07:00:00Z", hours: (-5, -4)),
    Clocks(zone: "New York back", set: "2026-11-01T06:00:00Z", hours: (-4, -5)),
    Clocks(zone: "Apia, a day forward", set: "2011-12-30T10:00:00Z", hours: (-10, 14)),
    Clocks(zone: "Azores back at 1:00", set: "2026-10-25T01:00:00Z", hours: (0, -1)),
  ]

  /// Quiet spans around a clock change, in hours and minutes of UTC before and after it.
  @Test(arguments: [
    ("Zagreb forward", "22:00", "06:00", "-4:00 +3:00"),
    // A beginning in the skipped hour moves to the end of that hour.
    ("Zagreb forward", "02:30", "06:00", "+0:00 +3:00"),
    ("Zagreb forward", "22:00", "02:30", "-4:00 +0:00"),
    ("Zagreb forward", "02:15", "02:45", ""),
    ("Zagreb forward", "03:00", "04:00", "+0:00 +1:00"),
    ("Zagreb back", "22:00", "06:00", "-5:00 +4:00"),
    // A beginning in the repeated hour is at its first occurrence, and the span continues.
    ("Zagreb back", "02:30", "06:00", "-0:30 +4:00"),
    ("Zagreb back", "22:00", "02:30", "-5:00 -0:30"),
    ("Zagreb back", "02:15", "02:45", "-0:45 -0:15"),
    ("Zagreb back", "03:00", "04:00", "+1:00 +2:00"),
    ("New York forward", "22:00", "06:00", "-4:00 +3:00"),
    ("New York forward", "02:30", "06:00", "+0:00 +3:00"),
    ("New York back", "22:00", "06:00", "-4:00 +5:00"),
    ("New York back", "01:30", "06:00", "-0:30 +5:00"),
    ("New York back", "22:00", "01:30", "-4:00 -0:30"),
    // Clocks jump from the end of Thursday to the beginning of Saturday.
    ("Apia, a day forward", "22:00", "06:00", "-2:00 +6:00"),
    ("Azores back at 1:00", "23:00", "00:30", "-2:00 -0:30"),
    ("Azores back at 1:00", "00:15", "00:45", "-0:45 -0:15"),
  ])
  func clockChangeLeavesOneSpan(
    _ zone: String, _ from: String, _ to: String, _ expected: String
  ) throws {
    let clocks = try #require(Self.clocks.first { $0.zone == zone })
    let hours = try QuietHours(from, to)
    let set = try #require(Timestamp(rfc3339: clocks.set))
    let start = set.advanced(by: .seconds(-8 * 3600))
    var changes: [String] = []
    var wasQuiet = hours.span(at: start, offset: clocks.offset).isQuiet
    #expect(!wasQuiet)
    for minute in 0...960 {
      let time = start.advanced(by: .seconds(60 * minute))
      let span = hours.span(at: time, offset: clocks.offset)
      #expect(span.contains(time))
      guard span.isQuiet != wasQuiet else { continue }
      wasQuiet.toggle()
      #expect(span.start == time)
      let away = abs(minute - 480)
      changes.append(
        "\(minute < 480 ? "-" : "+")\(away / 60):\(away % 60 < 10 ? "0" : "")\(away % 60)")
    }
    #expect(changes.joined(separator: " ") == expected)
  }

  @Test(arguments: clocks.indices) func spansAreContiguous(_ index: Int) throws {
    let clocks = Self.clocks[index]
    for (from, to) in [("22:00", "06:00"), ("02:30", "06:00"), ("00:15", "23:45")] {
      let hours = try QuietHours(from, to)
      let set = try #require(Timestamp(rfc3339: clocks.set))
      var time = set.advanced(by: .seconds(-3 * 86_400))
      var span = hours.span(at: time, offset: clocks.offset)
      for _ in 0..<12 {
        time = span.end
        let next = hours.span(at: time, offset: clocks.offset)
        #expect(next.start == time && next.end > time)
        span = next
      }
    }
  }

  @Test(arguments: [
    "", "22", "22:0", "22:000", "24:00", "12:60", "-1:00", "1:2:3", "x:00", "1 :00",
  ])
  func timeOfDayHasHoursAndMinutes(_ text: String) {
    #expect(QuietHours.TimeOfDay(text) == nil)
  }
}

extension QuietHours {
  /// Hours from one time of day to another.
  init(_ from: String, _ to: String) throws {
    self.init(from: try #require(TimeOfDay(from)), to: try #require(TimeOfDay(to)))
  }
}
