internal import Base
internal import Geofence

/// The form of gpsd's own TPV, which libgps decodes as it is meant.
///
/// Programs between gpsd and Picket, and those that record, write other forms of the same. libgps
/// never returns from some of them, skips the offset of a time, and refuses a whole report because
/// of one field.
enum PlainReport {
  /// Whether a report has only numbers and texts without escapes as values, each where gpsd has
  /// one, no spaces, and a time in UTC; no value is read.
  static func isPlain(_ line: ArraySlice<UInt8>) -> Bool {
    line.withUnsafeBufferPointer { isPlain($0) }
  }

  private static func isPlain(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    var place = 0
    while let colon = end(ofText: place + 1, line), colon < line.count,
      line[colon] == UInt8(ascii: ":")
    {
      let name = UnsafeBufferPointer(rebasing: line[(place + 2)..<(colon - 1)])
      if let end = end(ofText: colon + 1, line) {
        // A time without a time zone is in UTC, too, but rare.
        guard !isNumber(name), !isText(name, "time") || line[end - 2] == UInt8(ascii: "Z") else {
          return false
        }
        place = end
      } else {
        guard !isText(name, "class"), !isText(name, "device"), !isText(name, "time") else {
          return false
        }
        place = colon + 1
        while place < line.count, isOfNumber(line[place]) { place += 1 }
        guard place > colon + 1 else { return false }
      }
      guard place < line.count, line[place] == UInt8(ascii: ",") else {
        return place == line.count - 1 && line[place] == UInt8(ascii: "}")
      }
    }
    return false
  }

  /// Whether the value of a field of a fix is a number.
  private static func isNumber(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    isText(name, "mode") || isText(name, "lat") || isText(name, "lon") || isText(name, "eph")
      || isText(name, "speed") || isText(name, "track") || isText(name, "status")
  }

  private static func isText(_ bytes: UnsafeBufferPointer<UInt8>, _ text: StaticString) -> Bool {
    guard bytes.count == text.utf8CodeUnitCount else { return false }
    for place in 0..<bytes.count where bytes[place] != text.utf8Start[place] { return false }
    return true
  }

  /// The place after a text without escapes; `nil` where none begins.
  private static func end(ofText start: Int, _ line: UnsafeBufferPointer<UInt8>) -> Int? {
    guard start < line.count, line[start] == UInt8(ascii: "\"") else { return nil }
    var place = start + 1
    while place < line.count {
      switch line[place] {
      case UInt8(ascii: "\""): return place + 1
      case UInt8(ascii: "\\"): return nil
      default: place += 1
      }
    }
    return nil
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// A report of another form, with the fields of a fix in gpsd's; `nil` if it is not JSON.
  static func rewritten(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    let json = try? JSON.parse(String(decoding: line, as: UTF8.self))
    guard let members = json?.object else { return nil }
    var plain = JSONLine()
    plain.add("class", "TPV")
    plain.add("device", members["device"]?.string)
    plain.add("time", members["time"]?.string.map { zoned($0) ?? $0 })
    for name in ["mode", "status"] { plain.add(name, members[name]?.integer) }
    for name in ["lat", "lon", "eph", "speed", "track"] {
      if let value = members[name], value.number != nil { plain.add(name, value) }
    }
    return Array(plain.text.utf8)
  }

  /// A time with an offset, such as +02:00, +0200 or +02, in UTC; `nil` for other times.
  private static func zoned(_ text: String) -> String? {
    guard let sign = text.dropFirst(11).lastIndex(where: { $0 == "+" || $0 == "-" }) else {
      return nil
    }
    let digits = text[sign...].dropFirst().filter { $0 != ":" }
    let minutes = digits.count == 2 ? "00" : String(digits.dropFirst(2))
    return Timestamp(rfc3339: "\(text[...sign])\(digits.prefix(2)):\(minutes)")?.rfc3339
  }
}
