/// The strength of the signals in a SKY, and its device.
///
/// A SKY comes with each fix, so only the bytes of these fields are read.
struct SignalScan {
  /// The device; empty where the report does not name it.
  private(set) var device = ""

  /// The mean carrier-to-noise density in dB-Hz of the four strongest satellites that the fix uses;
  /// `nil` if none has one.
  private(set) var strength: Double?

  /// Reads a SKY without spaces.
  init(_ line: [UInt8]) {
    var best = SIMD4<Double>(repeating: 0)
    var (strength, isUsed) = (0.0, false)
    line.withUnsafeBufferPointer { bytes in
      for place in bytes.indices {
        switch bytes[place] {
        case UInt8(ascii: "{"): (strength, isUsed) = (0, false)
        case UInt8(ascii: "\""):
          if let value = Self.place(after: "\"ss\":", at: place, bytes) {
            strength = Self.number(at: value, bytes)
          } else if Self.place(after: "\"used\":true", at: place, bytes) != nil {
            isUsed = true
          } else if device.isEmpty, let value = Self.place(after: "\"device\":\"", at: place, bytes)
          {
            device = String(
              decoding: bytes[value...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
          }
        case UInt8(ascii: "}"):
          if isUsed, strength > best.min(),
            let weakest = (0..<4).first(where: { best[$0] == best.min() })
          {
            best[weakest] = strength
          }
          isUsed = false
        default: break
        }
      }
    }
    let count = (0..<4).count { best[$0] > 0 }
    if count > 0 { self.strength = best.sum() / Double(count) }
  }

  /// The place after a text that begins at a place; `nil` where another one does.
  private static func place(
    after text: StaticString, at place: Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    let size = text.utf8CodeUnitCount
    guard bytes.count - place > size else { return nil }
    for index in 0..<size where bytes[place + index] != text.utf8Start[index] { return nil }
    return place + size
  }

  /// The number of up to two digits at a place, with its fraction; 0 where there is none, as no
  /// strength of 100 dB-Hz is one.
  private static func number(at start: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Double {
    var (value, unit, place) = (0.0, 1.0, start)
    var isFraction = false
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if isFraction { unit /= 10 }
        value =
          isFraction
          ? value + unit * Double(bytes[place] - 48) : 10 * value + Double(bytes[place] - 48)
      case UInt8(ascii: "."): isFraction = true
      default: return value < 100 ? value : 0
      }
      place += 1
    }
    return 0
  }
}
