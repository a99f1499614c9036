internal import Geofence
internal import Notation

extension Timeline {
  /// The depth and the state in the other account.
  func otherDepth(_ columns: Int) -> String {
    guard let other else { return "" }
    let shift = other.comparison.shift
    var line = DrawnPath()
    for part in Self.parts(other.history.depth.coarser(than: columns)) {
      let points = part.flatMap { column in
        (column.rises ? [column.least, column.greatest] : [column.greatest, column.least]).map {
          DrawnPath.Place(x: axis.x(column.offset + shift), y: y($0))
        }
      }
      line.line(Contour.simplified(points, to: 3))
    }
    var inside = DrawnPath()
    for (state, interval) in other.history.states.prefix(2000) where state == .inside {
      inside.line([
        DrawnPath.Place(x: axis.x(interval.start + shift), y: Plot.height - 20),
        DrawnPath.Place(x: axis.x(interval.end + shift) + 1, y: Plot.height - 20),
      ])
    }
    return """
      <path class="depth other" d="\(line.data)"/><path class="bar other" d="\(inside.data)"/>
      """
  }

  /// Puts the numbers of the other account's events over the drawing.
  func addOtherEvents(_ plot: inout Plot) {
    guard let other else { return }
    let id = account.regions[index].id
    for placed in other.comparison.account.events.filter({ $0.event.region == id }).prefix(200) {
      plot.pin(other: placed.event, at: placed.offset + other.comparison.shift)
    }
  }
}
