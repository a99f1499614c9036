internal import Geofence
internal import Notation
internal import Outputs
internal import Picket
internal import RegionFiles

/// The fixes of a page, number by number, from which its script explains them.
struct FixData: Sendable {
  private let account: Account
  private let kept: [Int]
  private let frame: MapFrame

  /// How many regions at most are explained for each fix.
  let depths: Int

  init(_ account: Account, kept: [Int], on frame: MapFrame) {
    self.account = account
    self.kept = kept
    self.frame = frame
    let counts = kept.map { account.moments[$0].stands.count }
    depths =
      (3...Account.mostStands).last { most in
        counts.reduce(0) { $0 + min($1, most) } <= Self.mostStands
      } ?? 2
  }

  /// How many stands there are at most, so that the page stays small.
  private static let mostStands = 10_800

  /// The data as JSON that may stand in an element.
  var json: String {
    var line = JSONLine()
    let moments = kept.map { account.moments[$0] }
    line.add("unit", frame.unit, decimals: 3)
    line.add(
      "base",
      account.moments.first { $0.rejection == nil }?.time.map { Int($0.nanoseconds / 1_000_000) })
    line.add("count", kept.count)
    line.add("all", account.moments.count)
    line.add("number", Columns.steps(kept.map { $0 + 1 }))
    line.add("offset", Columns.steps(moments.map { Int(($0.offset * 100).rounded()) }))
    line.add("time", Columns.steps(moments.map(shift)))
    if let zones = zones(moments) { line.add("zones", zones) }
    line.add("verdict", Columns.text(moments.map(verdict)))
    line.add("reasons", Rejection.allCases.map(\.rawValue))
    addPlaces(moments, to: &line)
    line.add("sigma", Columns.steps(moments.map { Int(($0.sigma * 10).rounded()) }))
    line.add(
      "eph",
      Columns.steps(moments.map { $0.eph.map { Int((min($0, 1e6) * 10).rounded()) + 1 } ?? 0 }))
    addStands(moments, to: &line)
    addEvents(to: &line)
    return Self.inElement(line.text)
  }

  /// JSON in which no element can end, whatever is in its texts.
  static func inElement(_ json: String) -> String {
    var result = ""
    for scalar in json.unicodeScalars {
      switch scalar {
      case "<", ">", "&", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// By how many milliseconds the clocks of the zone differ from what the offset says in UTC.
  private func shift(_ moment: Moment) -> Int {
    guard let time = moment.time,
      let base = account.moments.first(where: { $0.rejection == nil })?.time
    else { return 0 }
    let expected = base.advanced(by: .milliseconds(Int((moment.offset * 100).rounded()) * 10))
    return Int((expected.duration(to: time).inSeconds * 1000).rounded())
      + 1000 * account.zone.offset(time)
  }

  /// What the clocks of the zone are called, and from which fix on; nothing where that is UTC.
  private func zones(_ moments: [Moment]) -> [JSONLine]? {
    var zones: [(from: Int, name: String)] = []
    for (place, moment) in moments.enumerated() {
      guard let time = moment.time else { continue }
      let name = account.zone.name(at: time)
      if name == zones.last?.name { continue }
      zones.append((place, name))
    }
    guard zones.contains(where: { $0.name != "UTC" }) else { return nil }
    return zones.map { zone in
      var line = JSONLine()
      line.add("from", zone.from)
      line.add("name", zone.name)
      return line
    }
  }

  /// 0 for a trusted fix, else the place of the reason from 1, and more if it has no position.
  private func verdict(_ moment: Moment) -> Int {
    guard let reason = moment.rejection else { return 0 }
    let place = (Rejection.allCases.firstIndex(of: reason) ?? 0) + 1
    return moment.raw == nil ? place + 100 : place
  }

  private func addPlaces(_ moments: [Moment], to line: inout JSONLine) {
    var last = DrawnPath.Place(x: 0, y: 0)
    var places: [DrawnPath.Place] = []
    var raws: [DrawnPath.Place] = []
    var degrees: [(latitude: Int, longitude: Int)] = []
    for moment in moments {
      if let place = (moment.estimate ?? moment.raw).map(frame.place) { last = place }
      places.append(last)
      let raw = moment.raw.map(frame.place) ?? last
      raws.append(DrawnPath.Place(x: raw.x - last.x, y: raw.y - last.y))
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
    var names: [Int: Int] = [:]
    var regions: [String] = []
    var counts: [Int] = []
    var places: [Int] = []
    var states: [Int] = []
    var deep: [Int: Int] = [:]
    var steps: [Int] = []
    var raws: [Int] = []
    var missing: [Int] = []
    for moment in moments {
      let stands = nearest(account.stands[moment.stands])
      counts.append(stands.count)
      for stand in stands {
        if names[stand.region] == nil {
          names[stand.region] = regions.count
          regions.append(account.regions[stand.region].id)
        }
        places.append(names[stand.region] ?? 0)
        let depth = Self.tenths(stand.depth)
        steps.append(depth - deep[stand.region, default: 0])
        deep[stand.region] = depth
        raws.append(Self.tenths(stand.rawDepth) - depth)
        states.append(Self.code(stand))
        for one in stand.missing { missing += Self.numbers(one) }
      }
    }
    line.add("regions", regions)
    line.add("stands", Columns.text(counts))
    line.add("region", Columns.text(places))
    line.add("state", Columns.text(states))
    line.add("depth", Columns.text(steps))
    line.add("raw", Columns.text(raws))
    line.add("missing", Columns.text(missing))
  }

  private func nearest(_ stands: ArraySlice<Stand>) -> [Stand] {
    guard stands.count > depths else { return Array(stands) }
    return Array(
      stands.sorted { (abs($0.depth), $0.region) < (abs($1.depth), $1.region) }.prefix(depths))
  }

  /// The state, what is pending, and how much is missing, in one number.
  private static func code(_ stand: Stand) -> Int {
    let state = [RegionState.unknown: 0, .outside: 1, .inside: 2][stand.state] ?? 0
    let pending = stand.pending.map { $0 == .enter ? 1 : 2 } ?? 0
    return state + 3 * pending + 9 * stand.missing.count
  }

  /// What kind of thing is missing, and its numbers in tenths.
  private static func numbers(_ missing: Standing.Missing) -> [Int] {
    switch missing {
    case .metres(let have, let asked): [0, tenths(have), tenths(asked)]
    case .run(let have, let asked): [1, tenths(have), tenths(asked)]
    case .rawFix(let have, let asked): [2, tenths(have), tenths(asked)]
    case .linger(let left): [3, tenths(left.inSeconds), 0]
    case .clearance(let have, let asked): [4, tenths(have), tenths(asked)]
    case .stay(let have, let asked): [5, tenths(have), tenths(asked)]
    case .trust: [6, 0, 0]
    }
  }

  private static func tenths(_ value: Double) -> Int {
    value.isFinite ? Int((max(-1e8, min(1e8, value)) * 10).rounded()) : 0
  }

  private func addEvents(to line: inout JSONLine) {
    line.add("events", account.events.map(\.event.sequence))
    line.add(
      "eventAt", Columns.steps(account.events.map { Int(($0.offset * 100).rounded()) }))
  }
}
