/// A field of a TPV that a fix needs.
enum FixField: UInt16 {
  case `class`, device, time, mode, lat, lon, eph, speed, track, status

  /// The field with a name; `nil` for a field that no fix needs.
  init?(_ name: UnsafeBufferPointer<UInt8>) {
    let field: FixField? =
      switch name.count {
      case 3:
        name.spells("lat") ? .lat : name.spells("lon") ? .lon : name.spells("eph") ? .eph : nil
      case 4: name.spells("mode") ? .mode : name.spells("time") ? .time : nil
      case 5:
        name.spells("class")
          ? .class
          : name.spells("track")
            ? .track
            : name.spells("speed") ? .speed : nil
      case 6: name.spells("device") ? .device : name.spells("status") ? .status : nil
      default: nil
      }
    guard let field else { return nil }
    self = field
  }

  /// Whether its value is a text; other values are numbers.
  var isText: Bool {
    switch self {
    case .class, .device, .time: true
    case .mode, .lat, .lon, .eph, .speed, .track, .status: false
    }
  }

  /// Whether a value of its type can begin with a byte; NaN and Infinity are numbers here.
  func allows(_ first: UInt8) -> Bool {
    switch first {
    case UInt8(ascii: "\""): isText
    case UInt8(ascii: "0")...UInt8(ascii: "9"): !isText
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "n"),
      UInt8(ascii: "N"), UInt8(ascii: "i"), UInt8(ascii: "I"):
      !isText && self != .status
    default: false
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether these bytes are those of a text.
  ///
  /// Most names differ in their first letter: a call of `memcmp` would take longer.
  func spells(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    for place in 0..<count where self[place] != text.utf8Start[place] { return false }
    return true
  }
}

/// The fields of a TPV that a fix needs.
///
/// libgps compares each name with a list of sixty, one after the other. Leaving out the
/// fifteen fields that Picket does not use saves most of that work.
enum FixFields {
  /// A TPV without spaces, reduced to these fields.
  ///
  /// - Returns: `nil` if it is not as plain as gpsd's: with other values than numbers and plain
  ///   texts, or with a field of another type than gpsd's.
  static func alone(in line: ArraySlice<UInt8>) -> [UInt8]? {
    line.withUnsafeBufferPointer { kept(of: $0) }
  }

  private static func kept(of line: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var kept: [UInt8] = []
    // One more byte for the zero that libgps needs at the end.
    kept.reserveCapacity(line.count + 1)
    var members = PlainMembers(line)
    while let member = members.next() {
      guard let field = FixField(member.name),
        !UnsafeBufferPointer(rebasing: line[member.value]).spells("null")
      else { continue }
      guard field.allows(line[member.value.lowerBound]) else {
        // Picket does without this number.
        if field == .status { continue }
        return nil
      }
      kept.append(UInt8(ascii: kept.isEmpty ? "{" : ","))
      kept.append(contentsOf: UnsafeBufferPointer(rebasing: line[member.place]))
    }
    guard members.isPlain, !kept.isEmpty else { return nil }
    kept.append(UInt8(ascii: "}"))
    return kept
  }
}
