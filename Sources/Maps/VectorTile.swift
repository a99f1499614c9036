/// Reads the roads, waters, woods, houses and places of a vector tile: its specification, version 2.
struct VectorTile {
  /// The lines and areas that are drawn.
  private(set) var lines: [GroundLine] = []

  private let tile: TileID
  private var points = 0
  private var parts = 0

  /// The reason why a tile cannot be drawn.
  enum Failure: Error {
    case damaged
    case tooMuch
  }

  // The largest tiles of common maps have a tenth of these.
  private static let mostPoints = 300_000
  private static let mostParts = 200_000

  init(_ bytes: [UInt8], of tile: TileID) throws(Failure) {
    self.tile = tile
    do throws(ByteReader.Damaged) {
      var message = ProtocolBuffer(bytes[...])
      while let field = try message.next() {
        guard case .bytes(3, let bytes) = field else { continue }
        try readLayer(try Layer(bytes, &parts))
        guard parts <= Self.mostParts, points <= Self.mostPoints else { break }
      }
    } catch {
      throw .damaged
    }
    guard parts <= Self.mostParts, points <= Self.mostPoints else { throw .tooMuch }
  }

  /// A layer: its parts as they are in the file.
  private struct Layer {
    var name = ""
    var extent = 4096.0
    var features: [ArraySlice<UInt8>] = []
    var keys: [ArraySlice<UInt8>] = []
    var values: [ArraySlice<UInt8>] = []

    init(_ bytes: ArraySlice<UInt8>, _ parts: inout Int) throws(ByteReader.Damaged) {
      var message = ProtocolBuffer(bytes)
      while let field = try message.next() {
        parts += 1
        guard parts <= VectorTile.mostParts else { return }
        switch field {
        case .bytes(1, let bytes): name = String(decoding: bytes.prefix(64), as: UTF8.self)
        case .bytes(2, let bytes): features.append(bytes)
        case .bytes(3, let bytes): keys.append(bytes)
        case .bytes(4, let bytes): values.append(bytes)
        case .number(5, let number):
          guard 1...65_536 ~= number else { throw ByteReader.Damaged() }
          extent = Double(number)
        default: continue
        }
      }
    }

    /// The text of a value; `nil` for a number.
    func text(_ index: UInt64) throws(ByteReader.Damaged) -> String? {
      guard index < UInt64(values.count) else { throw ByteReader.Damaged() }
      var message = ProtocolBuffer(values[Int(index)])
      while let field = try message.next() {
        if case .bytes(1, let bytes) = field {
          return String(decoding: bytes.prefix(64), as: UTF8.self)
        }
      }
      return nil
    }
  }

  // The keys that name the kind of a feature and the feature itself, by OpenStreetMap and by the
  // makers of tiles.
  private static let tags = [
    "highway", "railway", "barrier", "natural", "waterway", "building", "landuse", "leisure",
    "place", "class", "kind", "subclass", "name", "name:latin",
  ].map { (name: $0, bytes: Array($0.utf8)) }

  private mutating func readLayer(_ layer: Layer) throws(ByteReader.Damaged) {
    let names = layer.keys.map { key in Self.tags.first { $0.bytes.elementsEqual(key) }?.name }
    for feature in layer.features {
      guard points <= Self.mostPoints else { return }
      try read(feature, layer, names)
    }
  }

  private mutating func read(
    _ feature: ArraySlice<UInt8>, _ layer: Layer, _ names: [String?]
  ) throws(ByteReader.Damaged) {
    var tags: [String: String] = [:]
    var type: UInt64 = 0
    var geometry: ArraySlice<UInt8> = []
    var message = ProtocolBuffer(feature)
    while let field = try message.next() {
      switch field {
      case .bytes(2, let bytes):
        var reader = ByteReader(bytes)
        while reader.count > 0 {
          let (key, value) = (try reader.varint(), try reader.varint())
          guard key < UInt64(names.count) else { throw ByteReader.Damaged() }
          if let name = names[Int(key)] { tags[name] = try layer.text(value) }
        }
      case .number(3, let number): type = number
      case .bytes(4, let bytes): geometry = bytes
      default: continue
      }
    }
    let kind =
      GroundLine.Kind { tags[$0] }
      ?? GroundLine.Kind(layer: layer.name, class: tags["class"] ?? tags["kind"])
      ?? GroundLine.Kind(layer: layer.name, class: tags["subclass"])
    // Type 1 is for points, 2 for lines, 3 for areas. Names of roads are points in some maps.
    guard let kind, (1...3).contains(type) else { return }
    let name = kind.isNamed ? (tags["name"] ?? tags["name:latin"]) : nil
    guard (type == 1) == (kind == .place), kind != .place || name != nil else { return }
    let isLabel = ["transportation_name", "street_labels", "road_label"].contains(layer.name)
    guard !isLabel || name != nil else { return }
    try draw(
      geometry,
      GroundLine(
        kind: kind, isArea: type == 3, points: [], name: name.map(Attribution.plain)),
      layer.extent)
  }

  /// Adds the lines of a geometry: commands, each with a count and that number of steps.
  private mutating func draw(
    _ geometry: ArraySlice<UInt8>, _ model: GroundLine, _ extent: Double
  ) throws(ByteReader.Damaged) {
    var reader = ByteReader(geometry)
    var (x, y) = (0, 0)
    var line: [MapPlace] = []
    func end(_ lines: inout [GroundLine]) {
      if line.count > (model.kind == .place ? 0 : model.isArea ? 2 : 1) {
        lines.append(
          GroundLine(kind: model.kind, isArea: model.isArea, points: line, name: model.name))
      }
      line = []
    }
    while reader.count > 0 {
      let command = try reader.varint()
      guard command & 7 != 7 else { continue }
      guard command & 7 == 1 || command & 7 == 2, command >> 3 <= UInt64(reader.count / 2) else {
        throw ByteReader.Damaged()
      }
      for _ in 0..<(command >> 3) {
        if command & 7 == 1 { end(&lines) }
        x += try Self.step(&reader)
        y += try Self.step(&reader)
        points += 1
        line.append(tile.place(Double(x) / extent, Double(y) / extent))
      }
      guard points <= Self.mostPoints else { return }
    }
    end(&lines)
  }

  /// A number with its sign in the lowest bit.
  private static func step(_ reader: inout ByteReader) throws(ByteReader.Damaged) -> Int {
    let bits = UInt32(truncatingIfNeeded: try reader.varint())
    return Int(Int32(bitPattern: bits >> 1) ^ -Int32(bitPattern: bits & 1))
  }
}
