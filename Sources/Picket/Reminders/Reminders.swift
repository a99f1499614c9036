package import Geofence

/// Decides when the carrier is reminded that it is on the wrong side of a region's border.
///
/// The crossing to the wrong side begins the reminders of a region; so does a first fix there. The
/// crossing back ends them; so does the carrier, or the last reminder. They wait while no position
/// can be trusted. This type reads no clock: it is given the findings of a monitor and the
/// time. Earlier deadlines are applied before a finding, so a late call changes no result.
package struct Reminders: Sendable {
  /// The reminders of one region since the crossing.
  fileprivate struct Run: Codable, Hashable {
    /// The time of the last reminder, or of the crossing if none has come.
    var last: Instant
    var count = 0
    var hasEnded = false
  }

  /// The time of the next reminder; `nil` when none is due, and while no position can be trusted.
  package private(set) var deadline: Instant?

  private var rules: [String: ReminderRule] = [:]
  private var runs: [String: Run] = [:]
  // The reminders from before a restart, for regions whose state is not known yet.
  private var earlier: [String: SavedReminder]
  // The next change of hours, as of the last time that states were adopted.
  private var hoursChange: Timestamp?
  // No reminder comes before this instant; `nil` while no position can be trusted.
  private var earliest: Instant?

  /// The first fixes after a gap may prove that the carrier is back: a reminder waits for them.
  private static let settling = Duration.seconds(10)

  /// Creates the reminders of regions.
  ///
  /// - Parameter earlier: The reminders that came before a restart, by their region.
  package init(_ regions: [Region] = [], earlier: [String: SavedReminder] = [:]) {
    self.earlier = earlier
    setRules(of: regions)
  }

  // MARK: Time

  /// Whether `advance` can find something without a finding of the monitor.
  ///
  /// - Parameter nextHoursChange: The monitor's value; passing the monitor would copy it at each
  ///   fix.
  package func isDue(at instant: Instant, nextHoursChange: Timestamp?) -> Bool {
    hoursChange != nextHoursChange || deadline.map { $0 <= instant } ?? false
  }

  /// Whether any region has reminders.
  package var isUsed: Bool { !rules.isEmpty }

  /// Finds the reminders that are due by an instant, given the monitor's findings by then.
  ///
  /// - Parameters:
  ///   - monitor: The monitor after these findings.
  ///   - everywhere: Whether states may have changed without a finding, as after a reload.
  package mutating func advance(
    _ findings: [Finding], to instant: Instant, _ monitor: RegionMonitor, everywhere: Bool = false
  ) -> [Reminder] {
    guard isUsed, let fix = monitor.lastFix else { return [] }
    var reminders: [Reminder] = []
    var everywhere = everywhere
    var changed: Set<String> = []
    for finding in findings {
      switch finding {
      case .event(let event):
        guard event.kind.isCrossing, let rule = rules[event.region] else { continue }
        let moment = min(instant, fix.instant(of: event.time))
        addDue(before: moment, monitor, fix, to: &reminders)
        let isWrong = rule.side.isSide(of: event.kind == .enter ? .inside : .outside)
        runs[event.region] = isWrong ? Run(last: moment) : nil
        earlier[event.region] = nil
        changed.insert(event.region)
      case .blind(let since):
        let moment = since.map { fix.instant(of: $0).advanced(by: monitor.patience) }
        addDue(before: min(instant, moment ?? instant), monitor, fix, to: &reminders)
        earliest = nil
      case .sighted:
        earliest = fix.instant.advanced(by: Self.settling)
        // The first fix gives regions that are far away their state without a finding.
        everywhere = true
      case .determined(let region, _), .expired(let region), .resumed(let region):
        changed.insert(region)
      case .cue, .noted: break
      }
    }
    var start = instant
    if hoursChange != monitor.nextHoursChange {
      // Counted from the change, even if it is found later: a replay finds it at the next fix.
      if let hoursChange { start = min(instant, fix.instant(of: hoursChange)) }
      addDue(before: start, monitor, fix, to: &reminders)
      hoursChange = monitor.nextHoursChange
      everywhere = true
    }
    for region in everywhere ? Array(rules.keys) : Array(changed) {
      adoptState(of: region, monitor, fix, at: start)
    }
    addDue(before: instant.advanced(by: .nanoseconds(1)), monitor, fix, to: &reminders)
    setDeadline()
    return reminders
  }

  /// Adds the reminders that were due before an instant, in their order.
  private mutating func addDue(
    before limit: Instant, _ monitor: RegionMonitor, _ fix: TrustedFix,
    to reminders: inout [Reminder]
  ) {
    guard let earliest else { return }
    var added: [(due: Instant, reminder: Reminder)] = []
    // All regions at once: thousands may be due together, as they began together.
    for region in Array(runs.keys) {
      guard let rule = rules[region], var run = runs[region], !run.hasEnded,
        max(earliest, run.last.advanced(by: rule.interval)) < limit
      else { continue }
      // A region that has expired by a date that is not proven has no reminders.
      guard monitor.state(of: region) != nil else {
        runs[region] = nil
        continue
      }
      while !run.hasEnded, case let due = max(earliest, run.last.advanced(by: rule.interval)),
        due < limit
      {
        run.count += 1
        run.last = due
        run.hasEnded = run.count > rule.most
        let time = fix.time.advanced(by: fix.instant.duration(to: due))
        added.append(
          (due, Reminder(region: region, number: run.count, most: rule.most, time: time)))
      }
      runs[region] = run
    }
    added.sort { ($0.due, $0.reminder.region) < ($1.due, $1.reminder.region) }
    reminders += added.map(\.reminder)
  }

  private mutating func setDeadline() {
    deadline = nil
    guard let earliest else { return }
    for (region, run) in runs where !run.hasEnded {
      guard let rule = rules[region] else { continue }
      deadline = .earliest(deadline, max(earliest, run.last.advanced(by: rule.interval)))
    }
  }

  // MARK: Regions

  /// Adopts other regions from an instant on; regions that remain keep their reminders.
  package mutating func watch(_ regions: [Region], _ monitor: RegionMonitor, at instant: Instant) {
    setRules(of: regions)
    if monitor.lastFix != nil, monitor.blindSince == nil {
      // A shorter interval counts from now on.
      earliest = max(earliest ?? instant, instant)
    }
    setDeadline()
  }

  private mutating func setRules(of regions: [Region]) {
    rules = [:]
    // Only read in place: very many regions would take long to copy.
    for place in regions.indices where regions[place].isEnabled {
      if let reminder = regions[place].reminder { rules[regions[place].id] = reminder }
    }
    runs = runs.filter { rules[$0.key] != nil }
    earlier = earlier.filter { rules[$0.key] != nil }
  }

  /// Begins or ends the reminders of a region by its state.
  ///
  /// A state may become known without an event: by the first fix, or if none is reported. The end
  /// of a region's hours ends its reminders; their beginning begins them, if the carrier is on the
  /// wrong side.
  private mutating func adoptState(
    of region: String, _ monitor: RegionMonitor, _ fix: TrustedFix, at instant: Instant
  ) {
    guard let rule = rules[region] else { return }
    guard monitor.hours(of: region)?.isActive ?? true, monitor.orderSilence(of: region) == nil
    else {
      runs[region] = nil
      earlier[region] = nil
      return
    }
    switch monitor.side(of: region) {
    case .unknown?: runs[region] = nil
    case let state? where rule.side.isSide(of: state):
      if runs[region] == nil { begin(region, rule, fix, at: instant) }
    case _:
      runs[region] = nil
      earlier[region] = nil
    }
  }

  private mutating func begin(
    _ region: String, _ rule: ReminderRule, _ fix: TrustedFix, at instant: Instant
  ) {
    guard let saved = earlier.removeValue(forKey: region) else {
      runs[region] = Run(last: instant)
      return
    }
    // The receiver's clock may be wrong: the result is neither in the future nor long overdue.
    let gone = saved.last.map { min(rule.interval, max(.zero, $0.duration(to: fix.time))) }
    runs[region] = Run(
      last: instant.advanced(by: .zero - (gone ?? .zero)), count: saved.count,
      hasEnded: saved.hasEnded)
  }

  // MARK: The carrier

  /// Ends reminders until the next crossing: the carrier has acknowledged them.
  ///
  /// - Parameters:
  ///   - region: The region whose reminders end; `nil` for all regions.
  ///   - pressed: The time at which the button was pressed; reminders that began later go on.
  /// - Returns: The regions whose reminders ended, in order.
  package mutating func acknowledge(
    _ region: String? = nil, pressed: Instant? = nil
  ) -> [String] {
    var ended: [String] = []
    for (id, run) in runs where !run.hasEnded && id == region ?? id {
      if run.count == 0, let pressed, run.last > pressed { continue }
      runs[id]?.hasEnded = true
      ended.append(id)
    }
    for (id, saved) in earlier where !saved.hasEnded && id == region ?? id {
      earlier[id]?.hasEnded = true
      ended.append(id)
    }
    setDeadline()
    return ended.sorted()
  }

  /// The running reminders, in the order of their regions.
  package var running: [RunningReminder] {
    runs.compactMap { region, run in
      guard !run.hasEnded, let rule = rules[region] else { return nil }
      return RunningReminder(
        region: region, count: run.count, most: rule.most,
        due: earliest.map { max($0, run.last.advanced(by: rule.interval)) })
    }.sorted { $0.region < $1.region }
  }

  /// The running reminders, each with the time until the next one.
  func running(at present: Present) -> [(running: RunningReminder, left: Duration?)] {
    running.map { ($0, $0.due.map { max(.zero, present.instant.duration(to: $0)) }) }
  }

  /// The number of regions on whose wrong side the carrier is.
  package var count: Int { runs.count }

  /// Whether reminders of any region are running.
  package var areRunning: Bool { runs.values.contains { !$0.hasEnded } }

  // MARK: Restarts

  /// The part that the state file keeps.
  ///
  /// - Parameter fix: The last trusted fix, for the times.
  package func saved(_ fix: TrustedFix?) -> [String: SavedReminder] {
    guard let fix else { return earlier }
    return earlier.merging(
      runs.mapValues { run in
        SavedReminder(
          count: run.count, hasEnded: run.hasEnded,
          last: fix.time.advanced(by: fix.instant.duration(to: run.last)))
      }
    ) { $1 }
  }
}

extension TrustedFix {
  /// The instant of a time near the time of the fix.
  fileprivate func instant(of other: Timestamp) -> Instant {
    instant.advanced(by: time.duration(to: other))
  }
}

extension Reminders {
  /// All that earlier findings have led to, for a replay of a walk.
  package struct Snapshot: Codable, Sendable {
    fileprivate var runs: [String: Run]
    fileprivate var hoursChange: Timestamp?
    fileprivate var earliest: Instant?
  }

  /// All that earlier findings have led to; `nil` without reminders.
  package var snapshot: Snapshot? {
    isUsed ? Snapshot(runs: runs, hoursChange: hoursChange, earliest: earliest) : nil
  }

  /// Creates reminders that continue from a snapshot.
  package init(_ regions: [Region], snapshot: Snapshot?) {
    self.init(regions)
    guard let snapshot else { return }
    (runs, hoursChange, earliest) = (snapshot.runs, snapshot.hoursChange, snapshot.earliest)
    setDeadline()
  }
}
