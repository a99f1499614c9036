internal import Base
internal import Geofence

/// An edge whose ends are more than half the earth apart as their longitudes are written.
///
/// It goes the shorter way, across the date line. Where that way is short, too, it is an edge as
/// people draw it there, from 179 to -179. RFC 7946 cuts shapes at 180, so they have no such edge.
struct LongEdge: Hashable, Sendable {
  /// The longitudes of its ends.
  let start: Double
  let end: Double

  /// The first such edge of a shape; `nil` for shapes without any.
  init?(in shape: Shape) {
    switch shape {
    // A band has the edges of another region.
    case .circle, .band: return nil
    case .polygon(let polygon):
      for ring in polygon.parts.joined() {
        guard let edge = LongEdge(in: ring) else { continue }
        // A ring around a pole has three corners or more, so it may have such an edge.
        guard !Ring(ring).goesRoundPole else { continue }
        self = edge
        return
      }
      return nil
    case .corridor(let corridor):
      guard let edge = corridor.lines.lazy.compactMap({ LongEdge(in: $0) }).first else {
        return nil
      }
      self = edge
    case .difference(let difference):
      guard let edge = LongEdge(in: difference.base) else { return nil }
      self = edge
    }
  }

  private init?(in line: [Coordinate]) {
    for (start, end) in zip(line, line.dropFirst()) {
      let degrees = abs(start.longitude - end.longitude)
      // Near a pole, any number of degrees is a short way.
      guard degrees > 180, degrees < Self.most, start.distance(to: end) > Self.length else {
        continue
      }
      (self.start, self.end) = (start.longitude, end.longitude)
      return
    }
    return nil
  }

  /// What is doubtful, in degrees.
  var values: [String: Reason.Value] {
    [
      "start": .text(start.text(decimals: 4)), "end": .text(end.text(decimals: 4)),
      "degrees": .text(abs(start - end).text(decimals: 1)),
    ]
  }

  /// From these degrees on, the way across the date line is at most a quarter of the earth.
  private static let most = 270.0

  /// The length in metres of the shortest edge that is doubted.
  private static let length = 1_000_000.0
}
