/// Tables and coordinate systems, whose ways depend on what is in the file.
extension ForeignFormat {
  static let csv = table(east: "lon*", north: "lat*")

  /// A table with these columns.
  private static func table(east: String, north: String, _ more: String = "") -> ForeignFormat {
    let columns = ["X_POSSIBLE_NAMES=\(east)", "Y_POSSIBLE_NAMES=\(north)"]
    return ForeignFormat(
      "a table", [],
      ogr(more + columns.map { "-oo '\($0)' " }.joined() + "-oo AUTODETECT_TYPE=YES "))
  }

  /// Titles of columns with a longitude, and beginnings of further ones.
  private static let easts = ["x", "lon", "lng", "long", "länge", "laenge", "longitud"]

  /// The same for latitudes.
  private static let norths = ["y", "lat", "breite", "latitud"]

  /// Recognises a table by its first line.
  init?(table first: String) {
    let cells = first.split { ",;\t\"".contains($0) }.map { String($0.drop(while: \.isWhitespace)) }
    func column(_ titles: [String]) -> String? {
      cells.first { titles.contains($0.lowercased()) }
        ?? cells.first { cell in
          titles.contains { $0.count > 2 && cell.lowercased().hasPrefix($0) }
        }
    }
    let geometries: Set = ["wkt", "geom", "the_geom"]
    if let column = cells.map({ $0.lowercased() }).first(where: geometries.contains) {
      self.init("a table with WKT", [], Self.ogr("-oo GEOM_POSSIBLE_NAMES=\(column) "))
    } else if let east = column(Self.easts), let north = column(Self.norths),
      !(east + north).contains(where: { $0 == "'" })
    {
      let isUsual = east.lowercased().hasPrefix("lon") && north.lowercased().hasPrefix("lat")
      self = isUsual ? Self.csv : Self.table(east: east, north: north)
    } else if cells.count > 1, let north = Double(cells[0]), let east = Double(cells[1]),
      abs(north) <= 90, abs(east) <= 180
    {
      // A list without titles; most people write the latitude first.
      self = Self.table(east: "field_2", north: "field_1", "-oo HEADERS=NO ")
    } else {
      return nil
    }
  }

  /// Recognises GeoJSON whose numbers are not degrees.
  init?(systemOf root: JSONSource) {
    let first = Self.first(in: root)
    if let name = root["crs"]?["properties"]?["name"]?.text, !name.hasSuffix("CRS84"),
      !name.hasSuffix(":4326"), first.contains(where: { abs($0) > 540 })
    {
      let system = name.replacing("urn:ogc:def:crs:", with: "").replacing("::", with: ":")
      self.init("GeoJSON in \(system)", [], Self.ogr())
    } else if root["crs"] == nil, first.allSatisfy({ abs($0) > 1000 }) {
      self.init(
        "GeoJSON in metres of a system that it does not name", [],
        .shell(
          "for that of web maps: ogr2ogr -f GeoJSON -s_srs EPSG:3857 -t_srs EPSG:4326 OUT IN"))
    } else {
      return nil
    }
  }

  /// The two numbers of the first position; zeros without one.
  private static func first(in root: JSONSource) -> [Double] {
    var place = root["features"]?.elements?.first?["geometry"]?["coordinates"]
    while let inner = place?.elements?.first, inner.elements != nil { place = inner }
    let numbers = (place?.json?.array ?? []).prefix(2).map { $0.number ?? 0 }
    return numbers.count == 2 ? numbers : [0, 0]
  }
}
