internal import Geofence
internal import Notation

/// A row with a value of the receiver over time, which is shown on demand.
struct SeriesPlot: Sendable {
  /// The quantity of a row.
  struct Series: Sendable {
    /// The name of the row's switch.
    let name: String

    /// The caption.
    let title: String
    let unit: String
    let profile: Profile

    /// Another value in the same row, and the names of both values.
    var other: (profile: Profile, names: (String, String))?

    /// Whether the scale begins at 0.
    var hasZero = true
  }

  private let series: Series
  private let axis: TimeAxis

  init(_ series: Series, on axis: TimeAxis) {
    self.series = series
    self.axis = axis
  }

  /// The rows of an account for which there are values.
  static func all(of account: Account) -> [Series] {
    let readings = account.readings
    return [
      Series(name: "speed", title: "Speed", unit: "m/s", profile: readings.speed),
      Series(
        name: "altitude", title: "Altitude", unit: "m", profile: readings.altitude, hasZero: false),
      Series(name: "satellites", title: "Satellites used", unit: "", profile: readings.used),
      Series(
        name: "strength", title: "Mean C/N0 of these", unit: "dBHz", profile: readings.strength,
        hasZero: false),
      Series(
        name: "eph", title: "eph and standard deviation", unit: "m", profile: readings.eph,
        other: (account.accuracy, ("eph", "standard deviation"))),
    ].filter { !$0.profile.isEmpty }
  }

  /// The row.
  var plot: Plot {
    let profiles = [series.profile] + (series.other.map { [$0.profile] } ?? [])
    let drawn = profiles.map { $0.coarser(than: 600) }
    let values = drawn.joined()
    let (least, greatest) = (
      values.map(\.least).min() ?? 0, values.map(\.greatest).max() ?? 1
    )
    let low = series.hasZero ? min(0, least) : least
    let steps = Self.steps(from: low, to: max(greatest, low + 1))
    let (bottom, top) = (steps.first ?? low, max(greatest, steps.last ?? greatest))
    func y(_ value: Double) -> Int {
      Int(((1 - (value - bottom) / (top - bottom)) * 1100).rounded()) + 50
    }
    var plot = Plot("<b>\(series.title)</b> <small>\(words(least, greatest))</small>", on: axis)
    plot.style = "row-\(series.name)"
    var grid = DrawnPath()
    for value in steps {
      grid.line([
        DrawnPath.Place(x: 0, y: y(value)), DrawnPath.Place(x: TimeAxis.width, y: y(value)),
      ])
      plot.labels.append((Double(y(value)) / Double(Plot.height), text(value)))
    }
    plot.drawing = "<path class=\"grid\" d=\"\(grid.data)\"/>"
    for (index, columns) in drawn.enumerated() {
      var line = DrawnPath()
      for part in Timeline.parts(columns) {
        let points = part.flatMap { column in
          (column.rises ? [column.least, column.greatest] : [column.greatest, column.least]).map {
            DrawnPath.Place(x: axis.x(column.offset), y: y($0))
          }
        }
        line.line(Contour.simplified(points, to: 4))
      }
      plot.drawing += "<path class=\"depth\(index > 0 ? " second" : "")\" d=\"\(line.data)\"/>"
      guard let names = series.other?.names, let last = columns.last else { continue }
      plot.lineWords.append(
        (Double(y(last.greatest)) / Double(Plot.height), index > 0 ? names.1 : names.0))
    }
    return plot
  }

  private func words(_ least: Double, _ greatest: Double) -> String {
    "\(text(least)) to \(text(greatest))"
  }

  private func text(_ value: Double) -> String {
    let number = value.text(decimals: abs(value) < 10 && value != value.rounded() ? 1 : 0)
    return series.unit.isEmpty ? number : "\(number) \(series.unit)"
  }

  /// Three to six round values; the first is not greater than the least value.
  private static func steps(from least: Double, to greatest: Double) -> [Double] {
    var step = 0.1
    var factors = [2.0, 2.5, 2].makeIterator()
    while (greatest - least) / step > 5 {
      if let factor = factors.next() {
        step *= factor
      } else {
        factors = [2.0, 2.5, 2].makeIterator()
      }
    }
    let first = (least / step).rounded(.down)
    return (0...6).map { (first + Double($0)) * step }.filter { $0 <= greatest + step * 0.01 }
  }
}
