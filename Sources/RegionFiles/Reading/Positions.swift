internal import Base
internal import Geofence

/// The coordinates of a geometry whose positions are all valid.
struct Positions {
  /// All positions.
  private(set) var all: [Coordinate] = []

  /// The number of arrays around a position, itself included: 1 for a point.
  private(set) var depth = 0

  // The number of positions up to the end of each line or ring.
  private var lineEnds: [Int] = []
  // The number of rings up to the end of each polygon.
  private var partEnds: [Int] = []

  /// The number of lines or rings.
  var lineCount: Int { lineEnds.count }

  /// The places of the lines of each part.
  var parts: [Range<Int>] { Self.ranges(partEnds) }

  /// A line or ring.
  func line(_ index: Int) -> [Coordinate] {
    let range = (index == 0 ? 0 : lineEnds[index - 1])..<lineEnds[index]
    // A copy, since the array itself has grown to up to twice its size.
    return Array(all[range])
  }

  /// Whether the coordinates of a geometry of this type have this depth.
  func fits(_ type: String?) -> Bool {
    switch type {
    case "Point": depth == 1
    case "LineString": depth == 2
    case "Polygon", "MultiLineString": depth == 3
    case "MultiPolygon": depth == 4
    default: false
    }
  }

  private static func ranges(_ ends: [Int]) -> [Range<Int>] {
    zip([0] + ends, ends).map { $0..<$1 }
  }

  // MARK: Reading

  mutating func begin(_ depth: Int) -> Bool {
    if self.depth == 0 { self.depth = depth }
    return self.depth == depth && all.count < PositionReader.most
  }

  mutating func add(_ position: Coordinate) { all.append(position) }

  /// Ends an array that is part of this many others.
  mutating func end(_ outer: Int) {
    if outer == depth - 2 { lineEnds.append(all.count) }
    if outer == depth - 3 { partEnds.append(lineEnds.count) }
  }
}

extension JSONParser {
  /// Reads coordinates whose positions are all valid; otherwise nothing is read.
  ///
  /// Positions are by far the most of a large file: JSON values for them would take ten times as
  /// long.
  mutating func positions() -> Positions? {
    var positions = Positions()
    let end = bytes.withUnsafeBufferPointer { bytes in
      var scan = PositionScan(bytes, at: index)
      return scan.read(into: &positions) ? scan.index : nil
    }
    guard let end else { return nil }
    index = end
    return positions
  }
}
