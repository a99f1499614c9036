internal import Base
internal import Board
internal import Geofence
internal import Picket

/// The track of a walk for the script that draws it: its fixes are in the data of the page.
struct TrackData: Sendable {
  /// The omissions.
  private(set) var omissions: [PageNote] = []

  private var codes: [Int] = []
  private var gap: (length: Double, isHidden: Bool, fix: Int?)?
  private var crosses: [MapFrame.Place] = []
  private var reason: Rejection?

  /// The track through the fixes at some indices.
  init(_ account: Account, kept: [Int], on frame: MapFrame) {
    readFixes(account, kept)
    readRejected(account, frame)
  }

  /// For each fix 0 without a position; otherwise 1, and the state of the carrier, and 4 after a gap of
  /// the track, and 8 after one of the reported positions.
  private mutating func readFixes(_ account: Account, _ kept: [Int]) {
    let longest = account.longestStep
    let spacing =
      kept.count < account.moments.count
      ? account.span.length / Double(max(1, kept.count / 2)) : 0
    let longestReported = max(longest, 2 * spacing)
    var rest = kept[...]
    var (last, lastReported): (Double?, Double?) = (nil, nil)
    var isAfterGap = false
    for (index, moment) in account.moments.enumerated() {
      let isKept = rest.first == index
      if isKept { rest = rest.dropFirst() }
      guard moment.estimate != nil else {
        if isKept { codes.append(0) }
        continue
      }
      if let before = last {
        let isHidden = account.hidden.contains { $0.end == moment.offset }
        let step = moment.offset - before
        if step > longest || isHidden {
          isAfterGap = true
          if step > gap?.length ?? 0 { gap = (step, isHidden, nil) }
        }
      }
      last = moment.offset
      guard isKept else { continue }
      if gap != nil, gap?.fix == nil { gap?.fix = codes.count }
      var code = 1 + moment.trackState.rawValue
      if isAfterGap { code += 4 }
      if lastReported.map({ moment.offset - $0 > longestReported }) ?? true { code += 8 }
      codes.append(code)
      (isAfterGap, lastReported) = (false, moment.offset)
    }
  }

  private mutating func readRejected(_ account: Account, _ frame: MapFrame) {
    let all = account.moments.filter { moment in
      // A duplicate has the place of the previous report.
      moment.rejection != nil && moment.rejection != .duplicate && moment.raw != nil
    }
    let shown = all.filter { moment in
      moment.raw.map { frame.limit.contains(frame.point($0)) } ?? false
    }
    if shown.count < all.count {
      omissions.append(
        PageNote(
          "rejected fixes too far away for the map: {count:n}",
          ["count": .count(all.count - shown.count)]))
    }
    let stride = (shown.count + Self.mostCrosses - 1) / Self.mostCrosses
    if stride > 1 {
      omissions.append(
        PageNote(
          "the map shows one in {stride} of {count:n} rejected fixes",
          ["stride": .count(stride), "count": .count(shown.count)]))
    }
    reason = shown.first?.rejection
    crosses = shown.enumerated().filter { $0.offset.isMultiple(of: max(1, stride)) }
      .compactMap { $0.element.raw.map(frame.place) }
  }

  private static let mostCrosses = 400

  /// Adds the codes of the fixes, the longest gap, and the places of rejected fixes.
  func add(to line: inout JSONLine) {
    line.add("track", Columns.text(codes))
    if let gap, let fix = gap.fix {
      var found = JSONLine()
      found.add("fix", fix)
      found.add("seconds", gap.length, decimals: 1)
      found.add("isHidden", gap.isHidden)
      line.add("gap", found)
    }
    line.add("crosses", Columns.places(crosses))
    line.add("reason", reason?.rawValue)
  }
}
