internal import Base
package import Geofence
package import Maps
internal import Picket
internal import RegionFiles

extension ReportPage {
  /// The maximum number of fixes that are shown one by one.
  static let mostFixes = 8000

  /// The maximum number of regions with a timeline.
  static let mostTimelines = 24

  /// The number of regions whose timelines are shown at first.
  static let mostOpen = 8

  /// The report of a walk, with the course and the thresholds of the monitor that replayed it.
  ///
  /// - Parameters:
  ///   - comparison: The account that is compared with this one.
  ///   - ground: The map below the regions.
  package init(
    _ account: Account, monitor: RegionMonitor, beside comparison: Comparison? = nil,
    on ground: PMTilesFile? = nil
  ) {
    self.init(title: account.title, in: account.zone, from: account.times)
    let kept = Thinning(account.moments, most: Self.mostFixes)
    data.add("length", account.span.length, decimals: 2)
    data.add("distance", account.distance, decimals: 1)
    data.add("watched", account.regions.count)
    note(account, kept)
    let regions = RegionData(account, monitor: monitor, beside: comparison)
    if let map = WalkMap(account, kept: kept.kept, beside: comparison, on: ground) {
      notes += map.omissions
      let fixes = FixData(account, kept: kept.kept, on: map.frame, beside: comparison)
      data.add("map", map.json)
      data.add(fixes.json)
      if account.standings.count > 0, fixes.depths < Account.mostStandings {
        notes.append(
          PageNote(
            "a fix is explained for the {count} regions whose borders are nearest",
            ["count": .count(fixes.depths)]))
      }
    }
    if !account.moments.isEmpty {
      data.add("times", timelines(account, regions, comparison).json)
      data.add("beeps", account.plain.beeps.count)
    }
    if let comparison {
      let pairs = comparison.pairs(with: account)
      data.add("names", [comparison.names.own, comparison.names.other])
      data.add("pairs", pairs.prefix(Self.mostRows).map { json($0, comparison, account) })
      data.add("countedPairs", pairs.count)
      if !comparison.isSimultaneous {
        notes.append(
          PageNote("the two walks were at different times: both are drawn from their first fix on"))
      }
    }
    data.add("list", account.events.prefix(Self.mostRows).map(\.json))
    data.add("counted", account.events.count)
    data.add(regions.json(most: Self.mostRows))
    data.add(CourseData(account, monitor: monitor).json(most: Self.mostRows))
    data.add("marks", account.marks.prefix(1000).map(\.json))
    data.add("reminders", account.reminders.prefix(1000).map(\.json))
    data.add("unseen", account.unseen.prefix(200).compactMap { json($0, account) })
    let counts = account.counts
    var fixes = JSONLine()
    fixes.add("fixes", account.moments.count)
    fixes.add("trusted", counts.trusted)
    fixes.add("rejected", counts.rejected.map { json($0.reason, $0.count) })
    data.add("counts", fixes)
    notes.append(
      PageNote("depths and the track are those of the filtered position, which decides crossings"))
  }

  private func timelines(
    _ account: Account, _ regions: RegionData, _ comparison: Comparison?
  ) -> TimelineData {
    var times = TimelineData(
      account.span, base: account.moments.first { $0.rejection == nil }?.time,
      unseen: account.unseen, marks: account.flags)
    let drawn = Array(regions.shown.prefix(Self.mostTimelines))
    let depths = DepthLines(account, of: drawn).json
    let others = drawn.map { comparison?.place(of: account.regions[$0].id) }
    let otherDepths = comparison.map { DepthLines($0.account, of: others.compactMap { $0 }).json }
    var rest = (otherDepths ?? [])[...]
    for (number, index) in drawn.enumerated() {
      let row = RegionTimeline(
        account, index, thresholds: regions.thresholds[account.regions[index].id],
        beside: comparison)
      times.add(
        row.json(
          depths: depths[number], other: others[number].flatMap { _ in rest.popFirst() },
          style: number < Self.mostOpen ? "" : "more"))
    }
    times.add(ValueTimeline.accuracy(of: account))
    for row in ValueTimeline.all(of: account) { times.add(row.json) }
    return times
  }

  private func json(
    _ pair: Comparison.Pair, _ comparison: Comparison, _ account: Account
  ) -> JSONLine {
    var line = JSONLine()
    line.add("own", pair.own.flatMap { account.events.firstIndex(of: $0) })
    if let other = pair.other {
      line.add("other", other.json)
      line.add("later", pair.own.map { other.offset + comparison.shift - $0.offset }, decimals: 2)
    }
    return line
  }

  /// A time without trusted fixes, and the rejected fixes in it.
  private func json(_ interval: Interval, _ account: Account) -> JSONLine? {
    guard let from = account.time(at: interval.start), let to = account.time(at: interval.end)
    else { return nil }
    let inside = account.moments.filter {
      $0.rejection != nil && $0.offset >= interval.start && $0.offset <= interval.end
    }
    var line = JSONLine()
    line.add("from", from.milliseconds)
    line.add("to", to.milliseconds)
    line.add(
      "why",
      Rejection.allCases.compactMap { reason in
        let count = inside.count { $0.rejection == reason }
        return count > 0 ? json(reason, count) : nil
      })
    return line
  }

  private func json(_ reason: Rejection, _ count: Int) -> JSONLine {
    var line = JSONLine()
    line.add("count", count)
    line.add("code", reason.said.code)
    return line
  }

  // MARK: Notes

  /// Notes what the report leaves out, and what was different on the walk.
  private mutating func note(_ account: Account, _ kept: Thinning) {
    if account.hidesHome {
      notes.append(
        PageNote(
          """
          the surroundings of the walk's start and end are left out, {metres:w} around each, with \
          all regions that reach there
          """, ["metres": .number(Home.radius)]))
    }
    if let far = account.farness {
      notes.append(
        PageNote(
          """
          at its end the recording is {metres:w} from {name}, the nearest region: are these the \
          regions of this recording?
          """, ["metres": .number(far.metres), "name": .string(far.region)]))
    }
    if account.readings.speed.isEmpty, account.counts.trusted > 0 {
      notes.append(
        PageNote("no fix has a speed: only the positions count, so crossings are noticed later"))
    }
    let all = account.moments.count
    if let spacing = kept.spacing {
      notes.append(
        PageNote(
          """
          {shown:n} of {all:n} fixes are drawn and explained: one in {spacing:s}, and \
          \(kept.isCrowded ? "some of those" : "each") at which something happened; all fixes were \
          replayed and counted
          """,
          ["shown": .count(kept.kept.count), "all": .count(all), "spacing": .number(spacing)]))
    } else if all > 1 {
      notes.append(PageNote("all {all:n} fixes are drawn and explained", ["all": .count(all)]))
    }
    let changes = account.changes.prefix(10).compactMap { account.time(at: $0) }
    if !changes.isEmpty {
      let times = changes.map { account.zone.timeOfDay($0, tenths: false) }
      notes.append(
        PageNote(
          "the regions were changed at {times}: the map shows the regions after the last change",
          ["times": .string(times.joined(separator: ", "))]))
    }
    if !account.differences.isEmpty {
      notes.append(
        PageNote(
          "events are those of the replay; on the walk they were different: {differences}",
          ["differences": .string(account.differences.prefix(20).joined(separator: ", "))]))
    }
    let near = account.near.count
    if near > Self.mostTimelines, !account.moments.isEmpty {
      notes.append(
        PageNote(
          "timelines show {shown} of the {all:n} regions within reach, those with events first",
          ["shown": .count(Self.mostTimelines), "all": .count(near)]))
    }
  }
}

extension Account.PlacedEvent {
  /// The event as in a journal, without its position, with the reason for it.
  var json: JSONLine {
    var line = JSONLine()
    line.add("seq", event.sequence)
    line.add("event", event.kind.rawValue)
    line.add("region", event.region)
    line.add("note", event.note)
    line.add("time", event.time.rfc3339)
    line.add("crossed", event.crossed?.rfc3339)
    line.add("detected", event.detected?.rfc3339)
    line.add("eph", event.eph, decimals: 1)
    line.add("side", event.side?.rawValue)
    line.add("topSpeed", event.topSpeed, decimals: 1)
    line.add("seconds", event.duration?.inSeconds, decimals: 1)
    line.add("blind", event.blind?.inSeconds, decimals: 1)
    if event.isScheduled { line.add("scheduled", true) }
    if let grounds { line.add("why", grounds.said().json) }
    return line
  }
}

extension WalkMark {
  /// The mark, with its time and its position where they are known.
  var json: JSONLine {
    var line = JSONLine()
    line.add("time", time?.milliseconds)
    line.add("text", text)
    line.add("lat", coordinate?.latitude, decimals: 6)
    line.add("lon", coordinate?.longitude, decimals: 6)
    return line
  }
}

extension Reminder {
  fileprivate var json: JSONLine {
    var line = JSONLine()
    line.add("time", time.milliseconds)
    line.add("why", reason.json)
    return line
  }
}
