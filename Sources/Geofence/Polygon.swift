/// One or more outlines, each with holes or without.
public struct Polygon: Hashable, Sendable {
  /// The parts: of each, the outer ring and then its holes, each ring closed.
  public let parts: [[[Coordinate]]]

  /// The radius of the largest circle that fits in, in metres, to 1 % or 0.1 m.
  public let inradius: Double

  private let rings: [Path]

  /// Creates a polygon; every ring must be closed and have four corners or more.
  public init(parts: [[[Coordinate]]]) {
    let corners = parts.flatMap { $0 }
    precondition(
      !corners.isEmpty && corners.allSatisfy { $0.count > 3 && $0.first == $0.last },
      "a polygon has closed rings")
    let rings = corners.map(Path.init)
    self.parts = parts
    self.rings = rings
    inradius =
      rings.map { ring in
        Inradius.largest(around: ring.points) { Self.depth(of: rings, at: $0) }
      }.max() ?? 0
  }

  func depth(at plane: TangentPlane) -> Double {
    Self.depth(of: rings, at: plane)
  }

  /// Outer rings and holes alike turn inside to outside: the parity decides.
  private static func depth(of rings: [Path], at plane: TangentPlane) -> Double {
    var sighting = Path.Sighting()
    for ring in rings { ring.look(from: plane, into: &sighting) }
    return sighting.crossings.isMultiple(of: 2) ? -sighting.distance : sighting.distance
  }
}
