import Base
@testable import Maps
import Testing

struct VectorTileTests {
  private static func tile() throws -> TileID {
    try #require(TileID(zoom: 14, column: 8875, row: 5736))
  }

  private static func lines(_ layers: [UInt8]...) throws -> [GroundLine] {
    try VectorTile(Array(layers.joined()), of: try tile()).lines
  }

  @Test func layersOfCommonMapsHaveTheirKinds() throws {
    let line = [(0, 0), (100, 100)]
    for (layer, tag, kind) in [
      ("transportation", ("class", "minor"), GroundLine.Kind.road),
      ("transportation", ("class", "path"), .path), ("roads", ("kind", "path"), .path),
      ("roads", ("kind", "minor_road"), .road), ("streets", ("kind", "track"), .track),
      ("waterway", ("class", "stream"), .water), ("lines", ("highway", "steps"), .path),
      ("lines", ("barrier", "hedge"), .hedge), ("building", ("class", "yes"), .house),
      ("lines", ("natural", "tree_row"), .hedge), ("lines", ("railway", "rail"), .rail),
      ("transportation", ("class", "primary"), .highroad),
      ("roads", ("kind", "highway"), .highroad),
      ("landcover", ("class", "wood"), .wood), ("landuse", ("kind", "farmland"), .field),
    ] {
      #expect(try Self.lines(MadeMaps.layer(layer, line, tag: tag)).map(\.kind) == [kind], "\(tag)")
    }
    for layer in ["boundary", "landuse", "place", "water_name"] {
      #expect(try Self.lines(MadeMaps.layer(layer, line)).isEmpty)
    }
  }

  @Test func anyByteMayBeWrong() throws {
    let whole =
      MadeMaps.layer("road", (0..<20).map { ($0 * 7, $0 * $0) }, tag: ("class", "path"))
      + MadeMaps.layer("house", [(0, 0), (9, 0), (9, 9)], isArea: true)
    let tile = try Self.tile()
    for place in whole.indices {
      for byte in [UInt8(0), 1, 0x7f, 0x80, 0xff] {
        var damaged = whole
        damaged[place] = byte
        let lines = (try? VectorTile(damaged, of: tile))?.lines ?? []
        for line in lines { _ = line.parts(on: tile) }
        _ = TileDrawing(lines, on: tile)
      }
      _ = try? VectorTile(Array(whole.prefix(place)), of: tile)
    }
  }

  @Test func tooManyPartsOrPointsAreRefused() throws {
    let tile = try Self.tile()
    let features = (0..<250_000).flatMap { _ in MadeMaps.field(2, []) }
    #expect(throws: VectorTile.Failure.tooMuch) {
      try VectorTile(MadeMaps.field(3, features), of: tile)
    }
    // A step of a point may have two bytes.
    let steps = MadeMaps.varint(400_000 << 3 | 2) + [UInt8](repeating: 1, count: 800_000)
    let layer =
      MadeMaps.field(1, Array("road".utf8))
      + MadeMaps.field(
        2, MadeMaps.field(3, 2) + MadeMaps.field(4, steps))
    #expect(throws: VectorTile.Failure.tooMuch) {
      try VectorTile(MadeMaps.field(3, layer), of: tile)
    }
    let endless =
      MadeMaps.field(1, Array("road".utf8))
      + MadeMaps.field(
        2, MadeMaps.field(3, 2) + MadeMaps.field(4, MadeMaps.varint(.max << 3 | 2) + [1, 1]))
    #expect(throws: VectorTile.Failure.damaged) {
      try VectorTile(MadeMaps.field(3, endless), of: tile)
    }
  }

  @Test func drawingIsCutToItsTile() throws {
    let tile = try Self.tile()
    let lines = try Self.lines(
      MadeMaps.layer("road", [(-1000, 2048), (2048, 2048), (2048, 9000)]),
      MadeMaps.layer(
        "water", [(-500, -500), (1000, -500), (1000, 1000), (-500, 1000)], isArea: true))
    let drawing = try #require(TileDrawing(lines, on: tile))
    #expect(
      drawing.json
        == #"{"paths":[["water fill","M0 0l1000 0l0 1000l-1000 0z"],"#
        + #"["water edge","M1000 0l0 1000l-1000 0"],"#
        + #"["road","M0 2048l2048 0l0 2048"]]}"#)
    #expect((try? JSON.parse(drawing.json)) != nil)
  }

  @Test func roadsAndPlacesHaveNames() throws {
    let tile = try Self.tile()
    let lines = [
      GroundLine(
        kind: .road, points: [tile.place(0.75, 0.5), tile.place(0.5, 0.5)], name: "Mill \"Lane\""),
      GroundLine(kind: .road, points: [tile.place(0, 0), tile.place(0.03, 0)], name: "Short"),
      GroundLine(kind: .place, points: [tile.place(0.25, 0.25)], name: "Graz"),
      GroundLine(kind: .place, points: [tile.place(1.25, 0.25)], name: "Elsewhere"),
    ]
    let drawing = try #require(TileDrawing(lines, on: tile))
    #expect(
      drawing.json.hasSuffix(
        #","names":[["place",1024,1024,0,"Graz"],["road",2560,2048,0,"Mill \"Lane\""]]}"#),
      "\(drawing.json)")
    #expect((try? JSON.parse(drawing.json)) != nil)
  }

  @Test func longRoadsHaveSeveralNames() throws {
    let tile = try Self.tile()
    let road = GroundLine(
      kind: .road, points: [tile.place(-1, 0.25), tile.place(2, 0.25)], name: "High Road")
    let drawing = try #require(TileDrawing([road], on: tile))
    for column in [683, 2048, 3413] {
      #expect(drawing.json.contains(#"["road",\#(column),1024,0,"High Road"]"#), "\(drawing.json)")
    }
  }

  @Test func namesOfAPlaceAreRead() throws {
    let place = MadeMaps.place("Graz", at: (100, 200))
    let lines = try Self.lines(place)
    #expect(lines.map(\.kind) == [.place] && lines.first?.name == "Graz")
  }

  @Test func denseTilesAreDrawnCoarser() throws {
    let tile = try Self.tile()
    var random = SeededGenerator(seed: 8)
    func dense(_ count: Int, step: Double) -> [GroundLine] {
      (0..<count).map { _ in
        var (x, y) = (
          Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random)
        )
        let points = (0..<50).map { _ in
          x += Double.random(in: -step...step, using: &random)
          y += Double.random(in: -step...step, using: &random)
          return tile.place(x, y)
        }
        return GroundLine(kind: .path, points: points)
      }
    }
    let drawing = try #require(TileDrawing(dense(4000, step: 0.002), on: tile))
    #expect(drawing.json.utf8.count <= TileDrawing.most + 100)
    #expect(TileDrawing(dense(2500, step: 0.1), on: tile) == nil)
  }

  @Test func positionsAreReadBackFromPlaces() {
    for (latitude, longitude) in [(47.0, 15.0), (-33.5, -70.1), (0, 0), (84.9, 179.9)] {
      let position = MapPlace(.init(latitude: latitude, longitude: longitude)).coordinate
      #expect(abs(position.latitude - latitude) < 1e-9)
      #expect(abs(position.longitude - longitude) < 1e-9)
    }
  }
}
