/// A line or an area of the ground.
package struct GroundLine: Hashable, Sendable {
  /// The kinds of lines and areas.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case road, path, hedge, water, house, other
  }

  package let kind: Kind
  /// Whether the line is the border of an area; holes run the other way round.
  package let isArea: Bool
  package let points: [MapPlace]

  package init(kind: Kind, isArea: Bool = false, points: [MapPlace]) {
    self.kind = kind
    self.isArea = isArea
    self.points = points
  }
}

extension GroundLine.Kind {
  /// Creates the kind that tags of OpenStreetMap name; `nil` when they name none.
  init?(tags tag: (String) -> String?) {
    if let road = tag("highway") {
      self = Self.isPath(road) ? .path : .road
    } else if tag("railway") != nil {
      self = .road
    } else if tag("barrier") != nil || tag("natural") == "tree_row" {
      self = .hedge
    } else if tag("waterway") != nil || tag("natural") == "water" {
      self = .water
    } else if tag("building") != nil {
      self = .house
    } else {
      return nil
    }
  }

  /// Creates the kind of a layer in vector tiles, by its name, and of a class there; `nil` for a
  /// layer that is not drawn.
  ///
  /// The layers are those of OpenMapTiles, Shortbread, Protomaps and Mapbox Streets, and those of
  /// `board/map`.
  init?(layer: String, class name: String?) {
    switch layer {
    case "transportation", "roads", "streets", "road":
      self = name.map(Self.isPath) == true ? .path : .road
    case "path", "paths": self = .path
    case "barrier", "barriers", "hedge", "hedges": self = .hedge
    case "water", "ocean", "waterway", "water_polygons", "water_lines", "physical_line":
      self = .water
    case "building", "buildings", "house": self = .house
    // Lines without a tag in the GeoJSON that `board/map` converted.
    case "lines": self = .other
    default: return nil
    }
  }

  private static func isPath(_ road: String) -> Bool {
    ["footway", "path", "track", "steps", "bridleway", "cycleway", "pedestrian"].contains(road)
  }
}
