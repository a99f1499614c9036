package import Geofence
internal import Notation

/// The metadata of a map with tiles.
package struct MapDescription: Hashable, Sendable {
  /// The kinds of tiles.
  package enum Kind: Hashable, Sendable {
    /// Pictures.
    case images
    /// Lines and areas.
    case vectors
  }

  package let kind: Kind
  package let zooms: ClosedRange<Int>
  /// The south-western and the north-eastern corner.
  package let southWest: Coordinate
  package let northEast: Coordinate
  /// The source of the data, in a line; empty when the map does not name it.
  package let attribution: String

  init(
    kind: Kind, zooms: ClosedRange<Int>, southWest: Coordinate, northEast: Coordinate,
    attribution: String
  ) {
    self.kind = kind
    self.zooms = zooms
    self.southWest = southWest
    self.northEast = northEast
    self.attribution = Attribution.plain(attribution)
  }
}
