import RegionFiles
import Testing

/// Gates, which are lines without a width.
struct ImportedGateTests {
  private static let file = """
    {"type":"FeatureCollection","features":[
    {"type":"Feature","id":"gate","properties":{"gate":true,"heading":[350,10]},
    "geometry":{"type":"LineString","coordinates":[[10,50],[10.001,50]]}},
    {"type":"Feature","id":"loop","properties":{"gate":true},
    "geometry":{"type":"LineString","coordinates":[[10,50],[10.01,50],[10.01,50.01],[10,50]]}}]}
    """

  @Test(arguments: [nil, 10.0], [nil, RegionImport.LineUse.area])
  func gateStaysAGate(width: Double?, use: RegionImport.LineUse?) throws {
    let document = try RegionsDocument(Self.file, file: "f")
    for text in [
      Self.file, GPXWriter.text(of: document), KMLWriter.text(of: document),
    ] {
      let file = try ImportedFile(Array(text.utf8)) { ($0.width, $0.lineUse) = (width, use) }
      #expect(file.problems.isEmpty)
      #expect(file.regions == ["gate", "loop"])
      for (old, new) in zip(document.features, file.document.features) {
        #expect(new["geometry"] == old["geometry"])
        let properties = new["properties"]
        #expect(properties?["gate"] == .leaf("true"))
        #expect(properties?["width"] == nil)
      }
    }
  }
}
