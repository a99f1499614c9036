package import Geofence
package import Notation

extension Words {
  /// A time of day in a zone with tenths of a second: 09:14:31.0.
  package static func clock(_ time: Timestamp, in zone: Zone, tenths: Bool = true) -> String {
    String(zone.clock(time).prefix(tenths ? 10 : 8))
  }

  /// A stretch of time with its days and the name of the zone.
  package static func span(_ first: Timestamp, _ last: Timestamp, in zone: Zone) -> String {
    func clock(_ time: Timestamp) -> String { self.clock(time, in: zone, tenths: false) }
    let day = zone.day(first) == zone.day(last) ? "" : "\(zone.day(last)) "
    // In the night in which clocks are set the two ends have different names.
    let (before, after) = (zone.name(at: first), zone.name(at: last))
    return "\(zone.day(first)) \(clock(first))\(before == after ? "" : " \(before)") to "
      + "\(day)\(clock(last)) \(after)"
  }

  /// What the times of a page are, for its foot.
  package static func times(in zone: Zone, _ span: (first: Timestamp, last: Timestamp)?) -> String {
    var names: [String] = []
    for time in [span?.first, span?.last] {
      guard let name = time.map(zone.name), !names.contains(name) else { continue }
      names.append(name)
    }
    if names.isEmpty || names == ["UTC"] { return "times are the receiver's, in UTC" }
    return "times are the receiver's, in the time zone of the machine that made this page: "
      + names.joined(separator: ", then ")
  }
}
