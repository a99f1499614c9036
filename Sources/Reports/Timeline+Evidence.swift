internal import Geofence
internal import Notation

extension Timeline {
  /// The strip of one standard deviation of the position on either side of the depth.
  func band(_ columns: Int) -> String {
    let band = account.histories[index].band
    // The strip is wide: half as many columns are enough.
    let (lows, highs) = (band.low.coarser(than: columns / 2), band.high.coarser(than: columns / 2))
    var path = DrawnPath()
    for (low, high) in zip(Self.parts(lows), Self.parts(highs)) {
      let upper = high.map { DrawnPath.Place(x: axis.x($0.offset), y: y($0.greatest)) }
      let lower = low.map { DrawnPath.Place(x: axis.x($0.offset), y: y($0.least)) }
      path.line(
        Contour.simplified(upper, to: 5) + Contour.simplified(lower, to: 5).reversed(),
        isClosed: true)
    }
    return path.data
  }

  /// The value that each event needed, as a stroke, and the value that it reached, as a dot.
  var groundMarks: String {
    var needed = DrawnPath()
    var reached = DrawnPath()
    for placed in account.events.prefix(2000) {
      guard placed.event.region == account.regions[index].id, let grounds = placed.grounds else {
        continue
      }
      let sign: Double = placed.event.kind == .exit ? -1 : 1
      let x = axis.x(placed.offset)
      let height = y(sign * grounds.needed)
      needed.line([
        DrawnPath.Place(x: x - 45, y: height), DrawnPath.Place(x: x + 45, y: height),
      ])
      reached.dot(DrawnPath.Place(x: x, y: y(sign * grounds.reached)))
    }
    guard !needed.isEmpty else { return "" }
    return
      "<path class=\"needed\" d=\"\(needed.data)\"/><path class=\"reached\" d=\"\(reached.data)\"/>"
  }
}
