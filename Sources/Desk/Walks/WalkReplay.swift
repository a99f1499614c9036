package import Base
package import Board
package import Geofence
package import Picket

/// Plays a walk: the same fixes, deadlines and changes of the regions in the same order.
///
/// With the recorded regions and configuration, the replay finds the same events, to the
/// last digit. With others, the replay starts from the recorded states, and finds the
/// deadlines itself.
package struct WalkReplay: ~Copyable {
  /// The settings that a replay uses instead of the recorded ones.
  package struct Settings: Sendable {
    /// The regions, instead of all recorded ones.
    package var regions: [Region]
    /// The time without a trusted fix after which the carrier is blind.
    package var blindLimit: Duration?
    /// The only device whose fixes are used.
    package var device: String?

    /// Creates settings.
    package init(regions: [Region], blindLimit: Duration? = nil, device: String? = nil) {
      self.regions = regions
      self.blindLimit = blindLimit
      self.device = device
    }
  }

  /// The replay of the reports.
  package private(set) var replay: CaptureReplay

  /// Warnings for a person, such as that regions have been changed since.
  package let notices: [Problem]

  /// The number of reports played.
  package private(set) var reports = 0

  private var steps: ArraySlice<(step: Interlude, report: Int)>
  private let arrivals: [Int: Arrival]

  /// A step between two reports.
  fileprivate enum Interlude {
    case due(Instant)
    case cueAcknowledged(Instant)
    case courseReset
    case regions([Region], at: Instant?)
    case acknowledged([String])
    case receiver([String])
  }

  /// Creates a replay of a walk.
  ///
  /// - Parameters:
  ///   - settings: The settings to use instead of the recorded ones.
  ///   - sense: The sense of the recorded regions without their own, in place of the recorded one.
  ///   - outputs: The outputs whose switching is found, too.
  /// - Throws: `Problems` of the walk's regions.
  package init(
    _ walk: Walk, settings: Settings? = nil, sense: Sense? = nil, outputs: [Output] = []
  ) throws(Problems) {
    var notices = walk.notices
    let first = if let settings { settings.regions } else { try walk.regions(sense: sense) }
    let start = walk.start
    let isUnchanged = settings == nil ? walk.hasItsRegions : false
    if settings == nil, !isUnchanged {
      notices.append(
        Problem(
          file: walk.folder.file(WalkFolder.regions(1)),
          wrong: "the file has been changed since the walk was recorded: events may differ",
          severity: .warning))
    }
    let before = isUnchanged && sense == nil ? start.before : nil
    let isSameDevice = settings.map { $0.device == start.device } ?? true
    let steps = try walk.steps(
      withDeadlines: before != nil, withRegions: settings == nil, sense: sense,
      withReceiver: isSameDevice)
    self.steps = steps[...]
    self.notices = notices
    arrivals = walk.arrivals
    if let before {
      replay = CaptureReplay(regions: first, after: before, outputs: outputs)
    } else {
      replay = CaptureReplay(
        regions: first, blindLimit: settings?.blindLimit ?? start.blindLimit,
        device: settings.map(\.device) ?? start.device, memory: start.memory,
        outputs: outputs)
    }
    if isSameDevice { replay.use(start.before?.names ?? []) }
  }

  /// Plays the next line of the reports and returns all findings since the previous line.
  package mutating func play(_ line: LineSplitter.Line) -> [Finding] {
    let findings = between()
    reports += 1
    return findings + replay.play(line, arrivals[reports] ?? .unknown)
  }

  /// Removes and returns the reminders since the last call.
  package mutating func nextReminders() -> [Reminder] { replay.nextReminders() }

  /// Removes and returns the relays and servos that were switched since the last call.
  package mutating func nextSwitchings() -> [CaptureReplay.Switching] { replay.nextSwitchings() }

  /// Returns the findings after the last report.
  package mutating func finish() -> [Finding] { between() }

  private mutating func between() -> [Finding] {
    var findings: [Finding] = []
    while let (step, report) = steps.first, report <= reports {
      steps.removeFirst()
      switch step {
      case .due(let instant): findings += replay.deadlineReached(at: instant)
      case .acknowledged(let regions): replay.acknowledge(regions)
      case .cueAcknowledged(let instant): findings += replay.acknowledgeCue(at: instant)
      case .courseReset: replay.resetCourse()
      case .receiver(let paths): replay.use(Set(paths))
      case .regions(let regions, let instant): replay.watch(regions, at: instant)
      }
    }
    return findings
  }
}

extension Walk {
  /// The entries that a replay plays between reports.
  fileprivate func steps(
    withDeadlines: Bool, withRegions: Bool, sense: Sense?, withReceiver: Bool
  ) throws(Problems) -> [(step: WalkReplay.Interlude, report: Int)] {
    var steps: [(step: WalkReplay.Interlude, report: Int)] = []
    for (entry, report) in entries {
      switch entry {
      case .due(let instant) where withDeadlines: steps.append((.due(instant), report))
      case .acknowledged(let regions): steps.append((.acknowledged(regions), report))
      case .receiver(let paths) where withReceiver: steps.append((.receiver(paths), report))
      case .cueAcknowledged(let instant) where withDeadlines:
        steps.append((.cueAcknowledged(instant), report))
      case .courseReset: steps.append((.courseReset, report))
      case .regions(let file, let instant) where withRegions:
        // Without the recorded deadlines, recorded instants do not fit the replay's own time.
        let instant = withDeadlines ? instant : nil
        steps.append((.regions(try regions(in: file, sense: sense), at: instant), report))
      default: break
      }
    }
    return steps
  }

  /// The recorded arrivals of reports, by their numbers from 1.
  fileprivate var arrivals: [Int: Arrival] {
    var arrivals: [Int: Arrival] = [:]
    for case (.arrived(let instant, let elapsed), let report) in entries {
      arrivals[report] = .recorded(instant, elapsed: elapsed)
    }
    return arrivals
  }

  /// Whether the file of the regions is unchanged since the recording.
  fileprivate var hasItsRegions: Bool {
    (try? regionsText(WalkFolder.regions(1))).map(isUnchanged) ?? false
  }

  /// The differences of a replay's events and reminders from those of the walk, one line each.
  ///
  /// - Parameter reports: The number of played reports: later events are not expected.
  package func differences(to played: [String], reports: Int) -> [String] {
    let recorded = entries.compactMap { entry, report -> String? in
      guard report <= reports else { return nil }
      return switch entry {
      case .event(let json): json
      case .reminder(let reminder): reminder.json
      default: nil
      }
    }
    return recorded.filter { !played.contains($0) }.map { "not played: \($0)" }
      + played.filter { !recorded.contains($0) }.map { "not recorded: \($0)" }
  }
}
