internal import Geofence
internal import Notation

/// The states, pending crossings and approach cues of a region over time, as bars of its timeline.
struct StateRibbon: Sendable {
  private let account: Account
  private let region: String
  private let history: RegionHistory
  private let axis: TimeAxis

  /// The bars of the region at this index among the account's regions.
  init(_ account: Account, _ index: Int, on axis: TimeAxis) {
    self.account = account
    self.axis = axis
    region = account.regions[index].id
    history = account.histories[index]
  }

  /// The state below the depths: a thick bar inside, a thin line outside, dots while unknown, dashes
  /// while unsure.
  var drawing: String {
    let middle = (Timeline.floor + Plot.height) / 2
    var bars: [RegionState: DrawnPath] = [:]
    for (state, interval) in history.states.prefix(2000) {
      bars[state, default: DrawnPath()].line([
        DrawnPath.Place(x: axis.x(interval.start), y: middle),
        DrawnPath.Place(x: max(axis.x(interval.end), axis.x(interval.start) + 1), y: middle),
      ])
    }
    var pending = DrawnPath()
    for interval in history.pending.prefix(2000) {
      pending.line([
        DrawnPath.Place(x: axis.x(interval.start), y: Timeline.floor + 30),
        DrawnPath.Place(
          x: max(axis.x(interval.end), axis.x(interval.start) + 4), y: Timeline.floor + 30),
      ])
    }
    return [RegionState.outside, .unknown, .unsure, .inside].compactMap { state in
      bars[state].map { "<path class=\"bar \(state.rawValue)\" d=\"\($0.data)\"/>" }
    }.joined() + "<path class=\"bar on-the-way\" d=\"\(pending.data)\"/>" + cues
  }

  /// Writes the meaning of the bars, on the longest bar of each kind; for cues, on the first.
  func label(on plot: inout Plot) {
    let ribbon = Double(Timeline.floor + Plot.height) / 2 / Double(Plot.height)
    for (state, words) in [
      (RegionState.inside, "inside"), (.outside, "outside"), (.unknown, "not known"),
      (.unsure, "unsure"),
    ] {
      let first = history.states.prefix(2000).max { left, right in
        (left.state == state ? left.interval.length : -1)
          < (right.state == state ? right.interval.length : -1)
      }
      if let first, first.state == state { plot.label(words, first.interval, height: ribbon) }
    }
    let floor = Double(Timeline.floor + 30) / Double(Plot.height)
    if let longest = history.pending.max(by: { $0.length < $1.length }) {
      plot.label("pending", longest, height: floor, least: 0.1)
    }
    let cues = account.cues.intervals(of: region)
    // A cue is shorter than the word, which extends beyond it.
    if let first = cues.first {
      plot.label(
        "approach cue", first, height: Double(Self.ceiling) / Double(Plot.height), least: 0)
    }
  }

  /// The approach cues, at the top.
  private var cues: String {
    let intervals = account.cues.intervals(of: region).prefix(2000)
    guard !intervals.isEmpty else { return "" }
    var bars = DrawnPath()
    for interval in intervals {
      bars.line([
        DrawnPath.Place(x: axis.x(interval.start), y: Self.ceiling),
        DrawnPath.Place(x: max(axis.x(interval.end), axis.x(interval.start) + 4), y: Self.ceiling),
      ])
    }
    return "<path class=\"bar cue\" d=\"\(bars.data)\"/>"
  }

  /// The vertical position of the approach cues.
  private static let ceiling = 20
}
