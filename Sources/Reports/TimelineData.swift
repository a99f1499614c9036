internal import Geofence
internal import Notation
internal import Picket

/// The timelines of a page, as data from which its script draws them.
struct TimelineData: Sendable {
  private let axis: TimeAxis
  private var rows: [JSONLine] = []
  private var line = JSONLine()

  /// Timelines without rows.
  ///
  /// - Parameters:
  ///   - unseen: The times without a trusted fix.
  ///   - marks: The times of marks, with their texts.
  init(
    on axis: TimeAxis, unseen: [Interval], marks: [(offset: Double, text: String)] = []
  ) {
    self.axis = axis
    axis.add(to: &line)
    line.add("unseen", Self.times(unseen.prefix(500)))
    line.add(
      "marks",
      marks.prefix(200).map { mark in
        var line = JSONLine()
        line.add("at", mark.offset, decimals: 2)
        line.add("text", mark.text)
        return line
      })
  }

  /// Adds a row below the others.
  mutating func add(_ row: JSONLine) { rows.append(row) }

  /// The data.
  var json: JSONLine {
    var all = line
    all.add("rows", rows)
    return all
  }

  /// The elements that the script fills.
  var html: String {
    """
    <div class="stretch" hidden><button type="button" data-stretch="-1" aria-label="shorter">−\
    </button><output>1×</output>\
    <button type="button" data-stretch="1" aria-label="longer">+</button></div>
    <noscript>A script draws the timelines.</noscript>
    <div class="scroll" role="region" aria-label="Timelines" tabindex="0"><div class="wide" data-start="\(axis.span.start.text(decimals: 2))" \
    data-length="\(axis.span.length.text(decimals: 2))">
    <div class="axis\(axis.hasUTC ? " two" : "")"><div class="times"></div></div>
    </div></div>
    """
  }

  // MARK: Values

  /// Stretches of time, each with its length in words.
  static func times(_ intervals: some Sequence<Interval>) -> [JSONLine] {
    intervals.map { interval in
      var line = JSONLine()
      line.add("from", interval.start, decimals: 2)
      line.add("to", interval.end, decimals: 2)
      line.add("words", interval.length.spanText)
      return line
    }
  }

  /// Stretches of time as columns of hundredths of a second.
  static func columns(_ intervals: [Interval]) -> JSONLine {
    var line = JSONLine()
    line.add("from", hundredths(intervals.map(\.start)))
    line.add("to", hundredths(intervals.map(\.end)))
    return line
  }

  /// The states of a region as columns.
  static func columns(_ states: [(state: RegionState, interval: Interval)]) -> JSONLine {
    var line = columns(states.map(\.interval))
    line.add("state", Columns.text(states.map { Columns.code(of: $0.state) }))
    return line
  }

  /// A value over time as columns, in hundredths.
  static func columns(_ profile: Profile, most: Int) -> JSONLine {
    let columns = profile.coarser(than: most)
    var line = JSONLine()
    line.add("at", hundredths(columns.map(\.offset)))
    line.add("least", hundredths(columns.map(\.least)))
    line.add("greatest", hundredths(columns.map(\.greatest)))
    line.add("signs", Columns.text(columns.map { ($0.rises ? 1 : 0) + ($0.isLifted ? 2 : 0) }))
    return line
  }

  static func hundredths(_ values: [Double]) -> String {
    Columns.steps(values.map { Int((max(-1e9, min(1e9, $0)) * 100).rounded()) })
  }

  /// An event at a time.
  static func pin(_ number: Int, _ kind: Event.Kind, at offset: Double) -> JSONLine {
    var line = JSONLine()
    line.add("seq", number)
    line.add("event", kind.rawValue)
    line.add("text", "\(number) \(kind.short)")
    line.add("at", offset, decimals: 2)
    return line
  }
}
