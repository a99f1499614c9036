internal import Base

/// The numbers about satellites in a SKY report that a page shows.
///
/// A long walk has very many lines: only the bytes around the numbers are read.
struct SkyView: Hashable, Sendable {
  /// The number of satellites that the fix uses.
  let used: Int

  /// The mean carrier-to-noise density of the used satellites in dBHz, if it is reported.
  let strength: Double?

  /// The satellites of a line; `nil` when the line is not a SKY that lists satellites.
  init?(_ line: [UInt8]) {
    guard line.count(of: "\"class\":\"SKY\"", upTo: 1) == 1,
      line.count(of: "\"satellites\":[", upTo: 1) == 1
    else { return nil }
    var used = 0
    var strengths: [Double] = []
    for one in line.split(separator: UInt8(ascii: "{"))
    where Array(one).count(of: "\"used\":true", upTo: 1) == 1 {
      used += 1
      if let strength = Self.number("\"ss\":", in: one), strength > 0 { strengths.append(strength) }
    }
    self.used = used
    strength = strengths.isEmpty ? nil : strengths.reduce(0, +) / Double(strengths.count)
  }

  /// The altitude in a TPV: above the sea if that is reported, or else above the ellipsoid.
  static func altitude(of line: [UInt8]) -> Double? {
    guard line.count(of: "\"class\":\"TPV\"", upTo: 1) == 1 else { return nil }
    let all = line[...]
    return number("\"altMSL\":", in: all) ?? number("\"altHAE\":", in: all)
      ?? number("\"alt\":", in: all)
  }

  /// The number after a name.
  private static func number(_ name: StaticString, in bytes: ArraySlice<UInt8>) -> Double? {
    let size = name.utf8CodeUnitCount
    let first = name.withUTF8Buffer { $0[0] }
    var place = bytes.startIndex
    while let start = bytes[place...].firstIndex(of: first), start + size <= bytes.endIndex {
      place = start + 1
      guard name.withUTF8Buffer({ bytes[start..<start + size].elementsEqual($0) }) else { continue }
      let digits = bytes[(start + size)...].prefix {
        (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
      }
      return Double(String(decoding: digits, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
    }
    return nil
  }
}
