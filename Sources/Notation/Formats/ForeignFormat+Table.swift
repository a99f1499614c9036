extension ForeignFormat {
  /// The formats, each with the signs of which one is enough, and the way to one that is read.
  static let table: [ForeignFormat] = [
    .init("packed by xz", [.bytes(0, "\u{fd}7zXZ\0")], .shell("xz -dk IN")),
    .init("packed by zstd", [.bytes(0, "(\u{b5}/\u{fd}")], .shell("zstd -d IN")),
    .init("packed by bzip2", [.bytes(0, "BZh")], .shell("bunzip2 -k IN")),
    .init("a packed 7z archive", [.bytes(0, "7z\u{bc}\u{af}'\u{1c}")], .shell("7z x IN")),
    .init("a packed RAR archive", [.bytes(0, "Rar!")], .shell("unar IN")),
    .init("a packed tar archive", [.bytes(257, "ustar")], .shell("tar -xf IN")),
    .init("a shapefile", [.bytes(0, "\0\0'\n"), .ending("shp")], ogr()),
    .init("a GeoPackage", [.bytes(68, "GPKG"), .bytes(68, "GP1"), .ending("gpkg")], ogr()),
    .init("an SQLite database", [.bytes(0, "SQLite format 3\0")], ogr()),
    .init("a FlatGeobuf", [.bytes(0, "fgb")], ogr()),
    .init("a GeoParquet", [.bytes(0, "PAR1")], ogr()),
    .init("a FIT of Garmin", [.bytes(8, ".FIT"), .ending("fit")], .babel("-i garmin_fit")),
    .init("a GDB of MapSource", [.bytes(0, "MsRcf")], .babel("-i gdb")),
    .init(
      "a TCX of Garmin", [.root("TrainingCenterDatabase"), .ending("tcx")], .babel("-i gtrnctr")),
    .init("a list of geocaches", [.root("loc")], .babel("-i geo")),
    .init("an extract of OpenStreetMap", [.root("osm")], .shell(osm)),
    .init("GML", [.root("FeatureCollection")], ogr()),
    .init("GPX", [.root("gpx")], .read("\(track) makes a log of a GPX")),
    .init("KML", [.root("kml")], .read("\(track) makes a log of a GPX: \(babel("-i kml")).gpx")),
    .init("GeoJSON", [.text("{*\"FeatureCollection\"*")], .read("give regions with --regions")),
    .init("an IGC of a glider", [.text("A*\nHFDTE*"), .ending("igc")], .babel("-i igc")),
    .init("a CSV of GPSLogger", [.text("time,lat,lon,*")], .babel("-t -i unicsv")),
    .init("a log of GnssLogger without NMEA", [.text("#*Fix,Provider,*")], .advice(gnssLogger)),
    .init("NMEA", [.text("$G*"), .text("!AIVDM*")], .log(babel("-i nmea"))),
    .init("a mission of QGroundControl", [.text("QGC WPL*")], .advice(mission)),
    .init("a fence of Mission Planner", [.text("#saved by Mission Planner*")], .shell(fence)),
    .init("a file of OziExplorer", [.text("OziExplorer*")], .babel("-i ozi")),
    .init("WKT", wktBeginnings, .shell(wkt)),
    .init("TopoJSON", [.json("type=Topology")], ogr("")),
    .init("the JSON of Esri", [.json("geometryType^esri"), .json(esri)], ogr()),
    .init("a plan of QGroundControl", [.json("fileType=Plan")], .shell("jq '\(plan)' IN > OUT")),
    .init(
      "a list of Traccar's geofences", areas, .shell("jq '\(traccar)' IN > OUT")),
    .init("the JSON of Overpass", [.json("elements&version")], .shell("osmtogeojson IN > OUT")),
    .init(
      "a history of Google", [.json("locations"), .json("timelineObjects")],
      .babel("-i googletakeout")),
    .init(
      "a recording of gpsd",
      [.json("class=VERSION|TPV|SKY|DEVICES|POLL"), .text("*{\"class\":\"*")], .log(walk)),
    .init(
      "a recording of OwnTracks", [.json("_type=location"), .text("*\"_type\":\"location\"*")],
      .log(walk)),
    .init("a recording of Traccar", [.json("fixTime&latitude"), .json("0.fixTime")], .log(walk)),
    .init(
      "a list of places without radius", places, .shell("jq '\(list)' IN > OUT")),
  ]
}

/// The parts of ways that are too long for a line.
extension ForeignFormat {
  /// The way by GDAL.
  static func ogr(_ more: String = "-t_srs EPSG:4326 ") -> Way {
    .shell("ogr2ogr -f GeoJSON \(more)OUT IN")
  }

  /// The command of GPSBabel.
  static func babel(_ format: String) -> String { "gpsbabel \(format) -f IN -o gpx -F OUT" }

  static let track = "board/walks/from-gpx in Picket's sources"
  private static let walk = "picket regions add NAME --walk --capture IN"
  private static let osm = "ogr2ogr -f GeoJSON OUT IN multipolygons (or lines, or points)"
  private static let gnssLogger = "record again with its NMEA log switched on"
  private static let mission = "draw its fence as a polygon, and save that as KML"
  private static let esri = "features.0.attributes&!features.0.geometry.type"
  private static let areas: [Sign] = ["0.area", "geofences.0.area", "area"].map {
    .json("\($0)^CIRCLE|POLYGON|LINESTRING")
  }
  private static let places: [Sign] = [
    .json("0.lat&0.lng"), .json("0.lat&0.lon"), .json("0.latitude&0.longitude"),
  ]

  // PostGIS writes the number of the system before it.
  private static let wktBeginnings: [Sign] = ["", "SRID=4326;"].flatMap { system in
    ["POINT", "LINESTRING", "POLYGON"].flatMap { kind in
      ["", "MULTI"].flatMap { many in
        ["(", " (", " Z", " M"].map { .text("\(system)\(many)\(kind)\($0)*(*)*") }
      }
    }
  }

  private static let wkt =
    #"(echo id,WKT; sed 's/^SRID=[0-9]*;//; s/.*/1,"&"/' IN) > IN.csv; "#
    + "ogr2ogr -f GeoJSON OUT IN.csv"

  /// Latitude and longitude a line; the place to return to may be before the polygon.
  private static let fence =
    #"awk 'NF==2&&!/^#/{p[++n]="["$2","$1"]"}END{i=p[2]==p[n]?2:1;m=p[i]==p[n]?n-1:n;"#
    + #"printf "{\"type\":\"Polygon\",\"coordinates\":[[";for(k=i;k<=m;k++)printf "%s,",p[k];"#
    + #"print p[i]"]]}"}' IN > OUT"#

  private static let list =
    #"{type:"FeatureCollection",features:[.[]|{type:"Feature",properties:.,geometry:"#
    + #"{type:"Point",coordinates:[(.lng//.lon//.longitude|tonumber),(.lat//.latitude|tonumber)]}}]}"#

  /// Circles and polygons of a plan, with latitude first.
  private static let plan =
    #"{type:"FeatureCollection",features:[.geoFence|(.circles//[]|.[].circle"#
    + #"|{type:"Feature",properties:{radius},geometry:{type:"Point",coordinates:(.center|reverse)}}),"#
    + #"((.polygons//[]|.[].polygon),(.polygon//empty)|map(reverse)"#
    + #"|{type:"Feature",properties:{},geometry:{type:"Polygon",coordinates:[.+.[:1]]}})]}"#

  /// Circles, polygons and lines in Traccar's WKT, which has latitude first.
  private static let traccar =
    #"{type:"FeatureCollection",features:[..|objects|select(.area)"#
    + #"|[.area|scan("-?[0-9.]+")|tonumber] as $n"#
    + #"|[range(0;($n|length)-1;2)|[$n[.+1],$n[.]]] as $p|.area[:1] as $k"#
    + #"|{type:"Feature",properties:({name}+if $k=="C" then {radius:$n[2]} else {} end),"#
    + #"geometry:(if $k=="C" then {type:"Point",coordinates:$p[0]}"#
    + #" elif $k=="P" then {type:"Polygon",coordinates:[$p]}"#
    + #" else {type:"LineString",coordinates:$p} end)}]}"#
}
