internal import Geofence
import Glibc
internal import Notation

/// A TPV whose fields are written exactly as gpsd writes them, read in one pass.
///
/// libgps needs four times as long and is the authority: whatever is written in another way is
/// left to it, and tests compare the results of all recordings.
struct PlainFix {
  private(set) var mode: Fix.Mode
  private(set) var time: Timestamp?
  private(set) var latitude: Double?
  private(set) var longitude: Double?
  private(set) var eph: Double?
  private(set) var speed: Double?
  private(set) var track: Double?
  private(set) var status = 0

  /// The place of the device's path in the line.
  private(set) var device: Range<Int>

  /// Reads a TPV; `nil` for any other line.
  init?(_ line: [UInt8]) {
    let fix = line.withUnsafeBufferPointer { Self.read($0) }
    guard let fix else { return nil }
    self = fix
  }

  private init(mode: Fix.Mode, device: Range<Int>) { (self.mode, self.device) = (mode, device) }

  private static func read(_ line: Bytes) -> PlainFix? {
    guard line.count > start.utf8CodeUnitCount, let base = line.baseAddress,
      memcmp(base, start.utf8Start, start.utf8CodeUnitCount) == 0
    else { return nil }
    var end = line.count
    // gpsd ends its lines like a terminal.
    while line[end - 1] == UInt8(ascii: "\r") || line[end - 1] == UInt8(ascii: " ") { end -= 1 }
    guard line[end - 1] == UInt8(ascii: "}"), memchr(base, 0, line.count) == nil else { return nil }
    let line = Bytes(rebasing: line[..<end])
    var members = PlainMembers(line)
    // The first is the class.
    _ = members.next()
    var fix = PlainFix(mode: .notSeen, device: 0..<0)
    var seen = Seen()
    while let member = members.next() {
      guard let field = FixField(member.name) else { continue }
      guard seen.insert(field), fix.read(field, member.value, of: line) else { return nil }
    }
    return members.isPlain && seen.isEnough ? fix : nil
  }

  /// Reads the value of a field; returns whether it is written as gpsd writes it.
  private mutating func read(_ field: FixField, _ place: Range<Int>, of line: Bytes) -> Bool {
    let value = Bytes(rebasing: line[place])
    switch field {
    case .class: return false
    case .device:
      device = place.dropFirst().dropLast()
      return Self.isPath(value)
    case .time:
      time = Self.time(value)
      return time != nil
    case .mode:
      guard value.count == 1, let mode = Fix.Mode(rawValue: Int(value[0]) - 0x30) else {
        return false
      }
      self.mode = mode
      return true
    case .lat: return Self.read(value, into: &latitude)
    case .lon: return Self.read(value, into: &longitude)
    case .eph: return Self.read(value, into: &eph)
    case .speed: return Self.read(value, into: &speed)
    case .track: return Self.read(value, into: &track)
    case .status:
      guard value.count <= 2, let number = Self.whole(value, 0..<value.count) else { return false }
      status = number
      return true
    }
  }

  private static func read(_ value: Bytes, into target: inout Double?) -> Bool {
    target = Double(decimal: value)
    return target != nil
  }

  // MARK: Values

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  private static let start: StaticString = #"{"class":"TPV","#

  /// The path of a device that every release of libgps stores completely and unchanged.
  private static func isPath(_ text: Bytes) -> Bool {
    text.count > 2 && text.count < 64 && text.first == UInt8(ascii: "\"")
      && text.allSatisfy { 0x20..<0x7f ~= $0 }
  }

  /// A time such as "2026-06-03T09:14:31.250Z", with its quotes and at most six decimals.
  private static func time(_ text: Bytes) -> Timestamp? {
    guard text.count >= 22, text[0] == UInt8(ascii: "\""), text[5] == UInt8(ascii: "-"),
      text[8] == UInt8(ascii: "-"), text[11] == UInt8(ascii: "T"), text[14] == UInt8(ascii: ":"),
      text[17] == UInt8(ascii: ":"), text[text.count - 2] == UInt8(ascii: "Z"),
      let year = whole(text, 1..<5), let month = whole(text, 6..<8), let day = whole(text, 9..<11),
      let hour = whole(text, 12..<14), let minute = whole(text, 15..<17),
      let second = whole(text, 18..<20)
    else { return nil }
    // Others are rare, and each release of libgps has its own idea of them.
    guard 1980..<2100 ~= year, 1...12 ~= month, 1...28 ~= day || day <= length(of: month, year),
      day > 0, hour < 24, minute < 60, second < 60, let fraction = fraction(text)
    else { return nil }
    let days = Timestamp.days(year: Int64(year), month: Int64(month), day: Int64(day))
    let seconds = days * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    return Timestamp(nanoseconds: seconds * 1_000_000_000 + fraction)
  }

  /// The nanoseconds after the second.
  private static func fraction(_ text: Bytes) -> Int64? {
    let end = text.count - 2
    if end == 20 { return 0 }
    guard text[20] == UInt8(ascii: "."), 22...27 ~= end, let digits = whole(text, 21..<end) else {
      return nil
    }
    return (end - 21..<9).reduce(Int64(digits)) { scaled, _ in scaled * 10 }
  }

  /// A whole number of digits alone.
  private static func whole(_ text: Bytes, _ place: Range<Int>) -> Int? {
    var number = 0
    for byte in text[place] {
      guard 0x30...0x39 ~= byte else { return nil }
      number = number * 10 + Int(byte - 0x30)
    }
    return number
  }

  private static func length(of month: Int, _ year: Int) -> Int {
    switch month {
    // 2000 is a leap year, and no other century is within reach.
    case 2: year.isMultiple(of: 4) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

/// The fields that a TPV has had.
private struct Seen: OptionSet {
  var rawValue: UInt16 = 0

  /// Adds a field; returns `false` if it was there.
  mutating func insert(_ field: FixField) -> Bool {
    insert(Seen(rawValue: 1 << field.rawValue)).inserted
  }

  /// Whether the fields without which libgps has its own defaults are there.
  var isEnough: Bool {
    isSuperset(of: [
      Seen(rawValue: 1 << FixField.device.rawValue), Seen(rawValue: 1 << FixField.mode.rawValue),
    ])
  }
}
