import Base
import RegionFiles
import Testing

/// One point, line, hole or part that cannot be used costs only itself.
struct UnusablePartTests {
  // MARK: Points

  private static func track(_ points: [String]) -> String {
    let points = points.map { "<trkpt \($0)/>" }.joined(separator: "\n")
    return "<gpx><trk><name>Ditch</name><trkseg>\n\(points)\n</trkseg></trk></gpx>"
  }

  private static let good = (0..<4).map { "lat=\"50\" lon=\"10.000\($0)\"" }

  @Test(arguments: [
    ("lat=\"100.0\" lon=\"180.0\"", "lat 100 is out of range"),
    ("lat=\"91\" lon=\"181\"", "lat 91 is out of range"),
    ("lat=\"50\" lon=\"541\"", "lon 541 is out of range"),
    ("lat=\"NaN\" lon=\"NaN\"", "lon is \"NaN\", which is not a number"),
    ("lat=\"\" lon=\"10\"", "lat is \"\", which is not a number"), ("lon=\"10\"", "lat is missing"),
  ])
  func unusablePointOfATrackIsLeftOut(_ point: String, _ reason: String) throws {
    var points = Self.good
    points.insert(point, at: 2)
    let found = try ImportedFile(Self.track(points))
    #expect(found.problems.isEmpty)
    #expect(found.positions().count == 8)
    #expect(
      found.notices
        == ["f: warning: 1 point was left out of track \"Ditch\": \(reason) (line 4)"])
  }

  @Test func trackWithoutUsablePointsIsRefused() throws {
    let found = try ImportedFile(Self.track(["lat=\"95\" lon=\"10\"", "lat=\"96\" lon=\"10\""]))
    #expect(
      found.problems
        == ["f:2:1: \"Ditch\": lat 95 is out of range; lat and lon look swapped: swap them"])
  }

  @Test func unusablePointsAreCounted() throws {
    let bad = "lat=\"100\" lon=\"180\""
    let found = try ImportedFile(Self.track([bad] + Self.good + [bad, bad]))
    #expect(found.positions().count == 8)
    #expect(
      found.notices == [
        "f: warning: 3 points were left out of track \"Ditch\": the first because lat 100 is out of "
          + "range (line 2)"
      ])
  }

  private static func placemark(_ shape: String) -> String {
    "<kml><Placemark><name>Walk</name>\(shape)</Placemark></kml>"
  }

  @Test(arguments: [
    "<LineString><coordinates>10,50 10.001,95 10.002,50 10.003,50</coordinates></LineString>",
    "<LineString><coordinates>10,50 NaN,NaN 10.002,50 10.003,50</coordinates></LineString>",
    "<LineString><coordinates>10,50,0 0,0,0 10.002,50,0 10.003,50,0</coordinates></LineString>",
    "<Track><coord>10 50 0</coord><coord>180 100 0</coord><coord>10.002 50 0</coord><coord>10.003 50 "
      + "0</coord></Track>",
    "<Track><coord>10 50</coord><coord>nan nan</coord><coord>10.002 50</coord><coord>10.003 50"
      + "</coord></Track>",
  ])
  func unusablePointOfKMLIsLeftOut(_ shape: String) throws {
    let found = try ImportedFile(Self.placemark(shape))
    #expect(found.problems.isEmpty)
    #expect(found.positions().filter { $0 > 1 } == [10, 50, 10.002, 50, 10.003, 50])
    #expect(found.notices.count == 1)
    #expect(found.notices.first?.contains("1 point was left out of") == true)
  }

  @Test func noPlaceIsLeftOutOfEachLine() throws {
    let route =
      "<gpx><rte><name>Walk</name><rtept lat=\"0\" lon=\"0\"/><rtept lat=\"50\" lon=\"10\"/>"
      + "<rtept lat=\"50\" lon=\"10.1\"/></rte></gpx>"
    let line =
      #"{"type":"Feature","properties":{"name":"Walk"},"geometry":{"type":"LineString","#
      + #""coordinates":[[0,0],[10,50],[10.1,50]]}}"#
    for (text, noun) in [(route, "route"), (line, "feature")] {
      let found = try ImportedFile(text)
      #expect(found.positions() == [10, 50, 10.1, 50])
      #expect(
        found.notices == [
          "f: warning: 1 point was left out of \(noun) \"Walk\": latitude and longitude are 0, as "
            + "without a fix"
        ])
    }
  }

  @Test func lineNearTheNullIslandIsWhole() throws {
    let found = try ImportedFile(
      Self.placemark("<LineString><coordinates>0,0 0.5,0.5 0.6,0.5</coordinates></LineString>"))
    #expect(found.positions() == [0, 0, 0.5, 0.5, 0.6, 0.5])
    #expect(found.notices.isEmpty)
  }

  // MARK: Parts

  private static let line = "<LineString><coordinates>10,50 10.001,50</coordinates></LineString>"

  @Test(arguments: [
    "<LineString><coordinates></coordinates></LineString>",
    "<LineString><coordinates>10,50</coordinates></LineString>",
    "<Point><coordinates/></Point>", "<Polygon/>", "<Model/>",
    "<Track><coord>10 50 0</coord></Track>",
  ])
  func badPartCostsThatPart(_ part: String) throws {
    let found = try ImportedFile(
      Self.placemark("<MultiGeometry>\(Self.line)\(part)\(Self.line)</MultiGeometry>"))
    #expect(found.regions == ["walk"])
    #expect(found.positions() == [10, 50, 10.001, 50, 10, 50, 10.001, 50])
    #expect(found.problems.count == 1)
    #expect(found.problems.first?.hasPrefix("f:1:1: \"Walk\": ") == true)
  }

  private static let ring = "[[10,50],[10.01,50],[10.01,50.01],[10,50]]"

  private static let flatParts = [
    (
      "[[\(ring)],[[[10,50],[10.01,50],[10.02,50],[10,50]]]]",
      "polygon 2 of 2 has no area; remove it"
    ),
    ("[[\(ring)],[[]]]", "polygon 2 of 2 has no area; remove it"),
    ("[[\(ring)],[]]", "polygon 2 of 2 is empty; remove it"),
    (
      "[[\(ring),[[10.005,50.002],[10.006,50.002],[10.007,50.002],[10.005,50.002]]]]",
      "a hole of polygon 1 of 1 has no area; remove the hole"
    ),
    ("[[\(ring),[]]]", "a hole of polygon 1 of 1 is empty; remove the hole"),
  ]

  @Test(arguments: flatParts)
  func flatPartCostsThatPart(_ coordinates: String, _ words: String) throws {
    let found = try ImportedFile(
      #"{"type":"Feature","properties":{"name":"Field"},"geometry":{"type":"MultiPolygon","#
        + #""coordinates":\#(coordinates)}}"#)
    let isNamed = words.replacing("has no area", with: "is empty")
    #expect([["f: \"Field\": \(words)"], ["f: \"Field\": \(isNamed)"]].contains(found.problems))
    #expect(found.positions().count == 8)
  }

  @Test func nearlyClosedRingIsClosed() throws {
    let found = try ImportedFile(
      #"{"type":"Feature","properties":{"name":"Field"},"geometry":{"type":"Polygon","#
        + #""coordinates":[[[10,50],[10.01,50],[10.01,50.01],[10.000002,50.000002]]]}}"#)
    #expect(found.problems.isEmpty)
    #expect(found.positions() == [10, 50, 10.01, 50, 10.01, 50.01, 10, 50])
    #expect(
      found.notices
        == ["f: warning: a ring of feature \"Field\" that was open by 0.26 m was closed"])
  }

  @Test func openRingIsRefused() throws {
    let found = try ImportedFile(
      #"{"type":"Feature","properties":{"name":"Field"},"geometry":{"type":"Polygon","#
        + #""coordinates":[[[10,50],[10.01,50],[10.01,50.01],[10.0002,50]]]}}"#)
    #expect(found.problems.first?.hasPrefix("f: \"Field\": ") == true)
    #expect(found.problems.first?.contains("is not closed") == true)
  }

  // MARK: Positions of KML

  @Test(arguments: [
    ("9,25,48,5", "\"9,25,48,5\" has decimal commas"),
    ("9,2512,48,5123", "\"9,2512,48,5123\" has decimal commas"),
    ("9,25,48,5,0", "\"9,25,48,5,0\" has decimal commas"),
    ("-9,25,48,5,120,5", "\"-9,25,48,5,120,5\" has decimal commas"),
    ("9,25 48,5", "a Point has 2 positions; write decimal points"),
    ("9,25, 48,5", "\"9,25,\" ends with a comma"),
    ("10.1,50.0,", "\"10.1,50.0,\" ends with a comma"),
    ("10.1,50.0,,", "\"10.1,50.0,,\" ends with a comma"),
    ("10.1;50.0", "\"10.1;50.0\" is not a position"),
  ])
  func mistakenPositionIsNamed(_ text: String, _ words: String) throws {
    let found = try ImportedFile(
      Self.placemark("<Point><coordinates>\(text)</coordinates></Point>"))
    let problem = try #require(found.problems.first)
    #expect(
      problem.hasPrefix("f:1:1: \"Walk\": \(words)") || problem.contains("has decimal commas"))
  }

  @Test(arguments: [
    ("10.5, 50.2, 0", [10.5, 50.2, 0]), ("10.5,50.2,0,7", [10.5, 50.2, 0, 7]),
    ("10.5 ,50.2 ,0", [10.5, 50.2, 0]), ("10.5, 50.2", [10.5, 50.2]), ("10,50", [10, 50]),
    ("10,50,0", [10, 50, 0]), ("10.5,50.2, 0", [10.5, 50.2, 0]),
  ])
  func positionWithSpacesIsRead(_ text: String, _ numbers: [Double]) throws {
    let found = try ImportedFile(
      Self.placemark("<Point><coordinates>\(text)</coordinates></Point>"))
    #expect(found.positions() == numbers, "\(found.problems)")
  }

  @Test func spacesInALineAreRead() throws {
    let found = try ImportedFile(
      Self.placemark(
        "<LineString><coordinates>10.5, 50.2, 0\n10.6, 50.3, 0</coordinates></LineString>"))
    #expect(found.positions() == [10.5, 50.2, 0, 10.6, 50.3, 0])
  }

  @Test func fourthNumberOfWholeNumbersNeedsHeights() throws {
    let found = try ImportedFile(
      Self.placemark(
        "<LineString><coordinates>10,50,0,1 10.5,50.5,0,2</coordinates></LineString>"))
    #expect(found.positions() == [10, 50, 0, 1, 10.5, 50.5, 0, 2])
  }

  @Test func lineWithDecimalCommasIsRefused() throws {
    let found = try ImportedFile(
      Self.placemark(
        "<LineString><coordinates>9,25,48,5 9,26,48,5 9,27,48,6</coordinates></LineString>"))
    #expect(found.regions.isEmpty)
    #expect(found.problems.first?.contains("has decimal commas") == true)
  }
}
