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
  var text: String {
    if isGate, case .corridor(let gate) = shape {
      return "gate of \(gate.lines.joined().count.counted("corner"))"
    }
    switch shape {
    case .circle(let circle):
      return "circle of \(Self.length(circle.radius)) around "
        + "\(circle.center.latitude.text(decimals: 7)), "
        + circle.center.longitude.text(decimals: 7)
    case .corridor(let corridor):
      let corners = corridor.lines.joined().count
      return "corridor of \(corners) corners, \(Self.length(corridor.width)) wide"
    case .polygon(let polygon):
      let corners = polygon.parts.joined().reduce(0) { $0 + $1.count - 1 }
      let holes = polygon.parts.reduce(0) { $0 + $1.count - 1 }
      var text = "polygon of \(corners) corners"
      if polygon.parts.count > 1 { text += " in \(polygon.parts.count) parts" }
      if holes > 0 { text += " with \(holes.counted("hole"))" }
      return text
    case .band(let band):
      let metres = Self.length(abs(band.offset))
      return "band \(metres) \(band.offset < 0 ? "inside" : "outside") a "
        + ShapeWords(.polygon(band.base)).text
    case .difference: return kind
    }
  }

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
  var noise: String? {
    if isGate { return nil }
    guard isSmall else {
      return "larger than errors of fixes: the inradius is "
        + "\((shape.inradius / Self.usualSigma).text(decimals: 0)) times the usual 3 m"
    }
    return "hardly larger than errors of fixes: below an inradius of "
      + "\(Self.length(Self.smallestInradius)) visits may be missed; make it larger"
  }

  /// A length in metres or kilometres.
  static func length(_ metres: Double) -> String {
    metres.distanceText(kilometresFrom: 10_000, decimals: 1)
  }
}
