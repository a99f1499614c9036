@testable import Geofence

/// The clocks of Berlin in 2026, and times by these clocks.
enum Berlin {
  static let spring = seconds("2026-03-29 01:00")
  static let autumn = seconds("2026-10-25 01:00")

  static let clock = LocalClock(
    name: "Europe/Berlin", first: 3600,
    changes: [.init(time: spring, offset: 7200), .init(time: autumn, offset: 3600)])

  static let place = Coordinate(latitude: 52.52, longitude: 13.405)

  /// The hours of a text.
  static func hours(_ text: String) throws -> Hours {
    Hours(try Schedule(text), clock: clock, place: place)
  }

  /// A time in UTC, such as `2026-03-29 01:00`.
  static func utc(_ text: String) -> Timestamp { Timestamp(wholeSeconds: seconds(text)) }

  /// A span in UTC without the years: `03-29 01:00 to 03-29 02:00`.
  static func text(_ span: Hours.Span) -> String {
    [span.start, span.end].map { $0.map(text) ?? "?" }.joined(separator: " to ")
  }

  static func text(_ time: Timestamp) -> String {
    let seconds = Int(time.nanoseconds).quotient(1_000_000_000)
    let date = CalendarDay(seconds.quotient(86_400)).date
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = seconds.modulo(86_400) / 60
    return "\(two(date.month))-\(two(date.day)) \(two(minutes / 60)):\(two(minutes % 60))"
  }

  private static func seconds(_ text: String) -> Int {
    let parts = text.split { !$0.isNumber }.compactMap { Int($0) }
    let date = Schedule.Date(month: parts[1], day: parts[2])
    let start = 365 * (parts[0] - 1970)
    let day = (start..<start + 500).first { number in
      CalendarDay(number).date == date && number >= start + (parts[0] - 1969) / 4
    }
    return (day ?? 0) * 86_400 + parts[3] * 3600 + parts[4] * 60
  }
}
