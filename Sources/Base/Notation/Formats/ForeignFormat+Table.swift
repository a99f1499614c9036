extension ForeignFormat {
  /// The formats, each with the signs of which one is enough, and the way to one that is read.
  static let table: [ForeignFormat] = [
    .init("packed by xz", [.bytes(0, "\u{fd}7zXZ\0")], "xz -dk IN"),
    .init("packed by zstd", [.bytes(0, "(\u{b5}/\u{fd}")], "zstd -d IN"),
    .init("packed by bzip2", [.bytes(0, "BZh")], "bunzip2 -k IN"),
    .init("a packed 7z archive", [.bytes(0, "7z\u{bc}\u{af}'\u{1c}")], "7z x IN"),
    .init("a packed RAR archive", [.bytes(0, "Rar!")], "unar IN"),
    .init("a packed tar archive", [.bytes(257, "ustar")], "tar -xf IN"),
    .init("a shapefile", [.bytes(0, "\0\0'\n"), .ending("shp")], ogr()),
    .init("a GeoPackage", [.bytes(68, "GPKG"), .bytes(68, "GP1"), .ending("gpkg")], ogr()),
    .init("an SQLite database", [.bytes(0, "SQLite format 3\0")], ogr()),
    .init("a FlatGeobuf", [.bytes(0, "fgb")], ogr()),
    .init("a GeoParquet", [.bytes(0, "PAR1")], ogr()),
    .init("a FIT of Garmin", [.bytes(8, ".FIT"), .ending("fit")], babel("garmin_fit"), .regions),
    .init("a GDB of MapSource", [.bytes(0, "MsRcf")], babel("gdb")),
    .init(
      "a TCX of Garmin", [.root("TrainingCenterDatabase"), .ending("tcx")], babel("gtrnctr"),
      .regions),
    .init("a list of geocaches", [.root("loc")], babel("geo")),
    .init("an extract of OpenStreetMap", [.root("osm")], ogr("") + " multipolygons"),
    .init("GML", [.root("FeatureCollection")], ogr()),
    .init("KML", [.root("kml")], babel("kml"), .recording),
    .init(
      "GeoJSON", [.text("{", "\"FeatureCollection\"")], "give regions with --regions", .recording),
    .init("an IGC of a glider", [.text("A", "\nHFDTE"), .ending("igc")], babel("igc")),
    .init("a CSV of GPSLogger", [.text("time,lat,lon,")], babel("unicsv")),
    .init(
      "a log of GnssLogger without NMEA", [.text("#", "Fix,Provider,")], gnssLogger, .recording),
    .init("NMEA", [.text("$G"), .text("!AIVDM")], babel("nmea"), .regions),
    .init(
      "a mission of QGroundControl", [.text("QGC WPL")],
      "draw its fence as a polygon, and save that as KML"),
    .init("a fence of Mission Planner", [.text("#saved by Mission Planner")], page),
    .init("a file of OziExplorer", [.text("OziExplorer")], babel("ozi")),
    .init("WKT", wkt, page),
    .init("TopoJSON", [.json("type=Topology")], ogr("")),
    .init("the JSON of Esri", esri, ogr()),
    .init("a plan of QGroundControl", [.json("fileType=Plan")], page),
    .init("a list of Traccar's geofences", areas, page),
    .init("the JSON of Overpass", [.json("elements")], "osmtogeojson IN > OUT.geojson"),
    .init(
      "a history of Google", [.json("locations"), .json("timelineObjects")], babel("googletakeout")),
    .init("a recording of gpsd", gpsd, walk, .regions),
    .init(
      "a recording of OwnTracks", [.json("_type=location"), .text("", "\"_type\":\"location\"")],
      walk, .regions),
    .init("a recording of Traccar", [.json("fixTime"), .json("0.fixTime")], walk, .regions),
    .init("a list of places without radius", [.json("0.lat"), .json("0.latitude")], page),
  ]
}

extension ForeignFormat {
  /// The way by GDAL.
  static func ogr(_ more: String = "-t_srs EPSG:4326 ") -> String {
    "ogr2ogr -f GeoJSON \(more)OUT.geojson IN"
  }

  /// The way by GPSBabel.
  private static func babel(_ format: String) -> String {
    "gpsbabel -i \(format) -f IN -o gpx -F OUT.gpx"
  }

  static let page = "Regions.md has a command that converts it"
  private static let walk = "picket regions add NAME --walk --capture IN"
  private static let gnssLogger = "record again with its NMEA log switched on"
  private static let gpsd: [Sign] =
    ["VERSION", "TPV", "SKY", "DEVICES", "POLL"].map { .json("class=\($0)") }
    + [.text("", "{\"class\":\"")]
  private static let esri: [Sign] = ["geometryType=esri", "features.0.geometry.rings"].map {
    .json($0)
  }
  private static let areas: [Sign] = ["0.area", "geofences.0.area", "area"].flatMap { path in
    ["CIRCLE", "POLYGON", "LINESTRING"].map { .json("\(path)=\($0)") }
  }
  private static let wkt: [Sign] = ["POINT", "LINESTRING", "POLYGON", "MULTI", "SRID="].map {
    .text($0, "(")
  }
}
