internal import Geofence
internal import Notation

/// Reads the bytes of coordinates.
///
/// Large files consist of numbers, and what is called for each byte decides how long they take: it is
/// inlined, also where a build is for size.
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

  @inline(__always)
  private mutating func number() -> Double? { degrees() ?? anyNumber() }

  /// A number as nearly all are: without an exponent, and with one to eight decimals; any other number
  /// stays for the next attempt.
  @inline(__always)
  private mutating func degrees() -> Double? {
    guard index <= bytes.count &- Self.longestDegrees else { return nil }
    let isNegative = bytes[index] == UInt8(ascii: "-")
    let first = isNegative ? index &+ 1 : index
    var (point, whole) = (first, UInt64(0))
    while point < first &+ 3 {
      let digit = bytes[point] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      whole = whole &* 10 &+ UInt64(digit)
      point &+= 1
    }
    guard bytes[point] == UInt8(ascii: "."), point > first,
      point == first &+ 1 || bytes[first] != UInt8(ascii: "0")
    else { return nil }
    let (count, decimals) = Self.digits(
      UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: point &+ 1, as: UInt64.self))
    let end = point &+ 1 &+ count
    guard count > 0, bytes[end] &- UInt8(ascii: "0") >= 10, bytes[end] | 0x20 != UInt8(ascii: "e")
    else { return nil }
    index = end
    // Both are exact, so that their quotient is rounded only once.
    let number = Double(Int64(bitPattern: whole &* Self.power(count) &+ decimals))
    let degrees = number / Double(Int64(bitPattern: Self.power(count)))
    return isNegative ? -degrees : degrees
  }

  private mutating func anyNumber() -> Double? {
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
  @inline(__always)
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

  /// The number of digits at the start of eight bytes, and what they are together.
  @inline(__always)
  private static func digits(_ bytes: UInt64) -> (count: Int, value: UInt64) {
    let each: UInt64 = 0x0101_0101_0101_0101
    // The first byte is now the lowest, and a digit is its number.
    let digits = UInt64(littleEndian: bytes) ^ each &* UInt64(UInt8(ascii: "0"))
    let others = (digits &+ each &* (0x80 - 10) | digits) & each << 7
    let count = others.trailingZeroBitCount / 8
    // Zeros come before them, and each step joins neighbours.
    let ones = digits << UInt64(64 - 8 * count)
    let pairs = (ones &* 10 &+ ones >> 8) & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* 100 &+ pairs >> 16) & 0x0000_FFFF_0000_FFFF
    return (count, (fours &* 10_000 &+ fours >> 32) & 0xFFFF_FFFF)
  }

  @inline(__always)
  private static func power(_ exponent: Int) -> UInt64 {
    switch exponent {
    case 0: 1
    case 1: 10
    case 2: 100
    case 3: 1000
    case 4: 10_000
    case 5: 100_000
    case 6: 1_000_000
    case 7: 10_000_000
    default: 100_000_000
    }
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

  @inline(__always)
  private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  @inline(__always)
  private mutating func skip(_ wanted: UInt8) -> Bool {
    skipSpace()
    guard index < bytes.count, bytes[index] == wanted else { return false }
    index &+= 1
    return true
  }

  @inline(__always)
  private mutating func skipSpace() {
    while index < bytes.count, bytes[index] <= 0x20,
      bytes[index] == 0x20 || bytes[index] == 0x0A || bytes[index] == 0x0D || bytes[index] == 0x09
    { index &+= 1 }
  }

  /// The most digits of a whole number of 64 bits.
  private static let most = 19

  /// The most bytes of a number with a sign, three digits, eight decimals and what follows it.
  private static let longestDegrees = 14
}
