/// All points of a shape that are in none of some others.
public struct Difference: Hashable, Sendable {
  /// The shape that has the points.
  public let base: Shape

  /// The shapes that take some of them away.
  public let excluded: [Shape]

  /// Creates what is left of a shape.
  public init(base: Shape, excluded: [Shape]) {
    self.base = base
    self.excluded = excluded
  }

  /// The least of the depth in the base and of the heights above what is excluded.
  ///
  /// Inside this is the distance to the border. Outside of both it is the
  /// greater of the two ways there must be to go.
  func depth(at plane: TangentPlane, within limit: Double) -> Double {
    var depth = base.depth(at: plane, within: limit)
    for shape in excluded where depth > -limit {
      depth = min(depth, -shape.depth(at: plane, within: limit))
    }
    return depth
  }

  /// The inradius, or at least `most` if it is more than that.
  func inradius(upTo most: Double) -> Double {
    let outline = base.outline
    return Inradius.largest(around: outline, upTo: most) { depth(at: $0, within: most) }
  }
}
