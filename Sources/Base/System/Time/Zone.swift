package import Geofence

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

extension Zone {
  /// A time of day with tenths of a second, or to the second: 09:14:31.0.
  package func timeOfDay(_ time: Timestamp, tenths: Bool = true) -> String {
    String(clock(time).prefix(tenths ? 10 : 8))
  }

  /// A span of time with its days and the name of the zone.
  package func span(_ first: Timestamp, _ last: Timestamp) -> String {
    let lastDay = day(first) == day(last) ? "" : "\(day(last)) "
    // In the night in which clocks are set, the two ends have different names.
    let (before, after) = (name(at: first), name(at: last))
    return "\(day(first)) \(timeOfDay(first, tenths: false))\(before == after ? "" : " \(before)") "
      + "to \(lastDay)\(timeOfDay(last, tenths: false)) \(after)"
  }

  /// The note at the foot of a page that names the zone of its times.
  package func note(on span: (first: Timestamp, last: Timestamp)?) -> String {
    var names: [String] = []
    for time in [span?.first, span?.last] {
      guard let name = time.map(name(at:)), !names.contains(name) else { continue }
      names.append(name)
    }
    if names.isEmpty || names == ["UTC"] { return "times are the receiver's, in UTC" }
    return "times are the receiver's, in the time zone of the machine that made this page: "
      + names.joined(separator: ", then ")
  }
}
