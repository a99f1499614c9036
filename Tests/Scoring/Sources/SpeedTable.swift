import Base
import Desk
import Geofence

/// Limits of speed on recordings whose true speed is known: false and missed reports, and delays.
///
/// One region of 100 km around the first fix has each limit in turn. The true speed is that of the
/// true path over two seconds. A report is false if the carrier was not faster than the limit at any
/// time in the five seconds before it. A run must be reported if it lasts for five seconds at more
/// than 6 % and 2 km/h over the limit; it goes on through moments below the limit that are shorter than
/// the linger, as its report does. The delay is from the passage of 3 % and 1 km/h to the report.
/// Receivers without a speed are not judged, and not counted.
struct SpeedTable: Sendable {
  /// The limits in km/h.
  static let limits = [20.0, 30, 50, 70, 90, 110]

  /// The figures of one limit.
  struct Figures: Sendable {
    var reports = 0
    var wrong = 0
    var runs = 0
    var missed = 0
    var delays: [Double] = []
  }

  private var figures: [Figures] = SpeedTable.limits.map { _ in Figures() }

  /// A table without recordings.
  init() {}

  /// Plays a recording.
  init(_ walk: TunedWalk, _ truth: Truth) {
    guard let first = walk.fixes.first,
      let shape = Circle(center: first.coordinate, radius: 100_000)
    else { return }
    var path = TruePath(
      truth, regions: walk.watched(ReferenceRule.picket), around: first.coordinate)
    let speeds = walk.fixes.map { $0.speed == nil ? nil : Self.speed(at: $0, &path) }
    for (index, limit) in Self.limits.enumerated() {
      var region = Region(id: "limit", shape: .circle(shape))
      region.speedRule = SpeedRule(limit: limit)
      var monitor = RegionMonitor(regions: [region])
      let events = walk.fixes.flatMap { monitor.receive($0) }.compactMap { finding -> Event? in
        if case .event(let event) = finding, event.kind == .speeding { event } else { nil }
      }
      figures[index].add(
        events.map(\.time), zip(walk.fixes, speeds).map { (time: $0.time, speed: $1) }, limit)
    }
  }

  /// The true speed in km/h; `nil` where the true path is not known.
  private static func speed(at fix: TrustedFix, _ path: inout TruePath) -> Double? {
    let (before, after) = (
      path.place(at: fix.time.advanced(by: .seconds(-1)), near: fix.coordinate),
      path.place(at: fix.time.advanced(by: .seconds(1)), near: fix.coordinate)
    )
    guard let before, let after else { return nil }
    return before.distance(to: after) / 2 * 3.6
  }

  /// Adds the figures of another recording.
  mutating func add(_ other: SpeedTable) {
    for index in figures.indices { figures[index].add(other.figures[index]) }
  }

  /// The table, a row for each limit.
  var markdown: [String] {
    [
      "| limit | reports | false | runs | missed | delay, median | longest |",
      "|--:|--:|--:|--:|--:|--:|--:|",
    ]
      + zip(Self.limits, figures).map { limit, row in
        let sorted = row.delays.sorted()
        func seconds(_ index: Int) -> String {
          sorted.indices.contains(index) ? sorted[index].secondsText() : "-"
        }
        return
          "| \(limit.plain) km/h | \(row.reports) | \(row.wrong) | \(row.runs) | \(row.missed) | "
          + "\(seconds(sorted.count / 2)) | \(seconds(sorted.count - 1)) |"
      }
  }
}

extension SpeedTable.Figures {
  private static var linger: Duration { .seconds(3) }

  /// Scores the reports of one recording.
  ///
  /// - Parameter speeds: The true speed in km/h at each fix.
  mutating func add(
    _ times: [Timestamp], _ speeds: [(time: Timestamp, speed: Double?)], _ limit: Double
  ) {
    for time in times {
      let before = speeds.filter { (0...5).contains($0.time.duration(to: time).inSeconds) }
      guard before.contains(where: { $0.speed != nil }) else { continue }
      reports += 1
      if !before.contains(where: { ($0.speed ?? 0) > limit }) { wrong += 1 }
    }
    var start: Timestamp?
    var clear: Timestamp?
    var slow: Timestamp?
    var isCounted = false
    for (time, speed) in speeds {
      guard let speed, speed > limit * 1.03 + 1 else {
        // Within the limit's margin a run goes on; below the limit it ends.
        clear = nil
        guard speed.map({ $0 <= limit }) ?? true else { continue }
        let since = slow ?? time
        slow = since
        if !isCounted || since.duration(to: time) >= Self.linger {
          (start, isCounted) = (nil, false)
        }
        continue
      }
      slow = nil
      start = start ?? time
      guard speed > limit * 1.06 + 2 else {
        clear = nil
        continue
      }
      clear = clear ?? time
      guard let start, let since = clear, !isCounted, since.duration(to: time) >= .seconds(5) else {
        continue
      }
      isCounted = true
      runs += 1
      let report = times.first {
        $0 >= start.advanced(by: .seconds(-1)) && $0 <= time.advanced(by: .seconds(5))
      }
      if let report {
        delays.append(max(0, start.duration(to: report).inSeconds))
      } else {
        missed += 1
      }
    }
  }

  /// Adds the figures of another recording.
  mutating func add(_ other: SpeedTable.Figures) {
    reports += other.reports
    wrong += other.wrong
    runs += other.runs
    missed += other.missed
    delays += other.delays
  }
}
