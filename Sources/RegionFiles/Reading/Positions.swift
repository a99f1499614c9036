internal import Geofence
internal import Notation

/// The coordinates of a geometry whose positions are all valid.
struct Positions {
  /// All positions.
  private(set) var all: [Coordinate] = []

  /// The number of arrays around a position, itself included: 1 for a point.
  private(set) var depth = 0

  // The number of positions up to the end of each line or ring.
  private var lineEnds: [Int] = []
  // The number of rings up to the end of each polygon.
  private var partEnds: [Int] = []

  /// The number of lines or rings.
  var lineCount: Int { lineEnds.count }

  /// The places of the lines of each part.
  var parts: [Range<Int>] { Self.ranges(partEnds) }

  /// A line or ring.
  func line(_ index: Int) -> [Coordinate] {
    let range = (index == 0 ? 0 : lineEnds[index - 1])..<lineEnds[index]
    // A copy, since the array itself has grown to up to twice its size.
    return Array(all[range])
  }

  /// Whether the coordinates of a geometry of this type have this depth.
  func fits(_ type: String?) -> Bool {
    switch type {
    case "Point": depth == 1
    case "LineString": depth == 2
    case "Polygon", "MultiLineString": depth == 3
    case "MultiPolygon": depth == 4
    default: false
    }
  }

  private static func ranges(_ ends: [Int]) -> [Range<Int>] {
    zip([0] + ends, ends).map { $0..<$1 }
  }

  // MARK: Reading

  fileprivate mutating func begin(_ depth: Int) -> Bool {
    if self.depth == 0 { self.depth = depth }
    return self.depth == depth && all.count < PositionReader.most
  }

  fileprivate mutating func add(_ position: Coordinate) { all.append(position) }

  /// Ends an array that is part of this many others.
  fileprivate mutating func end(_ outer: Int) {
    if outer == depth - 2 { lineEnds.append(all.count) }
    if outer == depth - 3 { partEnds.append(lineEnds.count) }
  }
}

extension JSONParser {
  /// Reads coordinates whose positions are all valid; otherwise nothing is read.
  ///
  /// Positions are by far the most of a large file: JSON values for them would take ten times as
  /// long.
  mutating func positions() -> Positions? {
    var positions = Positions()
    let end = bytes.withUnsafeBufferPointer { bytes in
      var scan = PositionScan(bytes: bytes, index: index)
      return scan.read(into: &positions) ? scan.index : nil
    }
    guard let end else { return nil }
    index = end
    return positions
  }
}

/// Reads the bytes of coordinates.
private struct PositionScan {
  let bytes: UnsafeBufferPointer<UInt8>
  var index: Int

  /// Reads arrays of positions up to the end of the outermost; returns whether all are valid.
  mutating func read(into positions: inout Positions) -> Bool {
    var depth = 0
    repeat {
      guard skip(UInt8(ascii: "[")) else { return false }
      depth += 1
      if next == UInt8(ascii: "[") { continue }
      guard positions.begin(depth), let position = position() else { return false }
      positions.add(position)
      depth -= 1
      while depth > 0, skip(UInt8(ascii: "]")) {
        depth -= 1
        positions.end(depth)
      }
      guard depth == 0 || skip(UInt8(ascii: ",")) else { return false }
    } while depth > 0
    return true
  }

  /// The rest of a position; a height is passed over.
  private mutating func position() -> Coordinate? {
    guard let longitude = number(), skip(UInt8(ascii: ",")), let latitude = number() else {
      return nil
    }
    while skip(UInt8(ascii: ",")) {
      guard number() != nil else { return nil }
    }
    guard skip(UInt8(ascii: "]")) else { return nil }
    let position = Coordinate(latitude: latitude, longitude: longitude)
    return position.isValid ? position : nil
  }

  private mutating func number() -> Double? {
    skipSpace()
    let start = index
    let isNegative = byte == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let first = index
    var digits: UInt64 = 0
    while let digit { (digits, index) = (digits &* 10 &+ digit, index + 1) }
    var count = index - first
    guard count == 1 || count > 1 && bytes[first] != UInt8(ascii: "0") else { return nil }
    var decimals = 0
    if byte == UInt8(ascii: ".") {
      index += 1
      let point = index
      while let digit { (digits, index) = (digits &* 10 &+ digit, index + 1) }
      decimals = index - point
      count += decimals
      guard decimals > 0 else { return nil }
    }
    guard count <= Self.most, byte.map({ $0 | 0x20 }) != UInt8(ascii: "e") else {
      return exponent(from: start)
    }
    let number = Double(digits: digits, decimals: decimals)
    return isNegative ? -number : number
  }

  /// The rest of a number that began at an index and has an exponent or many digits.
  private mutating func exponent(from start: Int) -> Double? {
    if byte.map({ $0 | 0x20 }) == UInt8(ascii: "e") {
      index += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { index += 1 }
      guard digit != nil else { return nil }
      while digit != nil { index += 1 }
    }
    return Double(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  private var digit: UInt64? {
    guard index < bytes.count, 0x30...0x39 ~= bytes[index] else { return nil }
    return UInt64(bytes[index] & 0xF)
  }

  private var next: UInt8? {
    mutating get {
      skipSpace()
      return byte
    }
  }

  private mutating func skip(_ wanted: UInt8) -> Bool {
    guard next == wanted else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() {
    while index < bytes.count, bytes[index] <= 0x20,
      bytes[index] == 0x20 || bytes[index] == 0x0A || bytes[index] == 0x0D || bytes[index] == 0x09
    { index += 1 }
  }

  /// The most digits of a whole number of 64 bits.
  private static let most = 19
}
