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

  /// Whether a region's signals are for lights only.
  func isMuted(_ region: String) -> Bool { monitor.watching[region]?.isMuted ?? false }

  /// Turns reminders into directives.
  mutating func apply(_ due: [Reminder], at now: Instant) {
    guard !due.isEmpty else { return }
    for reminder in due {
      directives.append(
        .play(
          reminder.signal, cause: "reminder \(reminder.region)",
          isMuted: isMuted(reminder.region)))
      directives.append(.record(.reminder(reminder)))
      guard repeated.takesReminder(at: now) else { continue }
      directives.append(
        .note(Note(.reminder, reminder.words, time: reminder.time, regions: [reminder.region])))
      directives.append(.announce(.notice, "reminder: \(reminder.words)"))
    }
    save(at: now)
  }

  /// Ends the running reminders and alarms of all regions or of one: the carrier has acknowledged them.
  ///
  /// - Parameters:
  ///   - words: The reason for the end, for the journal.
  ///   - pressed: The time at which the button was pressed; what began later goes on.
  ///   - endsAlarms: Whether alarms end, too, which a mute does not do.
  /// - Returns: The regions whose reminders or alarms ended.
  @discardableResult
  mutating func endReminders(
    of region: String? = nil, _ words: String, pressed: Instant? = nil, endsAlarms: Bool = true,
    at now: Instant
  ) -> [String] {
    let reminded = reminders.acknowledge(region, pressed: pressed.map { moment(at: $0) })
    let alarmed =
      endsAlarms ? endAlarms(of: region, pressed: pressed, at: now) : (regions: [], isBlind: false)
    guard !reminded.isEmpty || !alarmed.regions.isEmpty || alarmed.isBlind else { return [] }
    if !reminded.isEmpty, !reminders.areRunning { directives.append(.withdrawReminders) }
    let regions = Set(reminded + alarmed.regions).sorted()
    let text = "\((regions + (alarmed.isBlind ? ["blind"] : [])).named()): \(words)"
    note(.acknowledged, text, at: now)
    directives.append(.record(.acknowledged(regions)))
    directives.append(.announce(.notice, "acknowledged: \(text)"))
    save(at: now)
    return regions + (alarmed.isBlind ? ["blind"] : [])
  }

  /// `acknowledge`: ends the reminders and alarms of all regions, or of one.
  mutating func acknowledge(_ request: Request, at now: Instant) throws(Refusal) -> Response {
    var region: String?
    if let name = try request.text("region") { region = try watchedRegion(name) }
    if reminders.areRunning || alarms.areOn { try limits.spendMute("acknowledge", at: now) }
    let ended = endReminders(of: region, "acknowledged by a command", at: now)
    return .fields {
      var answer = AcknowledgeAnswer()
      answer.acknowledged.shown = ended
      return answer.json
    }
  }

  /// The running reminders, each with the time until the next one.
  func runningReminders(at moment: Instant) -> [(running: RunningReminder, left: Duration?)] {
    reminders.running.map { ($0, $0.due.map { max(.zero, moment.duration(to: $0)) }) }
  }
}
