package import Geofence
package import Maps
internal import Notation
internal import Picket
internal import RegionFiles
internal import System

/// The page about a walk.
package struct WalkPage {
  private let account: Account
  private let course: CourseTable
  private let thresholds: [String: (entry: Thresholds, exit: Thresholds)]
  private let kept: Thinning
  private let comparison: Comparison?
  private let ground: PMTilesFile?

  /// The maximum number of fixes that are shown one by one.
  static let mostFixes = 8000

  /// The maximum number of regions with a timeline.
  static let mostTimelines = 24

  /// The number of regions whose timelines are shown at first.
  static let mostOpen = 8

  /// The maximum number of rows of events and of regions.
  static let mostRows = 300

  /// The page about a walk, with the thresholds of the monitor that replayed it.
  ///
  /// - Parameters:
  ///   - comparison: The account that is compared with this one.
  ///   - ground: The map below the regions.
  package init(
    _ account: Account, monitor: RegionMonitor, beside comparison: Comparison? = nil,
    on ground: PMTilesFile? = nil
  ) {
    self.ground = ground
    self.account = account
    self.comparison = comparison
    course = CourseTable(account, monitor: monitor)
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
    page.lead = DaySheet(account, beside: comparison).html
    var notes: [String] = []
    var data = JSONLine()
    var drawn = "<p class=\"none\">No fix of this walk could be trusted, so there is no map.</p>"
    if let map = WalkMap(account, kept: kept.kept, beside: comparison, on: ground) {
      notes += map.omissions
      let fixes = FixData(account, kept: kept.kept, on: map.frame, beside: comparison)
      data.add("map", map.json)
      data.add(fixes.json)
      if account.standings.count > 0, fixes.depths < Account.mostStandings {
        notes.append("a fix is explained for the \(fixes.depths) regions whose borders are nearest")
      }
      drawn = MapPart.html(map, length: account.span.length)
    }
    var times = ""
    if !account.moments.isEmpty {
      let drawn = timelines(&notes)
      data.add("times", drawn.json)
      times = Page.section("times", "Timelines", switches + drawn.html)
    }
    page.data = data
    if comparison?.isSimultaneous == false {
      notes.append("the two walks were at different times: both are drawn from their first fix on")
    }
    page.parts.append(
      StagePart.html(map: drawn, events: events, times: times))
    page.parts += course.sections(most: Self.mostRows)
    if !account.marks.isEmpty {
      page.parts.append(
        Page.section("marks", "Marks", MarkTable.html(account.marks, in: account.zone)))
    }
    if !account.reminders.isEmpty {
      page.parts.append(
        Page.section(
          "reminders", "Reminders", ReminderTable.html(account.reminders, in: account.zone)))
    }
    page.parts.append(
      Page.folded(
        "regions", "Regions in detail",
        RegionTable(account, thresholds: thresholds).html(Self.shown(account), most: Self.mostRows))
    )
    if !account.unseen.isEmpty {
      page.parts.append(Page.folded("unseen", "No trusted fixes", BlindTable.html(account)))
    }
    page.parts.append(Page.section("fixes", "Fixes", fixes))
    page.parts.append(footer(notes))
    return page.html
  }

  // MARK: Parts

  /// The events side by side, if two accounts are compared, and the list of the events.
  private var events: String {
    let list = Page.section("events", "Events", EventList(account).html(most: Self.mostRows))
    guard let comparison else { return list }
    return Page.section(
      "both", "Events side by side",
      "<div class=\"listed\" role=\"region\" aria-label=\"Events\" tabindex=\"0\">"
        + ComparisonTable.html(comparison, with: account, most: Self.mostRows) + "</div>") + list
  }

  private var fixes: String {
    let counts = account.counts
    let blind = account.blind.reduce(0) { $0 + $1.length }
    return Page.facts([
      (
        "fixes",
        "\(account.moments.count.grouped), of which \(counts.trusted.grouped) trusted"
      ),
      (
        "rejected",
        counts.rejected.map { "\($0.count.grouped) \($0.reason.said.text)" }
          .joined(separator: ", ")
      ),
      ("blind", blind > 0 ? blind.spanText : ""),
    ])
  }

  /// The regions within reach, the most important first.
  private static func shown(_ account: Account) -> [Int] {
    var events: [String: Int] = [:]
    for placed in account.events { events[placed.event.region, default: 0] += 1 }
    func rank(_ index: Int) -> (Int, Double, Int) {
      let history = account.histories[index]
      let group =
        events[account.regions[index].id] != nil
        ? 0 : history.record.visits > 0 ? 1 : history.record.nearMisses > 0 ? 2 : 3
      return (group, -(history.record.closest ?? -1e9), index)
    }
    return account.near.sorted { rank($0) < rank($1) }
  }

  /// The interval of the walk and of the compared walk.
  private var span: Interval {
    let span = account.span
    guard let comparison else { return span }
    let other = comparison.account.span
    return Interval(
      start: min(span.start, other.start + comparison.shift),
      end: max(span.end, other.end + comparison.shift))
  }

  private func timelines(_ notes: inout [String]) -> TimelineData {
    let axis = TimeAxis(
      span, base: account.moments.first { $0.rejection == nil }?.time,
      zone: account.zone)
    var times = TimelineData(on: axis, unseen: account.unseen, marks: account.flags)
    let shown = Self.shown(account)
    let drawn = Array(shown.prefix(Self.mostTimelines))
    if shown.count > drawn.count {
      notes.append(
        "timelines show \(drawn.count) of the \(shown.count) regions within reach, those with events first"
      )
    }
    let depths = DepthLines(account, of: drawn).json
    let others = drawn.map { comparison?.place(of: account.regions[$0].id) }
    let otherDepths = comparison.map { DepthLines($0.account, of: others.compactMap { $0 }).json }
    var rest = (otherDepths ?? [])[...]
    for (number, index) in drawn.enumerated() {
      let id = account.regions[index].id
      let row = RegionTimeline(
        account, index, thresholds: thresholds[id], beside: comparison)
      times.add(
        row.json(
          depths: depths[number], other: others[number].flatMap { _ in rest.popFirst() },
          style: number < Self.mostOpen ? "" : "more"))
    }
    times.add(ValueTimeline.accuracy(of: account))
    for row in ValueTimeline.all(of: account) { times.add(row.json) }
    return times
  }

  /// The switches of the rows that are shown on demand.
  private var switches: String {
    let more = min(Self.shown(account).count, Self.mostTimelines) - Self.mostOpen
    return Switches.rows(
      ValueTimeline.all(of: account).map { ($0.name, $0.title) },
      beeps: account.plain.beeps.count, more: more)
  }

  private func footer(_ notes: [String]) -> String {
    var lines = [homeNote, fixesNote, changesNote, differencesNote].compactMap { $0 }
    lines += notes
    lines.append(
      "depths and the track are those of the filtered position, which decides crossings")
    lines.append(account.zone.note(on: account.times))
    return "<footer><ul>\(lines.map { "<li>\($0)</li>" }.joined())</ul></footer>"
  }

  /// The note about what a shared report leaves out.
  private var homeNote: String? {
    guard account.hidesHome else { return nil }
    return """
      the surroundings of the walk's start and end are left out, \
      \(Home.radius.distanceText()) around each, with all regions that reach there
      """
  }

  /// The note about the fixes that are drawn and explained.
  private var fixesNote: String? {
    let all = account.moments.count
    guard let spacing = kept.spacing else {
      return all > 1 ? "all \(all.grouped) fixes are drawn and explained" : nil
    }
    return """
      \(kept.kept.count.grouped) of \(all.grouped) fixes are drawn and explained: \
      one in \(spacing.spanText), and \(kept.isCrowded ? "some of those" : "each") at which \
      something happened; all fixes were replayed and counted
      """
  }

  /// The note about the times at which the regions were changed.
  private var changesNote: String? {
    guard !account.changes.isEmpty else { return nil }
    let times = account.changes.prefix(10).compactMap { account.time(at: $0) }
      .map { account.zone.timeOfDay($0, tenths: false) }.joined(separator: ", ")
    return "the regions were changed at \(times): the map shows the regions after the last change"
  }

  /// The note about the differences between the replay and the walk.
  private var differencesNote: String? {
    guard !account.differences.isEmpty else { return nil }
    return "events are those of the replay; on the walk they were different: "
      + account.differences.prefix(20).map { "<code>\(Markup.text($0))</code>" }
      .joined(separator: ", ")
  }
}
