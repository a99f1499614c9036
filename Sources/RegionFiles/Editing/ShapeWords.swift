internal import Base
internal import Geofence

/// The shape of a region in words, and the comparison of its size with errors of fixes.
struct ShapeWords: Hashable, Sendable {
  private let shape: Shape
  private let isGate: Bool

  /// The usual standard deviation of a receiver's errors on each axis, in metres.
  private static let usualSigma = 3.0

  /// The inradius in metres below which visits were missed: 0.6 of it is 3 standard deviations.
  private static let smallestInradius = 15.0

  /// The words for a shape, or for the line of a gate.
  init(_ shape: Shape, isGate: Bool = false) {
    self.shape = shape
    self.isGate = isGate
  }

  /// The kind of the shape in one word.
  var kind: String {
    if isGate { return "gate" }
    return switch shape {
    case .circle: "circle"
    case .polygon: "polygon"
    case .corridor: "corridor"
    case .band: "band"
    case .difference: "difference"
    }
  }

  /// The measures that distinguish the shape from others of its kind.
  var size: Reason {
    let length = Self.length(shape.length)
    return switch shape {
    case .corridor where isGate: Reason("size.plain", ["size": .text(length)])
    case .circle(let circle): Reason("size.radius", ["size": .text(Self.length(circle.radius))])
    case .corridor(let corridor):
      Reason("size.wide", ["size": .text(length), "width": .text(Self.length(corridor.width))])
    case .polygon, .band, .difference: Reason("size.plain", ["size": .text(area)])
    }
  }

  /// The kind of the shape and its values in the file.
  var said: Reason {
    switch shape {
    case .circle(let circle):
      let (center, decimals) = (circle.center, 7)
      let place = [center.latitude, center.longitude].map { $0.text(decimals: decimals) }
      return Reason(
        "shape.circle",
        [
          "radius": .text(Self.length(circle.radius)),
          "place": .text(place.joined(separator: ", ")),
        ])
    case .corridor(let corridor):
      let count = Reason.Value.count(corridor.lines.joined().count)
      if isGate { return Reason("shape.gate", ["count": count]) }
      return Reason(
        "shape.corridor", ["count": count, "width": .text(Self.length(corridor.width))])
    case .polygon(let polygon):
      let holes = polygon.parts.reduce(0) { $0 + $1.count - 1 }
      var values = [
        "count": Reason.Value.count(polygon.parts.joined().reduce(0) { $0 + $1.count - 1 })
      ]
      if polygon.parts.count > 1 {
        values["parts"] = .reason(Reason("shape.parts", ["count": .count(polygon.parts.count)]))
      }
      if holes > 0 { values["holes"] = .reason(Reason("shape.holes", ["count": .count(holes)])) }
      return Reason("shape.polygon", values)
    case .band(let band):
      let polygon = Reason.Value.reason(ShapeWords(.polygon(band.base)).said)
      return Reason(
        band.offset < 0 ? "shape.inside" : "shape.outside",
        ["metres": .text(Self.length(abs(band.offset))), "polygon": polygon])
    case .difference(let difference): return ShapeWords(difference.base).said
    }
  }

  private var text: String { said.text }

  /// The shape and its size in a few words.
  var summary: String {
    switch shape {
    case .circle: text
    case .corridor: "\(text), \(Self.length(shape.length)) long"
    case .polygon, .band, .difference: "\(text), \(area)"
    }
  }

  /// What an imported geometry became.
  var imported: String {
    if isGate { return "gate, \(Self.length(shape.length)) long" }
    return switch shape {
    case .circle(let circle): "circle of \(Self.length(circle.radius))"
    case .corridor(let corridor):
      "corridor \(Self.length(corridor.width)) wide, \(Self.length(shape.length)) long"
    case .polygon, .band, .difference: "area, \(area)"
    }
  }

  /// The area.
  var area: String { Self.area(shape.area) }

  /// An area of any size.
  static func area(_ area: Double) -> String {
    switch area {
    case ..<10_000: "\(area.text(decimals: area < 100 ? 1 : 0)) m²"
    case ..<10_000_000: "\((area / 10_000).text(decimals: 2)) ha"
    default: "\((area / 1_000_000).text(decimals: 1)) km²"
    }
  }

  /// The length of the border, or of a corridor, with its name.
  var length: (name: String, text: String) {
    let name = if isGate { "length" } else if case .corridor = shape { "length" } else { "border" }
    return (name, Self.length(shape.length))
  }

  /// Whether errors of fixes are as large as the region.
  var isSmall: Bool { !isGate && shape.inradius < Self.smallestInradius }

  /// The comparison of the size with errors of fixes.
  var noise: Reason? {
    if isGate { return nil }
    if isSmall {
      return Reason("noise.small", ["size": .text(Self.length(Self.smallestInradius))])
    }
    let times = (shape.inradius / Self.usualSigma).text(decimals: 0)
    return Reason("noise.large", ["times": .text(times)])
  }

  /// A length in metres or kilometres.
  static func length(_ metres: Double) -> String {
    metres.distanceText(kilometresFrom: 10_000, decimals: 1)
  }
}
