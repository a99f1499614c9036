internal import Geofence
internal import Notation
internal import Picket
internal import RegionFiles
internal import System

/// A row of the timelines: a value over time, and what lies over it.
struct Plot: Sendable {
  /// What a person reads beside it.
  var caption: String

  /// Whether it is only as high as a bar.
  var isLow = false

  /// What is drawn, in an SVG of the axis' width that is as high as `height`.
  var drawing = ""

  /// What is written along the side: where, from 0 at the top to 1, and what.
  var labels: [(place: Double, text: String)] = []

  /// What lies over the drawing.
  private(set) var overlay = ""

  private let axis: TimeAxis
  private var taken: [Double] = []

  /// How high a drawing is, in its units.
  static let height = 1200

  /// An empty row.
  init(_ caption: String, on axis: TimeAxis) {
    self.caption = caption
    self.axis = axis
  }

  /// Shades the times in which nothing could be seen.
  mutating func shade(_ stretches: [Interval]) {
    for stretch in stretches.prefix(500) {
      let width = (stretch.length / axis.span.length * 100).text(decimals: 3)
      overlay += """
        <i class="blind" style="left:\(axis.percent(stretch.start))%;width:\(width)%" \
        title="nothing seen for \(stretch.length.spanText)"></i>
        """
    }
  }

  /// Puts flags over it where the carrier made a mark.
  mutating func flag(_ marks: [(offset: Double, text: String)]) {
    for mark in marks.prefix(200) {
      overlay += """
        <i class="flag" style="left:\(axis.percent(mark.offset))%" \
        title="mark \(Markup.text(mark.text))"></i>
        """
    }
  }

  /// Puts the number of an event over it.
  mutating func pin(_ number: Int, _ kind: Event.Kind, at offset: Double, crossed: Double?) {
    let left = axis.percent(offset)
    if let crossed, crossed >= axis.span.start {
      overlay += "<i class=\"crossed\" style=\"left:\(axis.percent(crossed))%\"></i>"
    }
    // Numbers that would lie on each other on a phone stand in rows, as long as there is room.
    let share = (offset - axis.span.start) / axis.span.length
    let row = taken.firstIndex { abs(share - $0) > 0.085 } ?? taken.count
    guard row < Self.mostRows else {
      overlay += "<i class=\"when\" style=\"left:\(left)%\"></i>"
      return
    }
    if row == taken.count { taken.append(share) } else { taken[row] = share }
    overlay += """
      <a class="pin \(kind.rawValue)" href="#e\(number)" data-e="\(number)" \
      style="left:\(left)%;--r:\(row)">\(number)</a>
      """
  }

  /// Rows of numbers above the drawing.
  var rows: Int { taken.count }

  /// The row as an element.
  var html: String {
    let marks = labels.filter { $0.place > 0.04 }.map { label in
      "<span style=\"top:\((label.place * 100).text(decimals: 1))%\">\(label.text)</span>"
    }.joined()
    return """
      <figure class="plot\(isLow ? " low" : "")" style="--rows:\(rows)"><figcaption>\(caption)</figcaption>\
      <div class="body"><div class="side">\(marks)</div>\
      <svg viewBox="0 0 \(TimeAxis.width) \(Self.height)" preserveAspectRatio="none" \
      aria-hidden="true">\(axis.lines(height: Self.height))\(drawing)</svg>\(overlay)<i class="cursor"></i></div></figure>
      """
  }

  private static let mostRows = 4
}
