import Geofence
@testable import PicketPage
import RegionFiles
import Testing

/// The borders of bands that a phone draws.
struct BandOutlinesTests {
  private static let ring = "[14,46],[14.01,46],[14.01,46.007],[14,46.007],[14,46]"
  private static let hole =
    "[14.003,46.002],[14.007,46.002],[14.007,46.005],[14.003,46.005],[14.003,46.002]"

  private static func feature(_ id: String, _ properties: String, _ geometry: String = "null")
    -> String
  {
    #"{"type":"Feature","id":"\#(id)","properties":{\#(properties)},"geometry":\#(geometry)}"#
  }

  private static let bases = [
    feature("zone", #""radius":60"#, #"{"type":"Point","coordinates":[14,46]}"#),
    feature("field", "", #"{"type":"Polygon","coordinates":[[\#(ring)],[\#(hole)]]}"#),
    feature("ditch", #""width":12"#, #"{"type":"LineString","coordinates":[[14,46],[14.01,46]]}"#),
  ]

  private static func regions(_ bands: [String]) -> [Region] {
    let features = (bases + bands).joined(separator: ",")
    let text = #"{"type":"FeatureCollection","features":[\#(features)]}"#
    let found = RegionsFile.check(text, file: "r", rules: RegionRules(RegionSettings()))
    #expect(found.problems.isEmpty, "\(found.problems)")
    return found.regions
  }

  private static func band(_ id: String, _ border: String, _ offset: Int) -> String {
    feature(id, #""border":"\#(border)","offset":\#(offset)"#)
  }

  /// The drawn bands, read as a file of regions.
  private static func drawn(_ text: String) -> [Region] {
    RegionsFile.check(text, file: "outlines", rules: RegionRules(RegionSettings())).regions
  }

  @Test func circlesAndCorridorsKeepTheirKind() {
    let regions = Self.regions([Self.band("far", "zone", 500), Self.band("core", "ditch", -2)])
    var outlines = BandOutlines()
    let drawn = Self.drawn(outlines.text(of: regions).text)
    #expect(drawn.map(\.id) == ["far", "core"])
    #expect(drawn.map(\.shape) == regions.suffix(2).map(\.shape))
  }

  @Test(arguments: [(60, 2), (-40, 2), (300, 1)])
  func outlinesAreFlatOnAScreen(_ offset: Int, _ rings: Int) throws {
    let regions = Self.regions([Self.band("moat", "field", offset)])
    var outlines = BandOutlines()
    let drawn = try #require(Self.drawn(outlines.text(of: regions).text).first)
    let band = try #require(regions.last)
    #expect(drawn.shape.chains.count == rings)
    let corners = Array(drawn.shape.chains.joined())
    #expect(corners.count < 200)
    for corner in corners { #expect(abs(band.shape.depth(at: corner)) < 0.5) }
  }

  @Test func thousandsStayShort() {
    let bands = (1...2000).map { Self.band("band-\($0)", "zone", $0) }
    let regions = Self.regions(bands + [Self.band("moat", "field", 60)])
    var outlines = BandOutlines()
    #expect(outlines.text(of: regions).text.utf8.count < 400_000)
    let few = Self.drawn(outlines.text(of: regions, mostCorners: 5).text)
    #expect(few.map(\.id) == (1...5).map { "band-\($0)" })
  }

  @Test func regionsWithoutBandsHaveNone() {
    var outlines = BandOutlines()
    #expect(Self.drawn(outlines.text(of: Self.regions([])).text).isEmpty)
  }
}
