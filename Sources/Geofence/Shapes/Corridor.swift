/// All points within half a width of a line.
public struct Corridor: Hashable, Sendable {
  /// The lines, each with two corners or more, joined by geodesics of any length.
  public let lines: [[Coordinate]]

  /// The width from border to border across the line, in metres.
  public let width: Double

  let border: Border

  /// Creates a corridor; `nil` unless the width is positive and finite, and there are lines of two
  /// or more valid corners.
  public init?(lines: [[Coordinate]], width: Double) {
    guard width > 0, width.isFinite, !lines.isEmpty,
      lines.allSatisfy({ $0.count > 1 && $0.allSatisfy(\.isValid) })
    else { return nil }
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
