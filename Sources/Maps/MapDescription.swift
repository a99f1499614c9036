internal import Base
package import Geofence

/// The metadata of a map with tiles.
package struct MapDescription: Hashable, Sendable {
  /// The kinds of tiles.
  package enum TileFormat: Hashable, Sendable {
    /// Pictures.
    case images
    /// Lines and areas.
    case vectors
  }

  package let kind: TileFormat
  package let zooms: ClosedRange<Int>
  /// The south-western and the north-eastern corner.
  package let southWest: Coordinate
  package let northEast: Coordinate
  /// The source of the data, in a line; empty when the map does not name it.
  package let attribution: String

  init(
    kind: TileFormat, zooms: ClosedRange<Int>, southWest: Coordinate, northEast: Coordinate,
    attribution: String
  ) {
    self.kind = kind
    self.zooms = zooms
    self.southWest = southWest
    self.northEast = northEast
    self.attribution = Attribution.plain(attribution)
  }
}

/// The words that name the source of a map's data.
enum Attribution {
  /// The words of a text that may have HTML in it, as one plain line.
  static func plain(_ text: String) -> String {
    var plain = ""
    var isInTag = false
    for scalar in text.prefix(longestInput).unicodeScalars {
      switch scalar {
      case "<": isInTag = true
      case ">" where isInTag: isInTag = false
      default: if !isInTag { plain.unicodeScalars.append(scalar) }
      }
    }
    for (name, character) in entities { plain = plain.replacing(text: name, by: character) }
    let words = plain.split { $0.isWhitespace }.joined(separator: " ")
    return String(words.prefix(longest)).onOneLine
  }

  private static let longestInput = 4000
  private static let longest = 200

  // The entities that the makers of maps write.
  private static let entities = [
    ("&copy;", "©"), ("&#169;", "©"), ("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"),
    ("&quot;", "\""), ("&amp;", "&"),
  ]
}
