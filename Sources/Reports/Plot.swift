internal import Geofence
internal import Notation
internal import Picket
internal import RegionFiles
internal import System

/// A row of the timelines: a value over time, with the events and marks over it.
struct Plot: Sendable {
  /// The caption, as markup.
  var caption: String

  /// A class of the style sheet, such as that of a row that is shown on demand.
  var style = ""

  /// The number of the row's line in the page's data, from which the script draws it in detail.
  var line: Int?

  /// The depths at the bottom and the top of the drawing, in metres; `nil` for other values.
  var range: (low: Double, high: Double)?

  /// Whether the row is only as high as a bar.
  var isLow = false

  /// The elements of the drawing, in an SVG as wide as the axis and as high as `height`.
  var drawing = ""

  /// The labels along the side, with their places from 0 at the top to 1 at the bottom.
  var labels: [(place: Double, text: String)] = []

  /// The words at the other side, where the lines of the drawing end.
  var lineWords: [(place: Double, text: String)] = []

  /// Writes the meaning of a stretch of a bar, where there is room for the words.
  mutating func label(_ words: String, _ interval: Interval, height: Double, least: Double = 0.12) {
    guard interval.length >= least * axis.span.length else { return }
    overlay += """
      <i class="said" style="left:\(axis.percent(interval.start))%;--y:\(height.text(decimals: 2))">\
      \(words)</i>
      """
  }

  /// The elements over the drawing.
  private(set) var overlay = ""

  private let axis: TimeAxis
  /// The places of the numbers in each row above the drawing.
  private var taken: [[Double]] = []

  /// The height of a drawing, in its units.
  static let height = 1200

  /// An empty row.
  init(_ caption: String, on axis: TimeAxis) {
    self.caption = caption
    self.axis = axis
  }

  /// Shades the times without trusted fixes.
  mutating func shade(_ intervals: [Interval]) {
    cover(intervals.prefix(500), "blind", "no trusted fix", namedFrom: 0.13)
  }

  /// Shades the times outside the hours of a region, when the region reports nothing.
  mutating func shadeOutsideHours(_ intervals: [Interval]) {
    cover(intervals.prefix(200), "off", "outside its hours", namedFrom: 0.15)
  }

  /// Lays an element of this style over each stretch, with the words where there is room for them.
  private mutating func cover(
    _ intervals: ArraySlice<Interval>, _ style: String, _ words: String, namedFrom share: Double
  ) {
    for interval in intervals {
      let width = (interval.length / axis.span.length * 100).text(decimals: 3)
      overlay += """
        <i class="\(style)" style="left:\(axis.percent(interval.start))%;width:\(width)%" \
        title="\(words) for \(interval.length.spanText)">\
        \(interval.length > share * axis.span.length ? "<b>\(words)</b>" : "")</i>
        """
    }
  }

  /// Puts strokes at the times at which a simple program would have beeped.
  mutating func addBeeps(_ beeps: [PointRule.Beep]) {
    guard !beeps.isEmpty else { return }
    var path = DrawnPath()
    for beep in beeps.prefix(2000) {
      let x = axis.x(beep.offset)
      path.line([
        DrawnPath.Place(x: x, y: beep.isEntry ? 0 : 60),
        DrawnPath.Place(x: x, y: beep.isEntry ? 110 : 170),
      ])
    }
    drawing += "<path class=\"beeps\" d=\"\(path.data)\"/>"
    overlay += """
      <i class="said beeps" style="left:0%;--y:0.05">point in region: \
      \(beeps.count.counted("beep", grouped: true))</i>
      """
  }

  /// Puts flags over the drawing at the times of marks.
  mutating func flag(_ marks: [(offset: Double, text: String)]) {
    for mark in marks.prefix(200) {
      overlay += """
        <i class="flag" style="left:\(axis.percent(mark.offset))%" \
        title="mark \(Markup.text(mark.text))"></i>
        """
    }
  }

  /// Puts notes of music over the drawing at the times of reminders.
  mutating func addReminders(_ reminders: [(offset: Double, words: String)]) {
    for reminder in reminders.prefix(200) {
      overlay += """
        <i class="flag bell" style="left:\(axis.percent(reminder.offset))%" \
        title="reminder \(Markup.text(reminder.words))"></i>
        """
    }
  }

  /// Puts the number of an event over the drawing.
  mutating func pin(_ number: Int, _ kind: Event.Kind, at offset: Double, crossed: Double?) {
    let left = axis.percent(offset)
    if let crossed, crossed >= axis.span.start {
      overlay += """
        <i class="crossed" style="left:\(axis.percent(crossed))%" title="the border was passed"></i>
        """
    }
    let share = share(offset)
    guard let row = row(at: share) else {
      overlay += "<i class=\"when\" style=\"left:\(left)%\"></i>"
      return
    }
    overlay += """
      <a class="pin \(kind.rawValue)\(side(share))" href="#e\(number)" data-e="\(number)" \
      style="left:\(left)%;--r:\(row)">\(number) \(kind.short)</a>
      """
  }

  /// Puts the number of an event of another account over the drawing.
  mutating func pin(other event: Event, at offset: Double) {
    let (left, share) = (axis.percent(offset), share(offset))
    guard let row = row(at: share) else {
      overlay += "<i class=\"when other\" style=\"left:\(left)%\"></i>"
      return
    }
    overlay += """
      <span class="pin other\(side(share))" style="left:\(left)%;--r:\(row)">B\(event.sequence) \
      \(event.kind.short)</span>
      """
  }

  private func share(_ offset: Double) -> Double { (offset - axis.span.start) / axis.span.length }

  /// The class that keeps a number near an end of the axis within the axis.
  private func side(_ share: Double) -> String {
    share < 0.06 ? " early" : share > 0.94 ? " late" : ""
  }

  /// The row for a number: numbers that would overlap on a phone are put into further rows.
  private mutating func row(at share: Double) -> Int? {
    // The numbers of another account are added later, and may be earlier on the axis.
    let row =
      taken.firstIndex { row in row.allSatisfy { abs(share - $0) > 0.13 } } ?? taken.count
    guard row < Self.mostRows else { return nil }
    if row == taken.count { taken.append([]) }
    taken[row].append(share)
    return row
  }

  /// The number of rows of numbers above the drawing.
  var rows: Int { taken.count }

  private var attributes: String {
    guard let line, let range else { return "" }
    return """
       data-line="\(line)" data-low="\(range.low.text(decimals: 2))" \
      data-high="\(range.high.text(decimals: 2))"
      """
  }

  /// The row as an element.
  var html: String {
    let marks = labels.filter { $0.place > 0.04 }.map { label in
      "<span style=\"top:\((label.place * 100).text(decimals: 1))%\">\(label.text)</span>"
    }.joined()
    let ends = lineWords.filter { $0.place > 0.04 }.map { label in
      "<span style=\"top:\((label.place * 100).text(decimals: 1))%\">\(label.text)</span>"
    }.joined()
    return """
      <figure class="plot\(isLow ? " low" : "")\(style.isEmpty ? "" : " \(style)")" style="--rows:\(rows)"\(attributes)><figcaption>\(caption)</figcaption>\
      <div class="body"><div class="side">\(marks)</div><div class="side ends">\(ends)</div>\
      <svg viewBox="0 0 \(TimeAxis.width) \(Self.height)" preserveAspectRatio="none" \
      aria-hidden="true">\(axis.lines(height: Self.height))\(drawing)</svg>\(overlay)<i class="cursor"></i></div></figure>
      """
  }

  private static let mostRows = 4
}
