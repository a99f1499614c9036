@testable import Base
@testable import Board
@testable import Desk
import Geofence
@testable import Picket
@testable import Records
@testable import RegionFiles

extension Target {
  /// After any report, everything that is written can be read back, and time does not go back.
  func checkReports(_ bytes: [UInt8]) {
    var splitter = LineSplitter(limit: 2048)
    var walk = Walk()
    var rest = bytes[...]
    while !rest.isEmpty {
      // A socket may hand reports over in any pieces.
      for line in splitter.split(rest.prefix(97)) { walk.receive(line) }
      rest = rest.dropFirst(97)
    }
    for line in splitter.finish() { walk.receive(line) }
    walk.end()
  }
}

/// A run of the filter and the monitor, as the controller and as a replay drive them.
private struct Walk: ~Copyable {
  private var decoder = ReportDecoder()
  private var reception = Reception.connecting
  private var lines = 0
  private var live = Course()
  private var replayed = Course()

  /// One of the two timelines: that of arrivals or the receiver's own.
  private struct Course {
    var filter = FixFilter()
    var monitor: RegionMonitor?
    var sequence = 1
  }

  mutating func receive(_ line: LineSplitter.Line) {
    lines += 1
    guard case .whole(let bytes) = line else { return }
    expect(!bytes.isEmpty && bytes.count <= 2048, "a line of \(bytes.count) bytes")
    let report = decoder.decode(bytes)
    reception = reception.after(report, device: nil)
    guard case .fix(let fix) = report else { return }
    // Ten fixes a second, with a silence from time to time.
    let arrival = Instant(.milliseconds(100 * lines + lines / 8 * 20_000))
    Self.decide(fix, arrival: arrival, &live)
    Self.decide(fix, arrival: nil, &replayed)
  }

  func end() {
    for monitor in [live.monitor, replayed.monitor] {
      guard let monitor else { continue }
      expectState(SavedState(memory: monitor.memory))
    }
  }

  private static func decide(_ fix: Fix, arrival: Instant?, _ course: inout Course) {
    let verdict = course.filter.receive(fix, arrival: arrival)
    guard case .trusted(let trusted) = verdict else { return }
    var monitor = course.monitor ?? RegionMonitor(regions: regions(around: trusted.coordinate))
    expect(
      monitor.lastFix.map { $0.instant <= trusted.instant } ?? true, "the timeline goes backwards")
    note(monitor.receive(trusted), &course)
    let explanation = Explanation(
      fix: fix, verdict: verdict, estimate: monitor.estimate, standings: monitor.standings)
    expectJSON(explanation.json)
    if arrival != nil, let deadline = monitor.deadline {
      note(monitor.deadlineReached(at: deadline), &course)
      expect(monitor.deadline.map { $0 > deadline } ?? true, "a deadline that stays due")
    }
    course.monitor = monitor
  }

  private static func note(_ findings: [Finding], _ course: inout Course) {
    for case .event(let event) in findings {
      expect(event.sequence == course.sequence, "event \(event.sequence) skips or repeats")
      course.sequence += 1
      let fields = (try? JSON.parse(event.json))?.object
      expect(fields.flatMap(RecordedEvent.init) != nil, "cannot be read back: \(event.json)")
    }
  }

  private static func regions(around center: Coordinate) -> [Region] {
    let south = Coordinate(latitude: max(-90, center.latitude - 0.001), longitude: center.longitude)
    let north = Coordinate(latitude: min(90, center.latitude + 0.001), longitude: center.longitude)
    return [
      Region(
        id: "circle", shape: .circle(Circle(center: center, radius: 25)!), dwell: .seconds(5),
        exclude: ["corridor"]),
      Region(
        id: "corridor", shape: .corridor(Corridor(lines: [[south, north]], width: 10)!),
        cushion: 2, linger: .seconds(1)),
    ]
  }
}
