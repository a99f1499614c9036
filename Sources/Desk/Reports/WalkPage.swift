package import Geofence
internal import Notation
internal import Picket
internal import RegionFiles
internal import System

/// The page about a walk.
package struct WalkPage: Sendable {
  private let account: Account
  private let thresholds: [String: (entry: Thresholds, exit: Thresholds)]
  private let kept: Thinning

  /// How many fixes are shown one by one at most.
  static let mostFixes = 8000

  /// How many regions have a timeline at most.
  static let mostTimelines = 24

  /// How many events and regions are listed at most.
  static let mostRows = 300

  /// The page about a walk, with what the monitor that replayed it asks for a crossing.
  package init(_ account: Account, monitor: RegionMonitor) {
    self.account = account
    kept = Thinning(account.moments, most: Self.mostFixes)
    var thresholds: [String: (entry: Thresholds, exit: Thresholds)] = [:]
    for index in Self.shown(account).prefix(Self.mostTimelines) {
      let id = account.regions[index].id
      thresholds[id] = monitor.thresholds(of: id)
    }
    self.thresholds = thresholds
  }

  /// The document.
  package var html: String {
    var page = Page(title: account.title)
    page.lead = lead
    var notes: [String] = []
    if let map = WalkMap(account, kept: kept.kept) {
      notes += map.omissions
      let data = FixData(account, kept: kept.kept, on: map.frame)
      page.data = data.json
      if account.stands.count > 0, data.depths < Account.mostStands {
        notes.append("a fix is explained for the \(data.depths) regions whose borders are nearest")
      }
      page.parts.append(MapPart.html(map))
    } else {
      page.parts.append(
        "<p class=\"none\">No fix of this walk could be trusted, so there is no map.</p>")
    }
    if !account.moments.isEmpty { page.parts.append(timelines(&notes)) }
    page.parts.append(
      Page.section("events", "Events", EventTable(account).html(most: Self.mostRows)))
    if !account.marks.isEmpty {
      page.parts.append(
        Page.section("marks", "Marks", MarkTable.html(account.marks, in: account.zone)))
    }
    page.parts.append(
      Page.section(
        "regions", "Regions",
        RegionTable(account, thresholds: thresholds).html(Self.shown(account), most: Self.mostRows))
    )
    if !account.unseen.isEmpty {
      page.parts.append(Page.section("unseen", "Nothing seen", BlindTable.html(account)))
    }
    page.parts.append(footer(notes))
    return page.html
  }

  // MARK: Parts

  private var lead: String {
    var facts: [(name: String, value: String)] = []
    if let times = account.times {
      facts.append(("when", account.zone.span(times.first, times.last)))
    }
    if account.span.length > 0 { facts.append(("length", account.span.length.spanText)) }
    if account.distance > 0 { facts.append(("way", account.distance.distanceText())) }
    let counts = account.counts
    facts.append(
      (
        "fixes",
        "\(account.moments.count.grouped), of which \(counts.trusted.grouped) trusted"
      ))
    facts.append(
      (
        "rejected",
        counts.rejected.map { "\($0.count.grouped) \($0.reason.rawValue)" }
          .joined(separator: ", ")
      ))
    let blind = account.blind.reduce(0) { $0 + $1.length }
    if blind > 0 { facts.append(("blind", blind.spanText)) }
    facts.append(("events", "\(account.events.count)"))
    return Page.facts(facts)
  }

  /// The regions that came within reach, those of most interest first.
  private static func shown(_ account: Account) -> [Int] {
    var events: [String: Int] = [:]
    for happening in account.events { events[happening.event.region, default: 0] += 1 }
    func rank(_ index: Int) -> (Int, Double, Int) {
      let history = account.histories[index]
      let class_ =
        events[account.regions[index].id] != nil
        ? 0 : history.record.visits > 0 ? 1 : history.record.nearMisses > 0 ? 2 : 3
      return (class_, -(history.record.closest ?? -1e9), index)
    }
    return account.near.sorted { rank($0) < rank($1) }
  }

  private func timelines(_ notes: inout [String]) -> String {
    let axis = TimeAxis(
      account.span, base: account.moments.first { $0.rejection == nil }?.time,
      zone: account.zone)
    let shown = Self.shown(account)
    let drawn = Array(shown.prefix(Self.mostTimelines))
    if shown.count > drawn.count {
      notes.append(
        "timelines are those of \(drawn.count) of the \(shown.count) regions that came within reach: of those with events first"
      )
    }
    let columns = min(2000, 16_000 / max(1, drawn.count))
    var plots = drawn.map { index in
      Timeline(account, index, on: axis, thresholds: thresholds[account.regions[index].id])
        .plot(columns: columns)
    }
    plots.append(AccuracyPlot(account, on: axis).plot)
    let (unseen, flags) = (account.unseen, account.flags)
    let rows = plots.map { plot in
      var plot = plot
      plot.shade(unseen)
      plot.flag(flags)
      return plot.html
    }
    return Page.section("times", "Timelines", TimesPart.html(rows, axis, legend: Legend.timelines))
  }

  private func footer(_ notes: [String]) -> String {
    var lines: [String] = []
    if let spacing = kept.spacing {
      lines.append(
        """
        of \(account.moments.count.grouped) fixes \(kept.kept.count.grouped) are drawn \
        and explained: one in \(spacing.spanText), and \
        \(kept.isCrowded ? "some of those" : "each") at which something happened; all were replayed \
        and counted
        """)
    } else if account.moments.count > 1 {
      lines.append("all \(account.moments.count.grouped) fixes are drawn and explained")
    }
    if !account.changes.isEmpty {
      let times = account.changes.prefix(10).compactMap { account.time(at: $0) }
        .map { account.zone.timeOfDay($0, tenths: false) }.joined(separator: ", ")
      lines.append("other regions were watched from \(times) on: the map has the last of them")
    }
    if !account.differences.isEmpty {
      lines.append(
        "events are as replayed; on the walk they were told otherwise: "
          + account.differences.prefix(20).map { "<code>\(Markup.text($0))</code>" }
          .joined(separator: ", "))
    }
    lines += notes
    lines.append(
      "depths and the track are those of the filtered position, by which crossings are decided")
    lines.append(account.zone.note(on: account.times))
    return "<footer><ul>\(lines.map { "<li>\($0)</li>" }.joined())</ul></footer>"
  }
}
