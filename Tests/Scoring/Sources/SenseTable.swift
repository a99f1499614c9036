import Desk
import Geofence
import RegionFiles

/// The figures of each sense, by the kind of region and by whether the receiver has Doppler.
struct SenseTable: Sendable {
  /// The quantities on which the figures depend.
  struct Class: Hashable, Sendable {
    /// The kind of region; `nil` for all regions with a carrier that stands near them all the time.
    let kind: SenseFigures.Kind?
    /// Whether the receiver reports speed and course.
    let hasVelocity: Bool

    /// All classes, in the order of the table.
    static let all = [true, false].flatMap { hasVelocity in
      (SenseFigures.Kind.allCases + [nil]).map { Class(kind: $0, hasVelocity: hasVelocity) }
    }
  }

  /// The measurements of a class.
  struct Cell: Sendable {
    /// The score of each sense.
    var scores = Sense.allCases.map { _ in Score() }
    /// The hours in which the carrier was near a border, summed over the regions.
    var hours = 0.0

    /// False events in 24 h near a border.
    func falsePerDay(_ index: Int) -> Double? {
      hours > 0 ? Double(scores[index].spurious) * 24 / hours : nil
    }

    /// The share of crossings that were missed.
    func missed(_ index: Int) -> Double? {
      scores[index].required > 0
        ? Double(scores[index].missed) / Double(scores[index].required) : nil
    }
  }

  /// The cells by class.
  private(set) var cells: [Class: Cell] = [:]

  /// The metres from a border within which a carrier is near it.
  static let beside = 20.0

  /// Creates an empty table.
  init() {}

  /// Plays a walk with each sense.
  init(_ walk: TunedWalk, _ truth: Truth) {
    let fixes = walk.fixes
    // gpsd computes a speed without a course from positions.
    let hasVelocity = fixes.contains { $0.speed != nil && $0.track != nil }
    let isStanding = truth.regions.values.allSatisfy(\.slots.isEmpty)
    let events = Sense.allCases.map { sense in
      Dictionary(
        grouping: walk.play(Setting(cushion: 0, linger: .zero, sense: sense)), by: \.region)
    }
    for region in walk.watched(ReferenceRule.picket) {
      guard let about = truth.regions[region.id] else { continue }
      let one = Class(
        kind: isStanding ? nil : SenseFigures.Kind(region.shape), hasVelocity: hasVelocity)
      var cell = cells[one] ?? Cell()
      let steps = about.depths.count { abs($0) <= Self.beside }
      cell.hours += Double(steps) * truth.step / 3600
      for index in events.indices {
        cell.scores[index].add(
          region.id, of: truth, events: events[index][region.id] ?? [])
      }
      cells[one] = cell
    }
  }

  /// Adds other walks.
  mutating func add(_ other: SenseTable) {
    for (one, cell) in other.cells {
      var sum = cells[one] ?? Cell()
      sum.hours += cell.hours
      for index in cell.scores.indices { sum.scores[index].add(cell.scores[index]) }
      cells[one] = sum
    }
  }

  /// The lines of a table in Markdown: of each sense false events a day / median delay / missed.
  ///
  /// - Parameter parts: The tables of which this one is the sum, such as one for each seed: with
  ///   several, false events have the least and the greatest number of a part.
  func markdown(spread parts: [SenseTable] = []) -> [String] {
    let names = Sense.allCases.map { "`\($0.rawValue)`" }.joined(separator: " | ")
    return [
      "| receiver | region | hours beside a border | crossings | \(names) |",
      "|---|---|---:|---:" + String(repeating: "|---:", count: Sense.allCases.count) + "|",
    ]
      + Class.all.compactMap { one in
        guard let cell = cells[one] else { return nil }
        let figures = cell.scores.indices.map { index in
          let days = parts.compactMap { $0.cells[one]?.falsePerDay(index) }.sorted()
          let spread =
            days.first.flatMap { least in
              days.count > 1 ? days.last.map { " (\(least.fixed(1)) to \($0.fixed(1)))" } : nil
            } ?? ""
          let day = (cell.falsePerDay(index).map { $0.fixed(1) } ?? "-") + spread
          let delay = cell.scores[index].delay(0.5).map { "\($0.fixed(1)) s" } ?? "-"
          let missed = cell.missed(index).map { "\((100 * $0).fixed(1)) %" } ?? "-"
          return "\(day) / \(delay) / \(missed)"
        }
        return "| \(one.hasVelocity ? "with Doppler" : "without Doppler") | "
          + "\(one.kind?.rawValue ?? "any, standing all the time") | \(cell.hours.fixed(1)) | "
          + "\(cell.scores[0].required) | \(figures.joined(separator: " | ")) |"
      }
  }

  /// The lines of Swift in `SenseFigures`.
  var swift: [String] {
    Class.all.flatMap { one in
      Sense.allCases.indices.compactMap { index in
        guard let kind = one.kind, let cell = cells[one], let day = cell.falsePerDay(index),
          let delay = cell.scores[index].delay(0.5), let missed = cell.missed(index)
        else { return nil }
        return "    Row(.\(kind), .\(Sense.allCases[index]), \(one.hasVelocity), \(day.fixed(1)), "
          + "\(delay.fixed(1)), \(missed.fixed(3))),"
      }
    }
  }
}
