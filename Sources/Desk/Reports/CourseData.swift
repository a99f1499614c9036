internal import Base
internal import Geofence
internal import Picket
internal import Records

/// The stations of a course with their times, and the laps of its regions and of gates, as data.
struct CourseData: Sendable {
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

  /// The stations and the laps; neither where no region has such a rule.
  func json(most: Int) -> JSONLine {
    var line = Self.laps(laps, most: most)
    guard !stations.isEmpty else { return line }
    line.add("course", stations.prefix(most).map(json))
    line.add("otherStations", max(0, stations.count - most))
    return line
  }

  private func json(_ station: Station) -> JSONLine {
    var line = JSONLine()
    line.add("region", station.region)
    // A shared report names no region that it leaves out.
    line.add(
      "after", station.after.flatMap { after in stations.first { $0.region == after }?.region })
    guard let done = station.done else {
      line.add("state", station.isAsleep ? "asleep" : "awaited")
      return line
    }
    if !account.hidesHome || account.covers(done) {
      line.add("done", done.milliseconds)
    } else {
      line.add("state", "at a time that is left out")
    }
    return line
  }

  /// The laps of regions that were crossed twice; empty without any.
  ///
  /// - Parameter most: The number of laps that are shown.
  static func laps(_ all: [LapTimes], most: Int) -> JSONLine {
    var rows: [JSONLine] = []
    for times in all where times.passages.count > 1 {
      let laps = times.laps
      let best = laps.compactMap(\.seconds).min()
      for lap in laps {
        var line = JSONLine()
        line.add("region", times.region)
        line.add("side", times.side)
        line.add("number", lap.number)
        line.add("time", lap.end.time.milliseconds)
        if lap.end.isLate { line.add("isLate", true) }
        line.add("seconds", lap.seconds, decimals: 1)
        if let seconds = lap.seconds, seconds == best { line.add("isBest", true) }
        rows.append(line)
      }
    }
    var line = JSONLine()
    guard !rows.isEmpty else { return line }
    line.add("laps", Array(rows.prefix(most)))
    line.add("otherLaps", max(0, rows.count - most))
    return line
  }
}
