internal import Base
internal import Board
package import Geofence
internal import Picket
internal import RegionFiles

/// The events of some walks with a sense, and what the marks of the carrier say about them.
package struct SenseTrial: Sendable {
  /// The sense.
  package let sense: Sense

  /// The score on the walks that have marks; `nil` without any.
  package private(set) var score: Score?

  /// The number of entries and exits on all walks.
  package private(set) var events = 0

  // The number of times that a region was entered and left, or the reverse, within `flapTime`.
  private var flaps = 0

  private static let flapTime = Duration.seconds(60)

  /// Creates the trial of a sense before its first walk.
  package init(_ sense: Sense) {
    self.sense = sense
  }

  /// Adds the events of a walk, and the times at which the carrier marked a passage of a border.
  package mutating func add(_ all: [Event], marks: [Timestamp]) {
    let crossings = all.filter { $0.kind.isCrossing && !$0.isScheduled }
    events += crossings.count
    var last: [String: Timestamp] = [:]
    for event in crossings {
      if let before = last[event.region], before.duration(to: event.time) < Self.flapTime {
        flaps += 1
      }
      last[event.region] = event.time
    }
    guard !marks.isEmpty else { return }
    var score = score ?? Score()
    score.add(marks: marks, events: crossings)
    self.score = score
  }

  // Fewer false events are better, then fewer missed ones, then less delay in tenths of a second: a
  // smaller difference has no meaning.
  private var rank: [Double] {
    guard let score else { return [] }
    return [
      Double(score.spurious), Double(score.missed), ((score.delay(0.5) ?? 0) * 10).rounded(),
    ]
  }

  /// The best of some trials; `nil` if there are no marks, or several are equally good.
  package static func best(of trials: [SenseTrial]) -> Sense? {
    let first = trials.min { $0.rank.lexicographicallyPrecedes($1.rank) }
    let equal = trials.filter { $0.rank == first?.rank }
    return equal.count == 1 ? first?.sense : nil
  }

  // MARK: Text

  /// The trials side by side, and what follows from them.
  package static func lines(of trials: [SenseTrial], present: Sense) -> [String] {
    let titles = ["sense", "false", "missed", "delay p50", "p95", "events", "flaps", ""]
    let table = Table.lines(of: [titles] + trials.map { $0.row(isPresent: $0.sense == present) })
    guard trials.contains(where: { $0.score != nil }) else {
      return table + [
        "",
        "it is not known which events are right: mark each passage of a border (picket mark, or a "
          + "long press)",
      ]
    }
    guard let best = best(of: trials) else {
      return table + ["", "the walks do not decide the sense"]
    }
    guard best != present else { return table + ["", "the present sense is the best"] }
    return table + ["", "the best, for the configuration:", "", "[decision]"]
      + ["sense = \(best.rawValue.quoted)"]
  }

  private func row(isPresent: Bool) -> [String] {
    func seconds(_ share: Double) -> String { score?.delay(share)?.secondsText() ?? "-" }
    return [
      sense.rawValue, score.map { "\($0.spurious)" } ?? "-",
      score.map { "\($0.missed) of \($0.required)" } ?? "-", seconds(0.5), seconds(0.95),
      "\(events)", "\(flaps)", isPresent ? "present" : "",
    ]
  }

  /// The trial as one line of JSON.
  package func json(isBest: Bool, isPresent: Bool) -> String {
    var line = JSONLine()
    line.add("sense", sense.rawValue)
    line.add("false", score?.spurious)
    line.add("missed", score?.missed)
    line.add("required", score?.required)
    line.add("p50", score?.delay(0.5), decimals: 3)
    line.add("p95", score?.delay(0.95), decimals: 3)
    line.add("events", events)
    line.add("flaps", flaps)
    if isBest { line.add("best", true) }
    if isPresent { line.add("present", true) }
    return line.text
  }
}
