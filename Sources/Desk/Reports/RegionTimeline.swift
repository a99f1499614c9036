internal import Base
internal import Geofence
internal import Picket

/// The timeline of one region as data: the depth, the thresholds of a crossing, the state and the events.
struct RegionTimeline: Sendable {
  private let account: Account
  private let index: Int
  private let comparison: Comparison?
  private let thresholds: (entry: Thresholds, exit: Thresholds)?

  /// The timeline of the region at this index among the account's regions.
  init(
    _ account: Account, _ index: Int, thresholds: (entry: Thresholds, exit: Thresholds)?,
    beside comparison: Comparison?
  ) {
    self.account = account
    self.index = index
    self.thresholds = thresholds
    self.comparison = comparison
  }

  private var region: Region { account.regions[index] }

  /// The row.
  ///
  /// - Parameters:
  ///   - depths: The line of the depths, and that of the other account.
  ///   - style: A class of the style sheet, such as that of a row that is shown on demand.
  func json(depths: JSONLine, other: JSONLine?, style: String) -> JSONLine {
    let history = account.histories[index]
    var line = JSONLine()
    line.add("title", region.id)
    line.add("style", style)
    line.add("line", depths)
    add(thresholds, to: &line)
    line.add("states", TimelineData.columns(Array(history.states.prefix(2000))))
    line.add("pending", TimelineData.columns(Array(history.pending.prefix(2000))))
    line.add(
      "cues", TimelineData.columns(Array(account.cues.intervals(of: region.id).prefix(2000))))
    line.add("pins", pins)
    line.add("off", TimelineData.times(account.closedTimes(of: region).prefix(200)))
    addBeeps(to: &line)
    line.add("bells", bells)
    if let comparison, let other { line.add("other", self.other(comparison, other)) }
    return line
  }

  private func add(
    _ thresholds: (entry: Thresholds, exit: Thresholds)?, to line: inout JSONLine
  ) {
    guard let thresholds else { return }
    var needs = JSONLine()
    needs.add("enter", thresholds.entry.deep, decimals: 2)
    needs.add("enterByRun", thresholds.entry.run, decimals: 2)
    needs.add("leave", thresholds.exit.deep, decimals: 2)
    needs.add("leaveByRun", thresholds.exit.run, decimals: 2)
    line.add("needs", needs)
  }

  /// The events, each with the time at which the border was passed, and the depth that it needed and reached.
  private var pins: [JSONLine] {
    account.events.filter { $0.event.region == region.id }.prefix(200).map { placed in
      let event = placed.event
      var pin = TimelineData.pin(event.sequence, event.kind, at: placed.offset)
      let delay = event.crossed.map { $0.duration(to: event.time).inSeconds }
      pin.add("crossed", delay.map { placed.offset - $0 }, decimals: 2)
      let sign: Double = event.kind == .exit ? -1 : 1
      pin.add("needed", placed.grounds.map { sign * $0.needed }, decimals: 2)
      pin.add("reached", placed.grounds.map { sign * $0.reached }, decimals: 2)
      return pin
    }
  }

  private func addBeeps(to line: inout JSONLine) {
    let beeps = account.plain.beeps.filter { $0.region == index }
    guard !beeps.isEmpty else { return }
    var row = JSONLine()
    row.add("at", TimelineData.hundredths(beeps.prefix(2000).map(\.offset)))
    row.add("entry", Columns.text(beeps.prefix(2000).map { $0.isEntry ? 1 : 0 }))
    row.add("count", beeps.count)
    line.add("beeps", row)
  }

  private var bells: [JSONLine] {
    account.bells.filter { $0.reminder.region == region.id }.prefix(200).map { bell in
      var line = JSONLine()
      line.add("at", bell.offset, decimals: 2)
      line.add("why", bell.reminder.reason.json)
      return line
    }
  }

  /// The depth, the stays and the events of the other account.
  private func other(_ comparison: Comparison, _ depths: JSONLine) -> JSONLine {
    var line = JSONLine()
    line.add("names", [comparison.names.own, comparison.names.other])
    line.add("shift", comparison.shift, decimals: 2)
    line.add("line", depths)
    let states = comparison.place(of: region.id).map { comparison.account.histories[$0].states }
    line.add(
      "inside",
      TimelineData.columns(
        (states ?? []).prefix(2000).filter { $0.state == .inside }.map(\.interval)))
    line.add(
      "pins",
      comparison.account.events.filter { $0.event.region == region.id }.prefix(200).map { placed in
        TimelineData.pin(
          placed.event.sequence, placed.event.kind, at: placed.offset + comparison.shift)
      })
    return line
  }
}
