package import Base
package import Geofence

/// A report on the regions that are within their hours at a time.
package struct HoursReport: Sendable {
  private let regions: [Region]
  private let time: Timestamp

  /// Creates a report on regions.
  package init(_ regions: [Region], at time: Timestamp) {
    self.regions = regions
    self.time = time
  }

  /// One line for each region with hours, with aligned columns, and one for all others.
  ///
  /// - Parameter say: The words for a reason.
  package func lines(_ say: (Reason) -> String) -> [String] {
    let timed = regions.compactMap { region in region.active.map { (region, $0) } }
    let zone = timed.first.map { Zone($0.1.clock) } ?? .utc
    let rows = timed.map { region, hours in
      [
        region.id.onOneLine, hours.isActive(at: time) ? "yes" : "no",
        say(hours.said(at: time, shownIn: Zone(hours.clock))), hours.schedule.description,
      ]
    }
    let others = regions.count - timed.count
    let rest = others == 0 ? [] : ["\(others.counted("region")) without hours: always active"]
    let titles = ["region", "active", "how long", "hours"]
    return ["at \(zone.text(time)):"]
      + (rows.isEmpty ? [] : Table.lines(of: [titles] + rows) { _ in false }) + rest
  }

  /// A line of JSON for each region.
  package var json: [String] {
    regions.map { region in
      let span = region.active?.span(at: time)
      var line = JSONLine()
      line.add("region", region.id)
      line.add("time", time.rfc3339)
      line.add("active", span?.isActive ?? true)
      line.add("since", span?.start?.rfc3339)
      line.add("changes", span?.end?.rfc3339)
      line.add("hours", region.active?.schedule.description)
      return line.text
    }
  }
}

extension Hours {
  /// The state of the hours at a time and the next change, for a person, by the hours' own clocks.
  ///
  /// - Parameter zone: The zone of the other times that this person sees; the name of the hours'
  ///   clocks is added where they differ from it.
  func said(at time: Timestamp, shownIn zone: Zone) -> Reason {
    let span = span(at: time)
    guard let end = span.end else { return Reason(span.isActive ? "hours.long" : "hours.offLong") }
    let clocks = Zone(clock)
    let name = clocks.offset(end) == zone.offset(end) ? "" : " \(clocks.name(at: end))"
    let time = Reason.Value.text("\(text(end))\(name)")
    return Reason(span.isActive ? "hours.until" : "hours.offUntil", ["time": time])
  }

  /// The schedule and the name of its clocks.
  package var text: String { "\(schedule) (\(clock.name))" }

  /// The instant at which the clocks first show a time without a zone: 2026-06-03T09:14.
  package static func time(_ text: String, by clock: LocalClock) -> Timestamp? {
    let digits = text.split(separator: "T", maxSplits: 1).last ?? ""
    let seconds = digits.split(separator: ":").count == 2 ? ":00" : ""
    return Timestamp(rfc3339: text + seconds + "Z").map {
      let shown = clock.first(showing: Int($0.nanoseconds / 1_000_000_000))
      return Timestamp(nanoseconds: Int64(shown) * 1_000_000_000)
    }
  }

  private func text(_ time: Timestamp) -> String {
    let zone = Zone(clock)
    return "\(zone.day(time)) \(zone.clock(time).prefix(5))"
  }
}
