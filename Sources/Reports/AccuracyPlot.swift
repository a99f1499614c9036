internal import Geofence
import Glibc
internal import Notation
internal import Outputs
internal import RegionFiles

/// The accuracy of the position over time, and the fixes that were not trusted.
struct AccuracyPlot: Sendable {
  private let account: Account
  private let axis: TimeAxis

  init(_ account: Account, on axis: TimeAxis) {
    self.account = account
    self.axis = axis
  }

  /// The row.
  var plot: Plot {
    let columns = account.accuracy.coarser(than: 1000)
    let most = max(6, min(300, (columns.map(\.greatest).max() ?? 0) * 1.15))
    // Small errors decide crossings and need detail; large ones only need to be visible.
    func y(_ sigma: Double) -> Int {
      Int(((1 - min(1, asinh(sigma / 3) / asinh(most / 3))) * 1000).rounded())
    }
    var line = DrawnPath()
    for part in Timeline.parts(columns) {
      let points = part.map {
        DrawnPath.Place(x: axis.x($0.offset), y: y($0.greatest))
      }
      if points.count == 1 {
        line.dot(points[0])
      } else {
        line.line(Contour.simplified(points, to: 3))
      }
    }
    let worst = columns.map(\.greatest).max().map { " · worst \($0.distanceText())" } ?? ""
    var plot = Plot(
      "<b>Accuracy</b> <small>standard deviation of the position\(worst)</small>", on: axis)
    var grid = DrawnPath()
    for value in [0.0, 2, 5, 10, 20, 50, 100, 200] where value <= most {
      grid.line([
        DrawnPath.Place(x: 0, y: y(value)), DrawnPath.Place(x: TimeAxis.width, y: y(value)),
      ])
      plot.labels.append(
        (Double(y(value)) / Double(Plot.height), value.metresText(decimals: 0)))
    }
    if account.moments.contains(where: { $0.rejection != nil }) {
      plot.labels.append((1110 / Double(Plot.height), "rejected"))
    }
    plot.drawing = """
      <path class="grid" d="\(grid.data)"/><path class="depth" d="\(line.data)"/>\
      <path class="wrong" d="\(rejected.data)"/>
      """
    return plot
  }

  /// A stroke for each column of time in which a fix was rejected.
  private var rejected: DrawnPath {
    var path = DrawnPath()
    var last = -10
    for moment in account.moments where moment.rejection != nil {
      let x = axis.x(moment.offset)
      guard x - last >= 6 else { continue }
      path.line([DrawnPath.Place(x: x, y: 1050), DrawnPath.Place(x: x, y: 1170)])
      last = x
    }
    return path
  }
}
