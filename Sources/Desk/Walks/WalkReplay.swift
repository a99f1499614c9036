package import Geofence
package import Notation
internal import Outputs
internal import Picket
internal import System

/// Plays a walk: the same fixes, deadlines and changes of the regions in the same order.
///
/// With what was recorded it finds the same events, to the last digit. With
/// other regions or another configuration it starts from the states that were
/// known, and deadlines are its own.
package struct WalkReplay: ~Copyable {
  /// What a replay uses in place of what was recorded.
  package struct Settings: Sendable {
    /// The regions, in place of all that were recorded.
    package var regions: [Region]
    /// How long without a trusted fix makes it blind.
    package var blindLimit: Duration?
    /// The device whose fixes alone are taken.
    package var device: String?

    /// Creates settings.
    package init(regions: [Region], blindLimit: Duration? = nil, device: String? = nil) {
      self.regions = regions
      self.blindLimit = blindLimit
      self.device = device
    }
  }

  /// What it is played on.
  package private(set) var replay: CaptureReplay

  /// Warnings for a person, such as that regions have been changed since.
  package let notices: [Problem]

  /// How many reports were played.
  package private(set) var reports = 0

  private var steps: ArraySlice<(step: Step, report: Int)>
  private let arrivals: [Int: Arrival]

  /// What happens between two reports.
  fileprivate enum Step {
    case due(Instant)
    case regions([Region], at: Instant?)
  }

  /// Creates a replay of a walk.
  ///
  /// - Parameter settings: What to use in place of what was recorded.
  /// - Throws: `Problems` with the regions of the walk.
  package init(_ walk: Walk, settings: Settings? = nil) throws(Problems) {
    var notices = walk.notices
    let first = if let settings { settings.regions } else { try walk.regions() }
    let start = walk.start
    let isUnchanged = settings == nil ? walk.hasItsRegions : false
    if settings == nil, !isUnchanged {
      notices.append(
        Problem(
          file: walk.folder.file(WalkFolder.regions(1)),
          wrong: "the file has been changed since the walk was recorded: events may differ",
          severity: .warning))
    }
    let before = isUnchanged ? start.before : nil
    let steps = try walk.steps(withDeadlines: before != nil, withRegions: settings == nil)
    self.steps = steps[...]
    self.notices = notices
    arrivals = walk.arrivals
    if let before {
      replay = CaptureReplay(regions: first, after: before)
    } else {
      replay = CaptureReplay(
        regions: first, blindLimit: settings?.blindLimit ?? start.blindLimit,
        device: settings.map(\.device) ?? start.device, memory: start.memory)
    }
  }

  /// Plays the next line of the reports and returns what has come about since the last one.
  package mutating func play(_ line: LineSplitter.Line) -> [Finding] {
    let findings = between()
    reports += 1
    return findings + replay.play(line, arrivals[reports] ?? .unknown)
  }

  /// Returns what came about after the last report.
  package mutating func finish() -> [Finding] { between() }

  private mutating func between() -> [Finding] {
    var findings: [Finding] = []
    while let (step, report) = steps.first, report <= reports {
      steps.removeFirst()
      switch step {
      case .due(let instant): findings += replay.deadlineReached(at: instant)
      case .regions(let regions, let instant): replay.watch(regions, at: instant)
      }
    }
    return findings
  }
}

extension Walk {
  /// What happened between reports that leads to something.
  fileprivate func steps(
    withDeadlines: Bool, withRegions: Bool
  ) throws(Problems) -> [(step: WalkReplay.Step, report: Int)] {
    var steps: [(step: WalkReplay.Step, report: Int)] = []
    for (entry, report) in entries {
      switch entry {
      case .due(let instant) where withDeadlines: steps.append((.due(instant), report))
      case .regions(let file, let instant) where withRegions:
        // Without the deadlines the timeline is another one.
        let instant = withDeadlines ? instant : nil
        steps.append((.regions(try regions(in: file), at: instant), report))
      default: break
      }
    }
    return steps
  }

  /// When reports arrived, by their numbers from 1, where that matters.
  fileprivate var arrivals: [Int: Arrival] {
    var arrivals: [Int: Arrival] = [:]
    for case (.arrived(let instant, let elapsed), let report) in entries {
      arrivals[report] = .recorded(instant, elapsed: elapsed)
    }
    return arrivals
  }

  /// Whether the file of the regions is the one that was recorded.
  fileprivate var hasItsRegions: Bool {
    (try? regionsText(WalkFolder.regions(1))).map(isUnchanged) ?? false
  }

  /// How the events of a replay differ from those of the walk, a line each.
  ///
  /// - Parameter reports: How many reports were played: events after them are not expected.
  package func differences(to played: [String], reports: Int) -> [String] {
    let recorded = entries.compactMap { entry, report -> String? in
      guard case .event(let json) = entry, report <= reports else { return nil }
      return json
    }
    return recorded.filter { !played.contains($0) }.map { "not played: \($0)" }
      + played.filter { !recorded.contains($0) }.map { "not recorded: \($0)" }
  }
}
