internal import Geofence
internal import Notation
internal import Picket
internal import Records
internal import System

/// The stations of a course with their times, and the laps of its regions and of gates.
struct CourseTable: Sendable {
  private let account: Account
  private let stations: [Station]
  private let laps: [LapTimes]

  /// The course at the end of a walk.
  ///
  /// - Parameter monitor: The monitor that replayed it.
  init(_ account: Account, monitor: RegionMonitor) {
    self.account = account
    let regions = account.regions.filter { monitor.watching[$0.id] != nil }
    stations = Station.all(of: regions, done: monitor.course)
    let named = Set(stations.map(\.region))
    laps = regions.filter { $0.isGate || named.contains($0.id) }.map { region in
      var laps = LapTimes(region: region.id)
      for placed in account.events { laps.add(placed.event) }
      return laps
    }
  }

  /// The tables, each below its heading; empty when no region has such a rule.
  func sections(most: Int) -> [String] {
    var sections: [String] = []
    if !stations.isEmpty { sections.append(Page.section("course", "Course", table(most))) }
    if let table = LapTable.html(laps, in: account.zone, most: most) {
      sections.append(Page.section("laps", "Laps", table))
    }
    return sections
  }

  private func table(_ most: Int) -> String {
    var table = PageTable(["station", "after", "reported"])
    // A shared report names no region that it leaves out.
    let named = Set(stations.map(\.region))
    for station in stations.prefix(most) {
      let after = station.after.flatMap { named.contains($0) ? Markup.name($0) : nil }
      table.add([Markup.name(station.region), after ?? "", reported(station)])
    }
    return table.html + LapTable.rest(stations.count - most, "station")
  }

  private func reported(_ station: Station) -> String {
    guard let done = station.done else { return station.isAsleep ? "asleep" : "awaited" }
    guard !account.hidesHome || account.covers(done) else { return "at a time that is left out" }
    return account.zone.dayAndTime(done)
  }
}

/// The laps of regions and gates.
enum LapTable {
  /// The table; `nil` if nothing was crossed twice.
  ///
  /// - Parameter most: The number of rows that are shown.
  static func html(_ all: [LapTimes], in zone: Zone, most: Int) -> String? {
    var table = PageTable(["region", "lap", "crossed", "time"], numbers: [3])
    var count = 0
    for times in all where times.passages.count > 1 {
      let laps = times.laps
      let best = laps.compactMap(\.seconds).min()
      let side = times.side.map { " <small>to the \($0)</small>" } ?? ""
      for lap in laps {
        count += 1
        guard count <= most else { continue }
        table.add([
          Markup.name(times.region) + side, lap.name,
          zone.dayAndTime(lap.end.time) + (lap.end.isLate ? " <small>unseen</small>" : ""),
          lap.length.map { lap.seconds == best ? "\($0) <small>best</small>" : $0 } ?? "",
        ])
      }
    }
    guard count > 0 else { return nil }
    return table.html + rest(count - most, "row")
  }

  /// The number of rows that are not shown, if there are any.
  static func rest(_ count: Int, _ noun: String) -> String {
    count > 0 ? "<p class=\"none\">And \(count.counted(noun, grouped: true)) more.</p>" : ""
  }
}
