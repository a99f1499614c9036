internal import Base

/// A feature as its file has it.
struct FeatureText {
  /// The feature; without its coordinates if they are in `positions`.
  let json: JSON

  /// The coordinates; `nil` unless all of them are valid and fit the type of the geometry.
  let positions: Positions?
}

extension JSONParser {
  /// Reads a feature, which is part of an array of the document.
  mutating func feature() throws(JSON.Mistake) -> FeatureText {
    skipSpace()
    let start = index
    var positions: Positions?
    var type: String?
    let json = try object(depth: 2) { (parser, name) throws(JSON.Mistake) -> JSON in
      guard name == "geometry" else { return try parser.value(depth: 3) }
      let geometry = try parser.object(depth: 3) { (parser, name) throws(JSON.Mistake) -> JSON in
        parser.skipSpace()
        guard name == "coordinates", let found = parser.positions() else {
          return try parser.value(depth: 4)
        }
        positions = found
        return .array([])
      }
      type = geometry.object?["type"]?.string
      return geometry
    }
    guard let found = positions, !found.fits(type) else {
      return FeatureText(json: json, positions: positions)
    }
    // What does not fit is read as any other JSON, so that its mistakes have their places.
    index = start
    return FeatureText(json: try value(depth: 2), positions: nil)
  }

  /// Reads a value whose members, if it is an object, a reader reads.
  private mutating func object(
    depth: Int, _ read: (inout JSONParser, String) throws(JSON.Mistake) -> JSON
  ) throws(JSON.Mistake) -> JSON {
    skipSpace()
    return peek == UInt8(ascii: "{") ? try object(read) : try value(depth: depth)
  }
}
