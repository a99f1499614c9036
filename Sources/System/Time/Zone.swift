package import Geofence
internal import Notation

/// The time zone of the times that a person reads.
package struct Zone: Sendable {
  /// The seconds by which its clocks are ahead of UTC at a time.
  package let offset: @Sendable (Timestamp) -> Int

  /// Creates a zone whose clocks are ahead of UTC by this offset.
  package init(offset: @escaping @Sendable (Timestamp) -> Int) { self.offset = offset }

  /// The zone of files and of JSON.
  package static let utc = Zone { _ in 0 }

  /// A time in RFC 3339, with the offset: 2026-06-03T11:14:31.000+02:00.
  package func text(_ time: Timestamp) -> String {
    let offset = offset(time)
    guard offset != 0 else { return time.rfc3339 }
    return time.advanced(by: .seconds(offset)).rfc3339.dropLast() + Self.digits(offset)
  }

  /// A day: 2026-06-03.
  package func day(_ time: Timestamp) -> String { String(clocks(at: time).prefix(10)) }

  /// A time of day with milliseconds: 11:14:31.000.
  package func clock(_ time: Timestamp) -> String {
    String(clocks(at: time).dropFirst(11).dropLast())
  }

  /// The name of its clocks at a time: UTC, UTC+02:00.
  package func name(at time: Timestamp) -> String {
    let offset = offset(time)
    return offset == 0 ? "UTC" : "UTC\(Self.digits(offset))"
  }

  /// The time that its clocks show, written as if that were UTC.
  private func clocks(at time: Timestamp) -> String {
    time.advanced(by: .seconds(offset(time))).rfc3339
  }

  private static func digits(_ offset: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = abs(offset) / 60
    return "\(offset < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
  }
}

extension Zone {
  /// The zone of a clock.
  package init(_ clock: LocalClock) {
    self.init { clock.offset(at: Int($0.nanoseconds / 1_000_000_000)) }
  }
}
