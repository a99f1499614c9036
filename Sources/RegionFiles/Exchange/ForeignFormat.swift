internal import Notation

/// A format of other programs that is not read, with the command that converts it.
struct ForeignFormat: Hashable {
  /// The format, with its article.
  let noun: String

  /// What to do; `IN` and `OUT` stand for the file and for the converted one.
  let remedy: String

  private init(_ noun: String, _ remedy: String) {
    self.noun = noun
    self.remedy = remedy
  }

  /// The problem of a file in this format.
  ///
  /// - Parameter isPacked: Whether the file is in an archive.
  func problem(of file: String, isPacked: Bool = false) -> Problem {
    let name =
      isPacked ? String(file.split(separator: "/").last ?? "") : file == "-" ? "FILE" : file
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    let end = noun.contains("packed") ? "" : ".geojson"
    let other = remedy.contains("-o gpx") ? ".gpx" : end
    // The name of a file of JSON may end like that of the converted one.
    let out = stem + other == name ? stem + "-regions" + other : stem + other
    let command = remedy.replacing(#/\b(?:IN|OUT)\b/#) { match in
      Self.word(match.0 == "IN" ? name : out)
    }
    return Problem(
      file: file, wrong: "this is \(noun), which is not read",
      remedy: (isPacked ? "unpack the archive; then: " : "") + command)
  }

  /// The problem of an archive that has a file of this format.
  func problem(with name: String, in file: String) -> Problem {
    var problem = problem(of: "\(file)/\(name)", isPacked: true)
    problem.file = file
    problem.wrong = "there is \(noun) in this zip archive, which is not read"
    return problem
  }

  /// A file name as a shell reads it.
  private static func word(_ name: String) -> String {
    let name = name.hasPrefix("-") ? "./" + name : name
    let isPlain = name.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "._/+-,=@%".unicodeScalars.contains(scalar)
    }
    return isPlain ? name : "'\(name.replacing("'", with: #"'\''"#))'"
  }

  // MARK: Formats

  private static func ogr(_ noun: String, _ more: String = "-t_srs EPSG:4326 ") -> ForeignFormat {
    ForeignFormat(noun, "ogr2ogr -f GeoJSON \(more)OUT IN")
  }

  private static func babel(_ noun: String, _ format: String) -> ForeignFormat {
    ForeignFormat(noun, "gpsbabel -i \(format) -f IN -o gpx -F OUT")
  }

  private static let shapefile = ogr("a shapefile")
  private static let geoPackage = ogr("a GeoPackage")
  private static let fit = babel("a FIT of Garmin", "garmin_fit")
  private static let tcx = babel("a TCX of Garmin", "gtrnctr")
  private static let csv = table(east: "lon*", north: "lat*")

  /// A table with these columns.
  private static func table(east: String, north: String, _ more: String = "") -> ForeignFormat {
    let columns = ["X_POSSIBLE_NAMES=\(east)", "Y_POSSIBLE_NAMES=\(north)"]
    return ogr(
      "a table",
      more + columns.map { "-oo '\($0)' " }.joined() + "-oo AUTODETECT_TYPE=YES ")
  }

  /// Titles of columns with a longitude, and beginnings of further ones.
  private static let easts = ["x", "lon", "lng", "long", "länge", "laenge", "longitud"]

  /// The same for latitudes.
  private static let norths = ["y", "lat", "breite", "latitud"]

  /// Recognises a table by the cells of its first line.
  private init?(cells: [String]) {
    func column(_ titles: [String]) -> String? {
      cells.first { titles.contains($0.lowercased()) }
        ?? cells.first { cell in
          titles.contains { $0.count > 2 && cell.lowercased().hasPrefix($0) }
        }
    }
    if let east = column(Self.easts), let north = column(Self.norths), !(east + north).contains("'")
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

  /// Recognises a format by the first bytes of a file.
  init?(_ bytes: [UInt8]) {
    func begins(_ text: String, at place: Int = 0) -> Bool {
      bytes.dropFirst(place).starts(with: Array(text.utf8))
    }
    let packed: [([UInt8], String, String)] = [
      ([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], "packed by xz", "xz -dk IN"),
      ([0x28, 0xb5, 0x2f, 0xfd], "packed by zstd", "zstd -d IN"),
      (Array("BZh".utf8), "packed by bzip2", "bunzip2 -k IN"),
      ([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], "a packed 7z archive", "7z x IN"),
      (Array("Rar!".utf8), "a packed RAR archive", "unar IN"),
    ]
    if let found = packed.first(where: { bytes.starts(with: $0.0) }) {
      self.init(found.1, found.2)
    } else if begins("ustar", at: 257) {
      self.init("a packed tar archive", "tar -xf IN")
    } else if bytes.starts(with: [0, 0, 0x27, 0x0a]) {
      self = Self.shapefile
    } else if begins("SQLite format 3\0") {
      self =
        begins("GPKG", at: 68) || begins("GP1", at: 68)
        ? Self.geoPackage : Self.ogr("an SQLite database")
    } else if begins("fgb") {
      self = Self.ogr("a FlatGeobuf")
    } else if begins("PAR1") {
      self = Self.ogr("a GeoParquet")
    } else if begins(".FIT", at: 8) {
      self = Self.fit
    } else if begins("MsRcf") {
      self = Self.babel("a GDB of MapSource", "gdb")
    } else {
      return nil
    }
  }

  /// Recognises a format by the ending of a file's name.
  init?(ending: String) {
    switch ending {
    case "shp": self = Self.shapefile
    case "gpkg": self = Self.geoPackage
    case "csv": self = Self.csv
    case "fit": self = Self.fit
    case "tcx": self = Self.tcx
    default: return nil
    }
  }

  /// Recognises XML by the name of its outermost element.
  init?(root: String) {
    switch root {
    case "osm":
      self.init(
        "an extract of OpenStreetMap",
        "ogr2ogr -f GeoJSON OUT IN multipolygons (or lines, or points)")
    case "FeatureCollection": self = Self.ogr("GML")
    case "TrainingCenterDatabase": self = Self.tcx
    case "loc": self = Self.babel("a list of geocaches", "geo")
    default: return nil
    }
  }

  /// Recognises a text that is neither JSON nor XML.
  init?(text: String) {
    let first = String(text.prefix { !$0.isNewline }.prefix(2000))
    let cells = first.split { ",;\t\"".contains($0) }.map { String($0.drop(while: \.isWhitespace)) }
    let names = cells.map { $0.lowercased() }
    // PostGIS writes the number of the system before it.
    let wkt =
      #/(?:SRID=4326;)?(?:MULTI)?(?:POINT|LINESTRING|POLYGON)\s*(?:Z|M|ZM)?\s*\(.*\)/#
    if first.hasPrefix("$G") || first.hasPrefix("!AIVDM") {
      self = Self.babel("NMEA", "nmea")
    } else if first.hasPrefix("QGC WPL") {
      self.init(
        "a mission of QGroundControl", "draw its fence as a polygon, and save that as KML")
    } else if first.hasPrefix("OziExplorer") {
      self = Self.babel("a file of OziExplorer", "ozi")
    } else if first.wholeMatch(of: wkt) != nil {
      self.init(
        "WKT",
        #"(echo id,WKT; sed 's/^SRID=[0-9]*;//; s/.*/1,"&"/' IN) > IN.csv; "#
          + "ogr2ogr -f GeoJSON OUT IN.csv")
    } else if let column = names.first(where: { ["wkt", "geom", "the_geom"].contains($0) }) {
      self = Self.ogr("a table with WKT", "-oo GEOM_POSSIBLE_NAMES=\(column) ")
    } else if let table = ForeignFormat(cells: cells) {
      self = table
    } else {
      return nil
    }
  }

  /// Recognises JSON by its members.
  init?(json root: JSONSource) {
    let first = root.elements?.first ?? root["geofences"]?.elements?.first ?? root
    let feature = root["features"]?.elements?.first
    if root["type"]?.text == "Topology" {
      self = Self.ogr("TopoJSON", "")
    } else if root["geometryType"]?.text?.hasPrefix("esri") == true
      || feature?["attributes"]?.members != nil && feature?["geometry"]?["type"] == nil
    {
      self = Self.ogr("the JSON of Esri")
    } else if root["fileType"]?.text == "Plan" {
      self.init("a plan of QGroundControl", "jq '\(Self.plan)' IN > OUT")
    } else if let area = first["area"]?.text,
      ["CIRCLE", "POLYGON", "LINESTRING"].contains(where: { area.hasPrefix($0) })
    {
      self.init("a list of Traccar's geofences", "jq '\(Self.traccar)' IN > OUT")
    } else if root["elements"]?.elements != nil, root["version"] != nil {
      self.init("the JSON of Overpass", "osmtogeojson IN > OUT")
    } else if root["locations"]?.elements != nil || root["timelineObjects"]?.elements != nil {
      self = Self.babel("a history of Google", "googletakeout")
    } else if let system = Self.otherSystem(of: root) {
      self = Self.ogr("GeoJSON in \(system)")
    } else if root["crs"] == nil, Self.first(in: root).allSatisfy({ abs($0) > 1000 }) {
      self.init(
        "GeoJSON in metres of a system that it does not name",
        "for that of web maps: ogr2ogr -f GeoJSON -s_srs EPSG:3857 -t_srs EPSG:4326 OUT IN")
    } else if let kind = root["class"]?.text, ["VERSION", "TPV", "SKY", "DEVICES"].contains(kind) {
      self.init("a recording of gpsd", "picket regions add NAME --walk --capture IN")
    } else {
      return nil
    }
  }

  /// The name of a coordinate system whose numbers are not degrees, as it is given before RFC 7946.
  private static func otherSystem(of root: JSONSource) -> String? {
    guard let name = root["crs"]?["properties"]?["name"]?.text, !name.hasSuffix("CRS84"),
      !name.hasSuffix(":4326")
    else { return nil }
    guard first(in: root).contains(where: { abs($0) > Candidate.farthest }) else { return nil }
    return name.replacing("urn:ogc:def:crs:", with: "").replacing("::", with: ":")
  }

  /// The two numbers of the first position; zeros without one.
  private static func first(in root: JSONSource) -> [Double] {
    var place = root["features"]?.elements?.first?["geometry"]?["coordinates"]
    while let inner = place?.elements?.first, inner.elements != nil { place = inner }
    let numbers = (place?.json?.array ?? []).prefix(2).map { $0.number ?? 0 }
    return numbers.count == 2 ? numbers : [0, 0]
  }

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
