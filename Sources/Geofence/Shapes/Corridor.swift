/// All points within half a width of a line.
public struct Corridor: Hashable, Sendable {
  /// The lines, each with two corners or more, joined by geodesics of any length.
  public let lines: [[Coordinate]]

  /// The width from border to border across the line, in metres.
  public let width: Double

  let border: Border

  /// Creates a corridor of at least one line, each of two corners or more, and a positive width.
  public init(lines: [[Coordinate]], width: Double) {
    precondition(
      width > 0 && !lines.isEmpty && lines.allSatisfy { $0.count > 1 },
      "a corridor has lines and a width")
    self.lines = lines
    self.width = width
    border = Border(lines)
  }

  func depth(at plane: TangentPlane, within limit: Double) -> Double {
    width / 2 - border.distance(from: plane, within: width / 2 + limit)
  }

  /// Whether lines and width are the same.
  public static func == (left: Corridor, right: Corridor) -> Bool {
    left.width == right.width && left.lines == right.lines
  }

  /// Hashes lines and width.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(lines)
    hasher.combine(width)
  }
}
