internal import Geofence
internal import Notation
internal import Outputs
internal import Receiver
internal import System

/// From gpsd to the monitor.
extension Session {
  /// Receives the input from gpsd's connection.
  ///
  /// - Parameter now: The time of its arrival.
  /// - Returns: Whether the deadline may have changed.
  mutating func receive(_ message: GPSDClient.Message, at now: Instant) -> Bool {
    let before = path.reception
    guard case .line(let line, _) = message else {
      if case .lost = message { receiverLog.loseConnection() }
      path.receive(message)
      reportReception(after: before, at: now)
      return true
    }
    let step = path.receive(line, .live(pace.counted(now)))
    switch step.report {
    case .fix(let fix):
      if step.isFollowed { (latest.report, latest.reported) = (fix, pace.counted(now)) }
      applyJudgment(step.findings, at: now)
    // The most frequent reports; they change no deadline.
    case .sky:
      if case .whole(let bytes) = line {
        latest.keep(sky: bytes, at: pace.counted(now))
      }
      return false
    case .other: return false
    case .unreadable where path.reception.isStranger: break
    case .mistyped(let mistake):
      guard receiverLog.isNew(field: mistake.field) else { break }
      log("a report cannot be used: \(mistake.words); more of this kind are only counted", at: now)
    case .unreadable(let reason):
      log("gpsd sent a line that cannot be read: \(reason)", at: now)
    case .error(let reason): log("gpsd reports: \(reason)", at: now)
    case .version(let release):
      latest.gpsd = release
      if receiverLog.isNew(release: release) {
        log("connected to gpsd \(release)", .info, at: now)
      }
    case .devices, .device: break
    }
    reportReception(after: before, at: now)
    return true
  }

  /// Applies the judgment of a fix and its findings.
  private mutating func applyJudgment(_ findings: [Finding], at now: Instant) {
    guard let verdict = path.verdict else { return }
    if case .recorded(let instant, let elapsed)? = path.neededArrival {
      directives.append(.record(.arrived(instant, elapsed: elapsed)))
    }
    switch verdict {
    case .trusted(let fix):
      // The clock is set before the signals that the fix leads to.
      directives.append(.clock(clock(of: fix), at: now))
      latest.rejection = nil
      reportDate(of: fix, at: now)
      apply(dueReminders(findings, to: fix.instant, everywhere: fix.restarts), at: now)
      apply(findings, at: now)
      reportDoubt(at: now)
      holdIfDue(at: now)
      find(at: now)
    case .rejected(let reason):
      if reason != .otherDevice { latest.rejection = reason }
      hindsight.note(reason, time: time(at: now), at: moment(at: now))
      guard receiverLog.isNew(reason) else { return }
      let text = "a fix was rejected: \(reason.rawValue); more of this kind are only counted"
      directives.append(.log(.info, text))
    }
  }

  /// Keeps the fix of the last report for answers.
  ///
  /// The owner calls it once for each report, after it has carried out the directives: no line should
  /// wait for it.
  mutating func keepForAnswers() {
    guard case .trusted(let fix)? = path.verdict else { return }
    hindsight.note(fix, &path.decider)
    anchors.add(fix)
  }

  /// Reports a date that cannot be right, once, and that it is right again.
  private mutating func reportDate(of fix: TrustedFix, at now: Instant) {
    guard receiverLog.isNew(isDateImpossible: fix.isDateImpossible) else { return }
    let text =
      fix.isDateImpossible
      ? "the receiver's date, \(fix.time.rfc3339), cannot be right: it is before this program was "
        + "made; hours and expires do not count; see picket doctor"
      : "the receiver has corrected its date: it is \(fix.time.rfc3339)"
    directives.append(.log(.warning, text))
    note(.gpsd, text, at: now)
  }

  /// The clock that a fix sets.
  private func clock(of fix: TrustedFix) -> WallClock {
    let instant = pace.actual(fix.instant.advanced(by: .zero - path.timelineLead))
    return WallClock(fix.time, at: instant, speed: pace.factor)
  }

  // MARK: Reporting

  /// Logs a line about gpsd, if there is room for it.
  private mutating func log(
    _ text: String, _ priority: Log.Priority = .warning, at now: Instant
  ) {
    if let line = receiverLog.line(text, priority, at: now) { directives.append(line) }
  }

  private mutating func reportReception(after before: Reception, at now: Instant) {
    let reception = path.reception
    guard reception != before else { return }
    // A reception that changes with each line must not push events out of the journal.
    let text = reception.description
    let merged = repeated.add(text, .reception, at: now)
    if merged != nil || receiverLog.takesRoom(at: now) {
      let isGood = reception.hasFix || reception == .connected
      directives.append(.log(isGood ? .notice : .warning, text, fields: ["reception": text]))
    }
    note(.gpsd, text, merged: merged, at: now)
    show(at: now)
  }
}
