import Base
import Board
import Desk
import Foundation
import Geofence
import Picket
import RegionFiles
import Testing

/// A recording with its regions, replayed for a report.
struct ReportedWalk {
  private(set) var account: Account
  let monitor: RegionMonitor

  /// The replay's explanation of each fix for each region.
  let explanations: [Explanation]
  let events: [Event]
  let summary: [String]

  /// Plays one of the scored walks.
  init(scored name: String) throws {
    let folder = try TemporaryFolder()
    let log = try Recording.unpacked(Recording.walk("\(name).nmea.xz"), in: folder)
    let (regions, problems) = RegionsFile.check(
      path: Recording.walk("\(name).regions.geojson"), rules: Configuration().regionRules)
    #expect(problems.isEmpty)
    var lines: [LineSplitter.Line] = []
    try Capture.forEachLine(of: log) { lines.append($0) }
    self.init(name, lines, regions: regions)
  }

  /// Plays reports of gpsd.
  init(
    _ reports: [String], regions: [Region] = [], title: String = "A walk", isKeeping: Bool = false
  ) {
    self.init(
      title, reports.map { .whole(Array($0.utf8)) }, regions: regions, isKeeping: isKeeping)
  }

  /// Notes a mark that the carrier made.
  mutating func note(_ mark: WalkMark) { account.mark(mark) }

  private init(
    _ title: String, _ lines: [LineSplitter.Line], regions: [Region], isKeeping: Bool = false
  ) {
    var replay = CaptureReplay(regions: regions, blindLimit: .seconds(10))
    var account = Account(
      title: title, regions: regions, blindLimit: .seconds(10), isKeeping: isKeeping)
    var summary = Summary(regions: regions.map(\.id))
    var explanations: [Explanation] = []
    var events: [Event] = []
    for line in lines {
      let findings = replay.play(line)
      for case .event(let event) in findings { events.append(event) }
      account.note(line)
      account.explain(replay.explanation, findings)
      for reminder in replay.nextReminders() { account.remind(reminder) }
      guard let explanation = replay.explanation else { continue }
      explanations.append(explanation)
      if case .trusted(let fix) = explanation.verdict {
        summary.note(explanation.standings, at: fix.instant)
      }
    }
    (self.account, self.explanations, self.events) = (account, explanations, events)
    monitor = replay.monitor
    self.summary = summary.lines(events: replay.tally.events)
  }

  var page: String { ReportPage(account, monitor: monitor).html() }

  /// A straight way with one fix per second, from this many metres west of a place to as many east.
  static func straight(
    past place: Coordinate, metres: Int, speed: Double = 2, start: Int = 1_780_478_071
  ) -> [String] {
    let perDegree = 111_320 * max(cos(place.latitude * .pi / 180), 1e-6)
    let steps = Int(2 * Double(metres) / speed)
    return (0...steps).map { step in
      let east = Double(step) * speed - Double(metres)
      let longitude = (place.longitude + east / perDegree).remainder(dividingBy: 360)
      return tpv(
        Double(start + step), latitude: place.latitude, longitude: longitude, speed: speed,
        track: 90)
    }
  }

  static func tpv(
    _ seconds: Double, latitude: Double, longitude: Double, speed: Double = 0, track: Double = 0
  ) -> String {
    let time = Timestamp(seconds: seconds)?.rfc3339 ?? ""
    return """
      {"class":"TPV","device":"/dev/gps","mode":3,"time":"\(time)","lat":\(latitude),\
      "lon":\(longitude),"eph":12.6,"speed":\(speed),"track":\(track)}
      """
  }

  static func circle(_ id: String, _ center: Coordinate, _ radius: Double) -> Region {
    Region(id: id, shape: .circle(Circle(center: center, radius: radius)!))
  }
}

/// The data that the script of a page reads.
struct PageData {
  let fields: [String: Any]

  init(_ page: String) throws {
    let start = try #require(page.range(of: #"id="data">"#)?.upperBound)
    let end = try #require(page[start...].range(of: "</script>")?.lowerBound)
    let json = try JSONSerialization.jsonObject(with: Data(page[start..<end].utf8))
    fields = try #require(json as? [String: Any])
  }

  /// The data of the map.
  var map: [String: Any] { fields["map"] as? [String: Any] ?? [:] }

  /// Objects under a name.
  func objects(_ name: String) -> [[String: Any]] { fields[name] as? [[String: Any]] ?? [] }

  /// The notes at the foot in English, with plain numbers.
  var notes: [String] {
    objects("notes").map { note in
      let values = note["values"] as? [String: Any] ?? [:]
      var text = note["say"] as? String ?? ""
      for (name, value) in values {
        for place in ["{\(name)}", "{\(name):n}", "{\(name):w}", "{\(name):s}"] {
          text = text.replacingOccurrences(of: place, with: "\(value)")
        }
      }
      return text
    }
  }

  /// The row of the timelines with a title.
  func row(_ title: String) throws -> [String: Any] {
    let times = try #require(fields["times"] as? [String: Any])
    let rows = try #require(times["rows"] as? [[String: Any]])
    return try #require(rows.first { $0["title"] as? String == title })
  }

  /// The numbers of a column.
  func numbers(_ name: String, of object: [String: Any]? = nil) throws -> [Int] {
    let text = try #require((object ?? fields)[name] as? String)
    let bytes = try #require(Data(base64Encoded: text))
    var numbers: [Int] = []
    var (value, shift) = (0, 0)
    for byte in bytes {
      value |= Int(byte & 0x7F) << shift
      shift += 7
      guard byte < 0x80 else { continue }
      numbers.append(value & 1 == 1 ? -(value >> 1) - 1 : value >> 1)
      (value, shift) = (0, 0)
    }
    return numbers
  }

  /// The numbers of a column that holds steps.
  func sums(_ name: String, of object: [String: Any]? = nil) throws -> [Int] {
    var sum = 0
    return try numbers(name, of: object).map { step in
      sum += step
      return sum
    }
  }
}
