internal import Geofence
import Glibc
internal import Notation
internal import Outputs
internal import Picket

/// The depth in one region over time, with what is asked for a crossing, its state and its events.
struct Timeline: Sendable {
  private let account: Account
  private let index: Int
  private let axis: TimeAxis
  private let thresholds: (entry: Thresholds, exit: Thresholds)?

  /// How deep and how high the drawing goes, in metres.
  private let range: (low: Double, high: Double)

  /// The timeline of a region by its place among the account's.
  init(
    _ account: Account, _ index: Int, on axis: TimeAxis,
    thresholds: (entry: Thresholds, exit: Thresholds)?
  ) {
    self.account = account
    self.index = index
    self.axis = axis
    self.thresholds = thresholds
    let columns = account.histories[index].depth.columns
    let least = columns.reduce(0) { min($0, $1.least) }
    let greatest = columns.reduce(0) { max($0, $1.greatest) }
    let asked = max(thresholds?.exit.deep ?? 12, 12)
    range = (min(-1.5 * asked, least * 1.1), max(1.5 * asked, greatest * 1.1))
  }

  /// The row, drawn with so many columns at most.
  func plot(columns: Int) -> Plot {
    let region = account.regions[index]
    let history = account.histories[index]
    var plot = Plot(caption(region, history), on: axis)
    let zero = y(0)
    var line = DrawnPath()
    var filled = DrawnPath()
    for part in Self.parts(history.depth.coarser(than: columns)) {
      let points = part.flatMap { column in
        let ends =
          column.rises
          ? [column.least, column.greatest] : [column.greatest, column.least]
        return (column.least == column.greatest ? [column.least] : ends).map {
          DrawnPath.Place(x: axis.x(column.offset), y: y($0))
        }
      }
      let simple = Contour.simplified(points, to: 3)
      if let first = simple.first, simple.count == 1 {
        line.dot(first)
      } else {
        line.line(simple)
      }
      for hill in Self.hills(simple, above: zero) {
        guard let first = hill.first, let last = hill.last else { continue }
        filled.line(
          [DrawnPath.Place(x: first.x, y: zero)] + hill + [DrawnPath.Place(x: last.x, y: zero)],
          isClosed: true)
      }
    }
    plot.drawing =
      grid(&plot) + thresholdLines + """
        <clipPath id="in\(index)"><rect width="\(TimeAxis.width)" height="\(zero)"/></clipPath>\
        <path class="deep" clip-path="url(#in\(index))" d="\(filled.data)"/>\
        <path class="depth" d="\(line.data)"/>\(ribbon(history))
        """
    for happening in account.events.filter({ $0.event.region == region.id }).prefix(200) {
      let event = happening.event
      let crossed = event.crossed.map { happening.offset - $0.duration(to: event.time).inSeconds }
      plot.pin(event.sequence, event.kind, at: happening.offset, crossed: crossed)
    }
    return plot
  }

  private func caption(_ region: Region, _ history: RegionHistory) -> String {
    let record = history.record
    var words = [
      record.visits == 0 ? "never inside" : "inside \(record.inside.inSeconds.spanText)"
    ]
    if record.visits == 0, let closest = record.closest {
      words.append("closest \(closest.depthText())")
    }
    if record.nearMisses > 0 {
      words.append(record.nearMisses.counted("near miss", "near misses", grouped: true))
    }
    return "<b>\(Markup.name(region.id))</b> <small>\(words.joined(separator: " · "))</small>"
  }

  // MARK: Scale

  /// Metres near the border are shown larger than those far away.
  private func scaled(_ depth: Double) -> Double { asinh(depth / 8) }

  private func y(_ depth: Double) -> Int {
    Int((share(depth) * Double(Self.floor)).rounded())
  }

  private func share(_ depth: Double) -> Double {
    let (low, high) = (scaled(range.low), scaled(range.high))
    return max(0, min(1, (high - scaled(depth)) / (high - low)))
  }

  private func grid(_ plot: inout Plot) -> String {
    var lines = DrawnPath()
    var last: Double?
    for depth in [1000.0, 200, 50, 10, 0, -10, -50, -200, -1000]
    where range.low <= depth && depth <= range.high {
      let place = share(depth) * Double(Self.floor) / Double(Plot.height)
      if depth != 0 {
        lines.line([
          DrawnPath.Place(x: 0, y: y(depth)), DrawnPath.Place(x: TimeAxis.width, y: y(depth)),
        ])
      }
      if let last, place - last < 0.11 { continue }
      last = place
      let text =
        depth == 0 ? "border" : "\(abs(depth).metresText(decimals: 0)) \(depth > 0 ? "in" : "out")"
      plot.labels.append((place, text))
    }
    return """
      <path class="grid" d="\(lines.data)"/>\
      <path class="border" d="M0 \(y(0))h\(TimeAxis.width)"/>
      """
  }

  private var thresholdLines: String {
    guard let thresholds else { return "" }
    func line(_ depth: Double, _ style: String) -> String {
      "<path class=\"\(style)\" d=\"M0 \(y(depth))h\(TimeAxis.width)\"/>"
    }
    return line(thresholds.entry.run, "run") + line(-thresholds.exit.run, "run")
      + line(thresholds.entry.deep, "far") + line(-thresholds.exit.deep, "far")
  }

  // MARK: State

  /// The state below the depths: a thick bar inside, a thin line outside, dots while not known.
  private func ribbon(_ history: RegionHistory) -> String {
    let middle = (Self.floor + Plot.height) / 2
    var bars: [RegionState: DrawnPath] = [:]
    for (state, stretch) in history.states.prefix(2000) {
      bars[state, default: DrawnPath()].line([
        DrawnPath.Place(x: axis.x(stretch.start), y: middle),
        DrawnPath.Place(x: max(axis.x(stretch.end), axis.x(stretch.start) + 1), y: middle),
      ])
    }
    var pending = DrawnPath()
    for stretch in history.pending.prefix(2000) {
      pending.line([
        DrawnPath.Place(x: axis.x(stretch.start), y: Self.floor + 30),
        DrawnPath.Place(x: max(axis.x(stretch.end), axis.x(stretch.start) + 4), y: Self.floor + 30),
      ])
    }
    return [RegionState.outside, .unknown, .inside].compactMap { state in
      bars[state].map { "<path class=\"bar \(state.rawValue)\" d=\"\($0.data)\"/>" }
    }.joined() + "<path class=\"bar on-the-way\" d=\"\(pending.data)\"/>"
  }

  /// Where the depths end and the state begins.
  private static let floor = 1000

  /// The parts of a line that are above a height, each with the point before it and after it.
  private static func hills(_ points: [DrawnPath.Place], above zero: Int) -> [[DrawnPath.Place]] {
    var hills: [[DrawnPath.Place]] = []
    var isHill = false
    for (index, point) in points.enumerated() {
      if point.y < zero {
        if !isHill { hills.append(index > 0 ? [points[index - 1]] : []) }
        hills[hills.count - 1].append(point)
        isHill = true
      } else {
        if isHill { hills[hills.count - 1].append(point) }
        isHill = false
      }
    }
    return hills
  }

  /// The columns that are joined.
  static func parts(_ columns: [Profile.Column]) -> [[Profile.Column]] {
    var parts: [[Profile.Column]] = []
    for column in columns {
      if column.isLifted || parts.isEmpty { parts.append([]) }
      parts[parts.count - 1].append(column)
    }
    return parts
  }
}
