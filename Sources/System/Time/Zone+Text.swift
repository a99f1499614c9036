package import Geofence
internal import Notation

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
