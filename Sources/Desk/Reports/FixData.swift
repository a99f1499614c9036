internal import Base
internal import Board
internal import Geofence
internal import Picket
internal import RegionFiles

/// The fixes of a page as numbers, from which the page's script explains them.
struct FixData: Sendable {
  private let account: Account
  private let kept: [Int]
  private let frame: MapFrame
  private let comparison: Comparison?

  /// The maximum number of regions explained for each fix.
  let depths: Int

  /// The data of the fixes at some indices.
  init(
    _ account: Account, kept: [Int], on frame: MapFrame, beside comparison: Comparison? = nil
  ) {
    self.account = account
    self.comparison = comparison
    self.kept = kept
    self.frame = frame
    let counts = kept.map { account.moments[$0].standings.count }
    depths =
      (3...Account.mostStandings).last { most in
        counts.reduce(0) { $0 + min($1, most) } <= Self.mostStandings
      } ?? 2
  }

  /// The maximum number of stands on a page, which keeps the page small.
  private static let mostStandings = 10_800

  /// The data.
  var json: JSONLine {
    var line = JSONLine()
    let moments = kept.map { account.moments[$0] }
    line.add(
      "base",
      account.moments.first { $0.rejection == nil }?.time?.milliseconds)
    line.add("count", kept.count)
    line.add("all", account.moments.count)
    line.add("number", Columns.steps(kept.map { $0 + 1 }))
    line.add("offset", Columns.steps(moments.map { Int(($0.offset * 100).rounded()) }))
    line.add("time", Columns.steps(moments.map(shift)))
    line.add("verdict", Columns.text(moments.map(verdict)))
    line.add("reasons", Rejection.allCases.map(\.rawValue))
    addPlaces(moments, to: &line)
    line.add("sigma", Columns.steps(moments.map { Int(($0.sigma * 10).rounded()) }))
    line.add(
      "eph",
      Columns.steps(moments.map { $0.eph.map { Int((min($0, 1e6) * 10).rounded()) + 1 } ?? 0 }))
    addStands(moments, to: &line)
    addEvents(to: &line)
    addOther(to: &line)
    return line
  }

  /// The milliseconds from the time computed from the offset to the time of the fix.
  private func shift(_ moment: Moment) -> Int {
    guard let time = moment.time,
      let base = account.moments.first(where: { $0.rejection == nil })?.time
    else { return 0 }
    let expected = base.advanced(by: .milliseconds(Int((moment.offset * 100).rounded()) * 10))
    return Int((expected.duration(to: time).inSeconds * 1000).rounded())
  }

  /// 0 for a trusted fix, otherwise the number of the reason from 1, plus 100 without a position.
  private func verdict(_ moment: Moment) -> Int {
    guard let reason = moment.rejection else { return 0 }
    let place = (Rejection.allCases.firstIndex(of: reason) ?? 0) + 1
    return moment.raw == nil ? place + 100 : place
  }

  private func addPlaces(_ moments: [Moment], to line: inout JSONLine) {
    var last = MapFrame.Place(x: 0, y: 0)
    var places: [MapFrame.Place] = []
    var raws: [MapFrame.Place] = []
    var degrees: [(latitude: Int, longitude: Int)] = []
    for moment in moments {
      if let place = (moment.estimate ?? moment.raw).map(frame.place) { last = place }
      places.append(last)
      let raw = moment.raw.map(frame.place) ?? last
      raws.append(MapFrame.Place(x: raw.x - last.x, y: raw.y - last.y))
      degrees.append(
        moment.raw.map { (Int(($0.latitude * 1e6).rounded()), Int(($0.longitude * 1e6).rounded())) }
          ?? degrees.last ?? (0, 0))
    }
    line.add("x", Columns.steps(places.map(\.x)))
    line.add("y", Columns.steps(places.map(\.y)))
    line.add("rawX", Columns.text(raws.map(\.x)))
    line.add("rawY", Columns.text(raws.map(\.y)))
    line.add("lat", Columns.steps(degrees.map(\.latitude)))
    line.add("lon", Columns.steps(degrees.map(\.longitude)))
  }

  private func addStands(_ moments: [Moment], to line: inout JSONLine) {
    var columns = StandingColumns()
    let all = account.standings
    for moment in moments { columns.add(nearest(all[moment.standings])) }
    columns.add(to: &line, regions: account.regions)
  }

  private func nearest(_ standings: ArraySlice<RegionStanding>) -> [RegionStanding] {
    guard standings.count > depths else { return Array(standings) }
    return Array(
      standings.sorted { (abs($0.depth), $0.region) < (abs($1.depth), $1.region) }.prefix(depths))
  }

  /// Adds the positions of the compared walk, which the player moves too.
  private func addOther(to line: inout JSONLine) {
    guard let comparison else { return }
    let moments = comparison.account.moments.filter { $0.estimate != nil }
    let step = max(1, moments.count / ReportPage.mostFixes)
    let shown = moments.indices.filter { $0.isMultiple(of: step) }.map { moments[$0] }
    let places = shown.compactMap { $0.estimate.map(frame.place) }
    line.add(
      "otherAt", Columns.steps(shown.map { Int((($0.offset + comparison.shift) * 100).rounded()) }))
    line.add("otherX", Columns.steps(places.map(\.x)))
    line.add("otherY", Columns.steps(places.map(\.y)))
  }

  private func addEvents(to line: inout JSONLine) {
    func hundredths(_ offsets: [Double]) -> String {
      Columns.steps(offsets.map { Int(($0 * 100).rounded()) })
    }
    line.add("events", account.events.map(\.event.sequence))
    line.add("kinds", account.events.map(\.event.kind.rawValue))
    // The buzzer of a player sounds at none of these.
    let (muted, events, bells) = (account.mutedRegions, account.events, account.bells)
    line.add("silent", events.indices.filter { muted.contains(events[$0].event.region) })
    line.add("silentReminders", bells.indices.filter { muted.contains(bells[$0].reminder.region) })
    line.add("eventAt", hundredths(account.events.map(\.offset)))
    line.add("markAt", hundredths(account.flags.map(\.offset)))
    line.add("reminderAt", hundredths(account.bells.map(\.offset)))
  }
}
