internal import Base
internal import Geofence

/// Reads the bytes of coordinates.
struct PositionScan {
  private let bytes: UnsafeBufferPointer<UInt8>

  /// The index of the next byte.
  private(set) var index: Int

  /// Starts at a byte.
  init(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
    (self.bytes, self.index) = (bytes, index)
  }

  /// Reads arrays of positions up to the end of the outermost; returns whether all are valid.
  mutating func read(into positions: inout Positions) -> Bool {
    var depth = 0
    repeat {
      guard skip(UInt8(ascii: "[")) else { return false }
      depth += 1
      skipSpace()
      if byte == UInt8(ascii: "[") { continue }
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
    let first = isNegative ? start + 1 : start
    var digits: UInt64 = 0
    let point = end(ofDigits: &digits, from: first)
    var (end, count) = (point, point - first)
    guard count == 1 || count > 1 && bytes[first] != UInt8(ascii: "0") else { return nil }
    if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
      end = self.end(ofDigits: &digits, from: point + 1)
      guard end > point + 1 else { return nil }
      count = end - first - 1
    }
    index = end
    guard count <= Self.most, (byte ?? 0) | 0x20 != UInt8(ascii: "e") else {
      return exponent(from: start)
    }
    let number = Double(digits: digits, decimals: max(0, end - point - 1))
    return isNegative ? -number : number
  }

  /// Adds digits to a number; returns the index after the last one.
  private func end(ofDigits digits: inout UInt64, from start: Int) -> Int {
    var (end, number) = (start, digits)
    while end < bytes.count {
      let digit = bytes[end] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      number = number &* 10 &+ UInt64(digit)
      end &+= 1
    }
    digits = number
    return end
  }

  /// The rest of a number that began at an index and has an exponent or many digits.
  private mutating func exponent(from start: Int) -> Double? {
    if let byte, byte | 0x20 == UInt8(ascii: "e") {
      index += 1
      if self.byte == UInt8(ascii: "+") || self.byte == UInt8(ascii: "-") { index += 1 }
      var digits: UInt64 = 0
      let end = end(ofDigits: &digits, from: index)
      guard end > index else { return nil }
      index = end
    }
    return Double(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skip(_ wanted: UInt8) -> Bool {
    skipSpace()
    guard index < bytes.count, bytes[index] == wanted else { return false }
    index &+= 1
    return true
  }

  private mutating func skipSpace() {
    while index < bytes.count, bytes[index] <= 0x20,
      bytes[index] == 0x20 || bytes[index] == 0x0A || bytes[index] == 0x0D || bytes[index] == 0x09
    { index &+= 1 }
  }

  /// The most digits of a whole number of 64 bits.
  private static let most = 19
}
