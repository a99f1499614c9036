internal import Geofence
internal import Notation
internal import Outputs
internal import Records

/// The reminders of a carrier on the wrong side of a border.
extension Session {
  /// Finds the reminders that are due by an instant; most fixes have none.
  ///
  /// - Parameters:
  ///   - findings: The findings of the monitor by then.
  ///   - everywhere: Whether states may have changed without a finding.
  mutating func dueReminders(
    _ findings: [Finding], to instant: Instant, everywhere: Bool = false
  ) -> [Reminder] {
    guard reminders.isUsed,
      !findings.isEmpty || everywhere
        || reminders.isDue(at: instant, nextHoursChange: path.decider.nextHoursChange)
    else { return [] }
    let before = reminders.count
    let due = reminders.advance(findings, to: instant, path.decider, everywhere: everywhere)
    if reminders.count < before, !reminders.areRunning { directives.append(.withdrawReminders) }
    return due
  }

  /// Turns reminders into directives.
  mutating func apply(_ due: [Reminder], at now: Instant) {
    guard !due.isEmpty else { return }
    for reminder in due {
      directives.append(.play(reminder.signal, cause: "reminder \(reminder.region)"))
      directives.append(.record(.reminder(reminder)))
      // The reminders of thousands of regions must not push events out of the journal.
      guard reminderBudget.spend(at: now) == nil else { continue }
      directives.append(
        .note(Note(.reminder, reminder.words, time: reminder.time, regions: [reminder.region])))
      directives.append(.announce(.notice, "reminder: \(reminder.words)"))
    }
    save(at: now)
  }

  /// Ends the running reminders of all regions or of one: the carrier has acknowledged them.
  ///
  /// - Parameters:
  ///   - words: The reason for the end, for the journal.
  ///   - pressed: The time at which the button was pressed; reminders that began later go on.
  /// - Returns: The regions whose reminders ended.
  @discardableResult
  mutating func endReminders(
    of region: String? = nil, _ words: String, pressed: Instant? = nil, at now: Instant
  ) -> [String] {
    let ended = reminders.acknowledge(region, pressed: pressed.map { moment(at: $0) })
    guard !ended.isEmpty else { return [] }
    if !reminders.areRunning { directives.append(.withdrawReminders) }
    let text = "\(ended.named()): \(words)"
    note(.acknowledged, text, at: now)
    directives.append(.record(.acknowledged(ended)))
    directives.append(.announce(.notice, "acknowledged: \(text)"))
    save(at: now)
    return ended
  }

  /// `acknowledge`: ends the reminders of all regions, or of one.
  mutating func acknowledge(_ request: Request, at now: Instant) throws(Refusal) -> Response {
    var region: String?
    if let name = try request.text("region") { region = try watchedRegion(name) }
    // With the budget of mutes: marks must not keep a carrier from ending a sound.
    if reminders.areRunning { try Self.spend(&muteBudget, "acknowledge", at: now) }
    let ended = endReminders(of: region, "acknowledged by a command", at: now)
    return .fields {
      var line = JSONLine()
      line.add("acknowledged", ended, .names)
      return line
    }
  }

  /// The running reminders, each with the time until the next one.
  func runningReminders(at moment: Instant) -> [(running: RunningReminder, left: Duration?)] {
    reminders.running.map { ($0, $0.due.map { max(.zero, moment.duration(to: $0)) }) }
  }
}
