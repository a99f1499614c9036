internal import Base
import Glibc

/// The names of the roads and places on a tile.
struct TileNames {
  /// A name where it is to be written, in units of the tile.
  private struct Name {
    let kind: GroundLine.Kind
    let text: String
    let place: TileClip.Point
    /// In degrees clockwise, from -90 to 90: no name is upside down.
    var angle = 0
  }

  private var names: [Name] = []

  // More names are not read on a tile.
  private static let most = 40
  // In bytes.
  private static let longest = 80
  // In units: a shorter road has no room for its name.
  private static let shortest = 250.0

  init(_ lines: [GroundLine], on tile: TileID, _ clip: TileClip) {
    var roads: [String: Road] = [:]
    for line in lines {
      guard let text = line.name, !text.isEmpty, text.utf8.count <= Self.longest else { continue }
      let points = line.points.map { TileDrawing.point($0, tile) }
      if line.kind == .place {
        guard let at = points.first else { continue }
        let isOn = at.x >= 0 && at.x < clip.side && at.y >= 0 && at.y < clip.side
        if isOn { names.append(Name(kind: .place, text: text, place: at)) }
        continue
      }
      for part in clip.parts(of: points) {
        let road = Road(kind: line.kind, text: text, points: part)
        guard road.length >= Self.shortest, road.length > roads[text]?.length ?? 0 else { continue }
        roads[text] = road
      }
    }
    let longest = roads.values.sorted { ($0.length, $1.text) > ($1.length, $0.text) }
    names += longest.flatMap(\.names)
    names = Array(names.prefix(Self.most))
  }

  /// The part of a road that is on a tile.
  private struct Road {
    let kind: GroundLine.Kind
    let text: String
    let points: [TileClip.Point]
    let length: Double

    // The shares of the length at which a name is written: a phone may show a third of a tile.
    private static let middle = [0.5]
    private static let thirds = [0.5, 1.0 / 6, 5.0 / 6]

    init(kind: GroundLine.Kind, text: String, points: [TileClip.Point]) {
      (self.kind, self.text, self.points) = (kind, text, points)
      length = zip(points, points.dropFirst())
        .reduce(0) { $0 + hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y) }
    }

    /// Its names.
    var names: [Name] {
      (length < Double(TileDrawing.side) / 2 ? Self.middle : Self.thirds).compactMap(name)
    }

    private func name(at share: Double) -> Name? {
      var left = length * share
      for (start, end) in zip(points, points.dropFirst()) {
        let step = hypot(end.x - start.x, end.y - start.y)
        guard step > 0, left <= step else {
          left -= step
          continue
        }
        var angle = atan2(end.y - start.y, end.x - start.x) * 180 / .pi
        if angle > 90 { angle -= 180 }
        if angle < -90 { angle += 180 }
        let part = left / step
        let place = TileClip.Point(
          x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part)
        return Name(kind: kind, text: text, place: place, angle: Int(angle.rounded()))
      }
      return nil
    }
  }

  /// The member of the drawing; empty without names.
  var member: String {
    guard !names.isEmpty else { return "" }
    let list = names.map { name in
      "[\"\(name.kind.rawValue)\",\(Int(name.place.x.rounded())),\(Int(name.place.y.rounded())),"
        + "\(name.angle),\(JSONLine.quoted(name.text))]"
    }
    return ",\"names\":[\(list.joined(separator: ","))]"
  }
}
