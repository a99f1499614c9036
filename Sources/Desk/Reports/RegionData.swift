internal import Base
internal import Geofence
internal import Picket
internal import RegionFiles

/// The regions of a walk as data, each with the carrier's time inside.
struct RegionData: Sendable {
  private let account: Account
  private let comparison: Comparison?

  /// The indices of the regions within reach, the most important first.
  let shown: [Int]

  /// The thresholds of the regions with a timeline.
  let thresholds: [String: (entry: Thresholds, exit: Thresholds)]

  init(_ account: Account, monitor: RegionMonitor, beside comparison: Comparison?) {
    self.account = account
    self.comparison = comparison
    shown = Self.shown(account)
    var thresholds: [String: (entry: Thresholds, exit: Thresholds)] = [:]
    for index in shown.prefix(ReportPage.mostTimelines) {
      let id = account.regions[index].id
      thresholds[id] = monitor.thresholds(of: id)
    }
    self.thresholds = thresholds
  }

  private static func shown(_ account: Account) -> [Int] {
    let named = Set(account.events.map(\.event.region))
    func rank(_ index: Int) -> (Int, Double, Int) {
      let history = account.histories[index]
      let group =
        named.contains(account.regions[index].id)
        ? 0 : history.record.visits > 0 ? 1 : history.record.nearMisses > 0 ? 2 : 3
      return (group, -(history.record.closest ?? -1e9), index)
    }
    return account.near.sorted { rank($0) < rank($1) }
  }

  /// The maximum number of regions, unless more have a visit or a near miss.
  private static let mostQuiet = 60

  /// The regions within reach, and the names of some others.
  func json(most: Int) -> JSONLine {
    let busy = shown.count { account.histories[$0].isBusy }
    let most = min(most, max(busy, Self.mostQuiet))
    var events: [String: [String: JSON]] = [:]
    for placed in account.events {
      let kind = placed.event.kind.rawValue
      let count = events[placed.event.region]?[kind]?.integer ?? 0
      events[placed.event.region, default: [:]][kind] = .count(count + 1)
    }
    var line = JSONLine()
    line.add("stays", shown.prefix(most).map { json($0, events[account.regions[$0].id]) })
    line.add("otherStays", max(0, shown.count - most))
    line.add("areQuiet", busy <= most)
    var far = JSONLine()
    let names = account.regions.indices.filter { !account.histories[$0].isNear }
      .map { account.regions[$0].id }
    far.add("names", Array(names.prefix(20)))
    far.add("count", names.count)
    line.add("far", far)
    return line
  }

  private func json(_ index: Int, _ events: [String: JSON]?) -> JSONLine {
    let (region, history) = (account.regions[index], account.histories[index])
    let record = history.record
    var line = JSONLine()
    line.add("region", region.id)
    line.add("note", region.note)
    if region.isMuted { line.add("isMuted", true) }
    line.add("inside", record.inside.inSeconds, decimals: 1)
    line.add("visits", record.visits)
    line.add("unsure", history.unsure, decimals: 1)
    if let first = history.stays.first, first.isEntered {
      line.add("first", account.time(at: first.interval.start)?.milliseconds)
    }
    if let last = history.stays.last, last.isLeft {
      line.add("last", account.time(at: last.interval.end)?.milliseconds)
    }
    if let comparison {
      let other = comparison.place(of: region.id).map { comparison.account.histories[$0].record }
      if let other, other.visits > 0 { line.add("other", other.inside.inSeconds, decimals: 1) }
    }
    line.add("closest", record.closest, decimals: 2)
    line.add("nearMisses", record.nearMisses)
    if let events { line.add("events", .object(events)) }
    region.shape.add(to: &line)
    if let needs = thresholds[region.id] {
      let all = [needs.entry.run, needs.entry.deep, needs.exit.run, needs.exit.deep]
      line.add("needs", .array(all.map { .number(($0 * 10).rounded() / 10) }))
    }
    if region.linger > .zero { line.add("linger", region.linger.inSeconds, decimals: 1) }
    line.add("dwell", region.dwell?.inSeconds, decimals: 1)
    line.add("cue", region.approach?.limit.inSeconds, decimals: 1)
    return line
  }
}

extension Shape {
  /// Adds the kind of the shape and its size.
  fileprivate func add(to line: inout JSONLine) {
    func add(_ kind: String, _ metres: Double) {
      line.add("shape", kind)
      line.add("metres", metres, decimals: 1)
    }
    switch self {
    case .circle(let circle): add("circle", circle.radius)
    case .corridor(let corridor): add("corridor", corridor.width)
    case .band(let band): add("band", band.offset)
    case .difference(let difference): difference.base.add(to: &line)
    case .polygon(let polygon):
      line.add("shape", "polygon")
      line.add("corners", polygon.parts.joined().reduce(0) { $0 + $1.count - 1 })
    }
  }
}
