internal import Base
internal import Geofence

/// gpsd's reports in lines of other programs: logs in JSON, answers to POLL, lists, and the positions
/// of OwnTracks and Traccar.
struct WrappedReports {
  /// The number of positions that had no mode, and are read as fixes.
  private(set) var modeless = 0

  private static let start = Array(#"{"class":""#.utf8)

  /// The reports in a line; the line itself if it is one, or none is in it.
  mutating func lines(in line: [UInt8]) -> [[UInt8]] {
    guard let first = line.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      !Self.isPlain(line),
      let value = try? JSONSource.parse(String(decoding: line, as: UTF8.self))
    else { return [line] }
    let found = reports(in: value, depth: 0)
    // Its own bytes, so that its line can be found again.
    if found.isEmpty || found == [value] { return [line] }
    return found.map { Array($0.line.utf8) }
  }

  /// Whether a line begins as gpsd writes its reports, and needs nothing else.
  private static func isPlain(_ line: [UInt8]) -> Bool {
    guard line.starts(with: start) else { return false }
    let name = line[start.count...].prefix { $0 != UInt8(ascii: "\"") }
    return !name.elementsEqual("POLL".utf8)
      && (!name.elementsEqual("TPV".utf8) || line.holds("\"mode\""))
  }

  private mutating func reports(in value: JSONSource, depth: Int) -> [JSONSource] {
    // A log may be packed in another one a few times.
    guard depth < 6 else { return [] }
    if let elements = value.elements {
      // As journalctl writes a text with other characters than printable ones.
      let bytes = elements.compactMap { $0.json?.number.flatMap { UInt8(exactly: $0) } }
      if !bytes.isEmpty, bytes.count == elements.count {
        return reports(in: .string(String(decoding: bytes, as: UTF8.self)), depth: depth + 1)
      }
      return elements.flatMap { reports(in: $0, depth: depth + 1) }
    }
    guard let members = value.members else {
      guard let text = value.text?[...].trimmed(), text.first == "{" || text.first == "[",
        let inner = try? JSONSource.parse(String(text))
      else { return [] }
      return reports(in: inner, depth: depth + 1)
    }
    if let name = value["class"]?.text, name != "POLL" {
      return [name == "TPV" ? withMode(value) : value]
    }
    if let position = Self.trackers.lazy.compactMap({ $0.report(of: value) }).first {
      return [position]
    }
    return members.flatMap { reports(in: $0.value, depth: depth + 1) }
  }

  /// A report with a position and without a mode, which a program on its way has dropped, as a fix.
  private mutating func withMode(_ report: JSONSource) -> JSONSource {
    guard report["mode"] == nil, report["lat"] != nil, report["lon"] != nil else { return report }
    modeless += 1
    var report = report
    report["mode"] = .number(report["alt"] == nil && report["altHAE"] == nil ? 2 : 3)
    return report
  }

  private static let trackers = [
    Tracker(
      mark: "_type=location", time: "tst", latitude: "lat", longitude: "lon", accuracy: "acc",
      speed: "vel", speedUnit: 1 / 3.6, course: "cog", device: "tid"),
    Tracker(
      mark: "fixTime", time: "fixTime", latitude: "latitude", longitude: "longitude",
      accuracy: "accuracy", speed: "speed", speedUnit: 1852 / 3600, course: "course",
      device: "deviceId"),
  ]
}

/// The names of a tracking program for what is in a TPV.
private struct Tracker {
  let mark: String
  let time: String
  let latitude: String
  let longitude: String
  let accuracy: String
  let speed: String
  /// Metres a second.
  let speedUnit: Double
  let course: String
  let device: String

  /// The TPV for a position of this program; `nil` for other values.
  func report(of value: JSONSource) -> JSONSource? {
    let parts = mark.split(separator: "=").map(String.init)
    guard let found = value[parts[0]], parts.count == 1 || found.text == parts[1],
      let time = Self.time(value[time]), let north = value[latitude], let east = value[longitude]
    else { return nil }
    let isValid = value["valid"]?.json != .boolean(false)
    var report = JSONSource.object([
      "class": .string("TPV"), "mode": .number(isValid ? 2 : 1), "time": .string(time.rfc3339),
      "lat": north, "lon": east,
    ])
    // Traccar writes 0 for an accuracy that it does not know.
    if let metres = value[accuracy]?.json?.number, metres > 0 {
      report["eph"] = .number(metres, decimals: 3)
    }
    if let number = value[speed]?.json?.number {
      report["speed"] = .number(number * speedUnit, decimals: 3)
    }
    if let degrees = value[course] { report["track"] = degrees }
    // Positions of several devices are several carriers.
    if let name = value[device] { report["device"] = .string(name.text ?? name.line) }
    return report
  }

  /// A time in RFC 3339, or in seconds or milliseconds since 1970.
  private static func time(_ value: JSONSource?) -> Timestamp? {
    if let text = value?.text {
      // Some releases write +0000.
      let isShort = text.utf8.dropLast(4).last.map { "+-".utf8.contains($0) } ?? false
      return Timestamp(rfc3339: isShort ? "\(text.dropLast(2)):\(text.suffix(2))" : text)
    }
    guard let number = value?.json?.number, 0..<1e13 ~= number else { return nil }
    let seconds = number < 1e11 ? number : number / 1000
    return Timestamp(nanoseconds: Int64((seconds * 1000).rounded()) * 1_000_000)
  }
}
