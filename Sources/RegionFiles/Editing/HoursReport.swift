package import Geofence
internal import Notation
internal import System

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
  package var lines: [String] {
    let timed = regions.compactMap { region in region.active.map { (region, $0) } }
    let zone = timed.first.map { Zone($0.1.clock) } ?? .utc
    let rows = timed.map { region, hours in
      [
        region.id.onOneLine, hours.isActive(at: time) ? "yes" : "no",
        hours.words(at: time), hours.schedule.description,
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
