import Desk
import Geofence

/// How often the shown state was wrong for long although fixes came.
struct Integrity: Summable, Sendable {
  /// A state that is wrong by more than some metres for some seconds.
  struct Limit: Sendable {
    let metres: Double
    let seconds: Double

    /// The limits of the table.
    static let all = [
      Limit(metres: 10, seconds: 10), Limit(metres: 15, seconds: 15),
      Limit(metres: 20, seconds: 20), Limit(metres: 30, seconds: 20),
    ]
  }

  /// The episodes beyond each limit: of the state as it is shown, and of the side that was confirmed
  /// last, which `unsure` leaves out.
  private(set) var shown = Limit.all.map { _ in 0 }
  private(set) var sides = Limit.all.map { _ in 0 }
  // The seconds near a border, summed over the regions, and those of them in which the state is
  // not known, or is unsure.
  private var seconds = 0.0
  private var unknown = 0.0
  private var unsure = 0.0

  /// Farther from a border than this many metres, nobody asks for the state.
  private static let near = 200.0

  /// A longer time without a trusted fix, in seconds, begins new episodes.
  private static let gap = 10.0

  /// A fix counts for no more than this many seconds.
  private static let longest = 1.5

  /// Creates the figures of no walk.
  init() {}

  /// Plays a walk by Picket's rule.
  init(_ walk: TunedWalk, _ truth: Truth) {
    var open: [String: Episode] = [:]
    var last: Timestamp?
    walk.forEachEvidence(ReferenceRule.picket) { time, evidence in
      let step = last.map { $0.duration(to: time).inSeconds } ?? 0
      if step > Self.gap { open = [:] }
      last = time
      for one in evidence {
        guard let depth = truth.depth(in: one.region, at: time), truth.covers(time, one.region)
        else { continue }
        note(one.evidence, depth, min(Self.longest, step))
        let wrong = Self.wrong(one.evidence.state, depth)
        var episode = open[one.region] ?? Episode()
        episode.add(one.evidence.isUnsure ? 0 : wrong, at: time, to: &shown, \.shown)
        episode.add(wrong, at: time, to: &sides, \.sides)
        open[one.region] = episode
      }
    }
  }

  private mutating func note(_ evidence: Evidence, _ depth: Double, _ time: Double) {
    guard abs(depth) < Self.near else { return }
    seconds += time
    if evidence.state == .unknown { unknown += time }
    if evidence.isUnsure { unsure += time }
  }

  /// The metres by which a state is wrong.
  private static func wrong(_ state: RegionState, _ depth: Double) -> Double {
    switch state {
    case .inside: max(0, -depth)
    case .outside: max(0, depth)
    case .unknown, .unsure: 0
    }
  }

  /// Adds other walks.
  mutating func add(_ other: Integrity) {
    for index in shown.indices {
      shown[index] += other.shown[index]
      sides[index] += other.sides[index]
    }
    seconds += other.seconds
    unknown += other.unknown
    unsure += other.unsure
  }

  /// The lines of a table in Markdown.
  static func table(_ rows: [(name: String, row: Integrity)]) -> [String] {
    let limits = Limit.all.map { "\($0.metres.fixed(0)) m \($0.seconds.fixed(0)) s" }
    let names = limits.joined(separator: ", ")
    return [
      "| | shown: \(names) | unknown | unsure | side confirmed last: \(names) |",
      "|---|---:|---:|---:|---:|",
    ] + rows.map { "| \($0.name) | \($0.row.cells.joined(separator: " | ")) |" }
  }

  private var cells: [String] {
    func share(_ part: Double) -> String {
      seconds > 0 ? "\((100 * part / seconds).fixed(2)) %" : "-"
    }
    func counts(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: " / ") }
    return [counts(shown), share(unknown), share(unsure), counts(sides)]
  }
}

extension Integrity {
  /// The times since which the state of a region has been wrong by more than each limit.
  private struct Episode {
    var shown: [Since?] = Limit.all.map { _ in nil }
    var sides: [Since?] = Limit.all.map { _ in nil }

    /// The first fix of an episode, and whether it was counted.
    struct Since {
      let time: Timestamp
      var isCounted = false
    }

    /// Adds a fix at which the state was wrong by some metres.
    mutating func add(
      _ wrong: Double, at time: Timestamp, to counts: inout [Int],
      _ part: WritableKeyPath<Episode, [Since?]>
    ) {
      for (index, limit) in Limit.all.enumerated() {
        guard wrong > limit.metres else {
          self[keyPath: part][index] = nil
          continue
        }
        var since = self[keyPath: part][index] ?? Since(time: time)
        if !since.isCounted, since.time.duration(to: time).inSeconds >= limit.seconds {
          since.isCounted = true
          counts[index] += 1
        }
        self[keyPath: part][index] = since
      }
    }
  }
}
