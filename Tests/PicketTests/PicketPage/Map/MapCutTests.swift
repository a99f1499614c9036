import Notation
@testable import PicketPage
import Testing

struct MapCutTests {
  @Test func latitudeComesFirst() {
    // osmium has longitude first.
    #expect(MapArea("51.4,-0.2,51.6,0.1")?.text == "-0.2,51.4,0.1,51.6")
    #expect(MapArea("51.4, -0.2, 51.6, 0.1")?.text == "-0.2,51.4,0.1,51.6")
    for text in [
      "", "1,2,3", "1,2,3,4,5", "1,2,x,4", "3,2,1,4", "1,4,3,2", "1,2,1,4", "0,-181,1,0",
      "-91,0,1,1", "0,nan,1,1", "0,inf,1,1", "1,2,,4",
    ] {
      #expect(MapArea(text) == nil, "\(text)")
    }
  }

  @Test(arguments: [
    ("100,10,101,11", "write latitude first: --area 10,100,11,101"),
    ("47.1,15.5,47.0,15.4", "write the corner in the south-west first: --area 47.0,15.4,47.1,15.5"),
    ("47,15,48", "give the latitude and longitude of"), ("a,b,c,d", "give the latitude and"),
  ])
  func remedyIsInTheWordsTyped(text: String, words: String) {
    #expect(MapArea(text) == nil)
    #expect(MapArea.remedy(for: text).hasPrefix(words))
  }

  @Test func surroundingsContainAllRegions() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","id":"a","properties":{"radius":1000},
      "geometry":{"type":"Point","coordinates":[15,47]}},
      {"type":"Feature","id":"b","properties":{},"geometry":{"type":"Polygon",
      "coordinates":[[[15.1,47],[15.2,47],[15.2,47.1],[15.1,47]]]}}]}
      """, to: "regions.geojson")
    let area = try MapArea.around(regions: path, margin: 0)
    #expect(area.west < 15 - 1000 / 111_320.0 / 0.69 && area.west > 14.97)
    #expect(area.north > 47.1 && area.north < 47.12)
    let empty = try folder.write("{\"features\":[]}", to: "empty.geojson")
    let error = thrown(Problem.self) { try MapArea.around(regions: empty, margin: 1) }
    #expect(error?.description.contains("no area") == true)
  }

  @Test func toolsAndTheirPackagesAreNamed() throws {
    let area = try #require(MapArea("47,15,48,16"))
    let tiles = MapCut(area: area, source: "a b.osm.pbf", folder: "/x", format: .mbtiles)
    #expect(tiles.steps.map(\.package) == ["osmium-tool", "tilemaker"])
    #expect(tiles.steps[0].words.last == "a b.osm.pbf")
    #expect(tiles.steps[0].words.contains("15,47,16,48"))
    let lines = MapCut(area: area, source: "s", folder: "/x", format: .geojson)
    #expect(Set(lines.steps.map(\.package)) == ["osmium-tool"])
    #expect(MapCut.Format(endingOf: "a.pmtiles") == nil)
  }
}
