/// A line, an area or a named place of the ground.
package struct GroundLine: Hashable, Sendable {
  /// The kinds of lines, areas and places; each is drawn above those behind it in this list.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case place, highroad, road, rail, track, path, hedge, water, house, wood, field, other
  }

  package let kind: Kind
  /// Whether the line is the border of an area; holes run the other way round.
  package let isArea: Bool
  /// Its points; a place has one.
  package let points: [MapPlace]
  /// The name of a road or a place.
  package let name: String?

  package init(
    kind: Kind, isArea: Bool = false, points: [MapPlace], name: String? = nil
  ) {
    self.kind = kind
    self.isArea = isArea
    self.points = points
    self.name = name
  }
}

extension GroundLine.Kind {
  /// Whether names of this kind are shown.
  var isNamed: Bool { [.place, .highroad, .road, .track, .path].contains(self) }

  /// Whether areas of this kind are so pale that their edges must show them.
  var hasEdge: Bool { [.water, .wood, .field].contains(self) }

  /// Creates the kind that tags of OpenStreetMap name; `nil` when they name none.
  init?(tags tag: (String) -> String?) {
    if let road = tag("highway") {
      self = Self.kind(ofRoad: road)
    } else if tag("railway") != nil {
      self = .rail
    } else if tag("barrier") != nil || tag("natural") == "tree_row" {
      self = .hedge
    } else if tag("waterway") != nil || tag("natural") == "water" {
      self = .water
    } else if tag("building") != nil {
      self = .house
    } else if let place = tag("place"), Self.places.contains(place) {
      self = .place
    } else if let cover = tag("landuse") ?? tag("natural") ?? tag("leisure"),
      let kind = Self.kind(ofCover: cover)
    {
      self = kind
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
    case "transportation", "transportation_name", "roads", "streets", "street_labels", "road",
      "road_label":
      self = name.map(Self.kind(ofRoad:)) ?? .road
    case "highroad": self = .highroad
    case "rail", "railway", "railways": self = .rail
    case "track", "tracks": self = .track
    case "path", "paths": self = .path
    case "barrier", "barriers", "hedge", "hedges": self = .hedge
    case "water", "ocean", "waterway", "water_polygons", "water_lines", "physical_line":
      self = .water
    case "building", "buildings", "house": self = .house
    case "wood", "field": self = layer == "wood" ? .wood : .field
    case "landcover", "landuse", "land", "park", "landuse_overlay":
      guard let kind = name.flatMap(Self.kind(ofCover:)) else { return nil }
      self = kind
    case "place", "places", "place_labels", "place_label":
      guard name.map(Self.places.contains) ?? true else { return nil }
      self = .place
    // Lines without a tag in the GeoJSON that `board/map` converted.
    case "lines": self = .other
    default: return nil
    }
  }

  private static func kind(ofRoad road: String) -> GroundLine.Kind {
    switch road {
    case "track": .track
    case "footway", "path", "steps", "bridleway", "cycleway", "pedestrian": .path
    case "motorway", "trunk", "primary", "secondary", "highway", "major_road": .highroad
    case "rail", "railway", "light_rail", "tram", "narrow_gauge", "transit": .rail
    default: .road
    }
  }

  private static func kind(ofCover cover: String) -> GroundLine.Kind? {
    switch cover {
    case "wood", "forest", "scrub": .wood
    case "farmland", "farm", "meadow", "grass", "grassland", "orchard", "vineyard", "park",
      "heath", "allotments", "village_green", "recreation_ground", "crop", "pitch":
      .field
    default: nil
    }
  }

  private static let places: Set<String> = [
    "city", "town", "village", "hamlet", "suburb", "quarter", "neighbourhood", "locality",
    "isolated_dwelling", "farm", "settlement", "settlement_subdivision",
  ]
}
