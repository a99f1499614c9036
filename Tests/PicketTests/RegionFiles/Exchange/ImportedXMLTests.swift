import RegionFiles
import Testing

/// Forms of XML that people have, and that cost more than the part that is wrong.
struct ImportedXMLTests {
  private static func kml(_ content: String) -> String {
    "<kml xmlns=\"http://www.opengis.net/kml/2.2\"><Document>\n\(content)\n</Document></kml>\n"
  }

  private static let ring =
    "<LinearRing><coordinates>10,50 11,50 11,51 10,50</coordinates></LinearRing>"

  @Test(arguments: ["", "<LinearRing><coordinates> </coordinates></LinearRing>"])
  func holeWithoutOutlineIsNoRegion(_ outline: String) throws {
    let file = try ImportedFile(
      Self.kml(
        "<Placemark><name>h</name><Polygon><outerBoundaryIs>\(outline)</outerBoundaryIs>"
          + "<innerBoundaryIs>\(Self.ring)</innerBoundaryIs></Polygon></Placemark>"))
    #expect(file.shapes.isEmpty)
    #expect(file.problems == ["f:2:1: \"h\": a Polygon has no outer boundary"])
  }

  @Test func shortTrackCostsOnlyItself() throws {
    let track = "<Track><coord>10 50 0</coord></Track>"
    let line = "<Track><coord>10 50 0</coord><coord>10 50.01 0</coord></Track>"
    let file = try ImportedFile(
      Self.kml("<Placemark><name>t</name><MultiTrack>\(track)\(line)</MultiTrack></Placemark>"))
    #expect(file.shapes == ["t: corridor 10 m wide, 1112 m long, from placemark \"t\""])
    #expect(
      file.problems
        == ["f:2:1: \"t\": line 1 of 2 has fewer than 2 positions; remove it"])
  }

  @Test(arguments: [
    ("a < b", "a-b", "each < that begins no element was read as &lt;"),
    ("a\u{3}b\u{1b}", "ab", "2 control characters were left out"),
  ])
  func strayCharacterIsNoEnd(_ name: String, _ region: String, _ notice: String) throws {
    let point = "<Point><coordinates>10,50</coordinates></Point>"
    let file = try ImportedFile(Self.kml("<Placemark><name>\(name)</name>\(point)</Placemark>"))
    #expect(file.regions == [region])
    #expect(file.notices == ["f: warning: \(notice)"])
  }

  @Test func pointsWithoutFixAreLeftOut() throws {
    let points = [("0", "0"), ("0.0", "0.000"), ("50", "10"), ("50.01", "10")].map {
      "<trkpt lat=\"\($0)\" lon=\"\($1)\"/>"
    }
    let file = try ImportedFile(
      "<gpx><trk><name>t</name><trkseg>\(points.joined())</trkseg></trk></gpx>")
    #expect(file.shapes == ["t: corridor 10 m wide, 1112 m long, from track \"t\""])
    #expect(
      file.notices == [
        "f: warning: 2 points were left out of track \"t\": latitude and longitude are 0, as without a "
          + "fix"
      ])
  }

  @Test func positionsWithoutFixAreLeftOutOfATrack() throws {
    func track(_ places: String...) -> String {
      "<Track>\(places.map { "<coord>\($0)</coord>" }.joined())</Track>"
    }
    let file = try ImportedFile(
      Self.kml(
        "<Placemark><name>t</name><MultiTrack>\(track("0 0 0", "10 50 0", "10 50.01 0"))"
          + "\(track("0.0 0"))</MultiTrack></Placemark>"))
    #expect(file.shapes == ["t: corridor 10 m wide, 1112 m long, from placemark \"t\""])
    #expect(
      file.notices == [
        "f: warning: 2 points were left out of track \"t\": latitude and longitude are 0, as without a "
          + "fix"
      ])
    // A track in the Gulf of Guinea passes there.
    let near = track("0 0 0", "0.01 0 0", "0.02 0 0")
    let kept = try ImportedFile(Self.kml("<Placemark><name>t</name>\(near)</Placemark>"))
    #expect(kept.notices.isEmpty && kept.positions().count == 9)
  }

  @Test func joinedDocumentsAreNamed() throws {
    let one = "<gpx>\n<wpt lat=\"50\" lon=\"10\"><name>a</name></wpt></gpx>\n"
    #expect(
      ImportedFile.refusal(of: Array((one + one).utf8))?
        .hasSuffix("one after the other; import each from a file of its own") == true)
  }

  @Test func bareAmpersandIsRead() throws {
    let file = try ImportedFile(
      Self.kml(
        "<Placemark><name>A & B &amp; C&D</name><description><![CDATA[E & F]]></description>"
          + "<Point><coordinates>10,50</coordinates></Point></Placemark>"))
    #expect(file.shapes == ["a-b-c-d: circle of 20 m, from placemark \"A & B & C&D\""])
    #expect(file.notices == ["f: warning: each & that begins no entity was read as &amp;"])
    #expect(file.document.text.contains(#""note": "E & F""#))
  }
}
