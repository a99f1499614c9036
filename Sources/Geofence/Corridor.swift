/// All points within half a width of a line.
public struct Corridor: Hashable, Sendable {
  /// The lines, each with two corners or more, joined by geodesics.
  public let lines: [[Coordinate]]

  /// The width from border to border across the line, in metres.
  public let width: Double

  private let paths: [Path]

  /// Creates a corridor; there must be a line, of two corners at least, and a width.
  public init(lines: [[Coordinate]], width: Double) {
    precondition(
      width > 0 && !lines.isEmpty && lines.allSatisfy { $0.count > 1 },
      "a corridor has lines and a width")
    self.lines = lines
    self.width = width
    paths = lines.map(Path.init)
  }

  func depth(at plane: TangentPlane) -> Double {
    var sighting = Path.Sighting()
    for path in paths { path.look(from: plane, into: &sighting) }
    return width / 2 - sighting.distance
  }
}
