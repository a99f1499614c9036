import Dispatch
internal import Geofence
internal import Notation
internal import Outputs
internal import Receiver
internal import System

/// From gpsd to the monitor.
extension Controller {
  func receive(_ message: GPSDClient.Message) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard case .line(.whole(let bytes), let arrival) = message else {
      if case .line(.tooLong, _) = message {
        tally.countUnreadable()
        complain("gpsd sent a line longer than 32 kB; it was left out")
      }
      if case .lost = message { toldRelease = nil }
      tell(reception.after(message))
      return rearm()
    }
    walks?.add(report: bytes, at: time)
    let report = decoder.decode(bytes)
    switch report {
    case .fix(let fix):
      let counts = receiver.follows(fix, at: pace.counted(arrival))
      if counts { (latest.report, latest.reported) = (fix, pace.counted(arrival)) }
      take(fix, at: arrival)
      if !counts { return rearm() }
    // Most of all that comes, and nothing is due any sooner because of it.
    case .sky: return (latest.sky, latest.skyArrived) = (bytes, pace.counted(arrival))
    case .other: return
    case .unreadable(let reason):
      tally.countUnreadable()
      complain("gpsd sent a line that cannot be read: \(reason)")
    case .error(let reason): complain("gpsd says: \(reason)")
    case .version(let release):
      latest.gpsd = release
      // A receiver that is silent has the connection made anew every 12 s.
      if release != toldRelease { complain("connected to gpsd \(release)", .info) }
      toldRelease = release
    case .devices, .device: break
    }
    tell(reception.after(report, device: configuration.gpsd.device))
    rearm()
  }

  func take(_ fix: Fix, at arrival: Instant) {
    let verdict = judge(fix, at: pace.counted(arrival))
    tally.count(verdict)
    defer { tellWatchers(fix, verdict) }
    switch verdict {
    case .trusted(let fix):
      // Before the signals that it leads to.
      annunciator.set(clock(of: fix), at: arrival)
      latest.rejection = nil
      take(monitor.receive(fix), at: arrival)
      // After the outputs: nobody waits for it.
      hindsight.note(fix, &monitor)
    case .rejected(let reason):
      if reason != .otherDevice { latest.rejection = reason }
      hindsight.note(reason, time: time, at: moment)
      guard toldRejections.insert(reason).inserted else { return }
      Log.write(.info, "a fix was rejected: \(reason.rawValue); more of the kind are only counted")
    }
  }

  /// The clock that a fix sets.
  private func clock(of fix: TrustedFix) -> WallClock {
    let instant = pace.actual(fix.instant.advanced(by: .zero - filter.timelineLead))
    return WallClock(fix.time, at: instant, speed: pace.factor)
  }

  /// Logs what gpsd said, unless it says too much: a log is not gpsd's to fill.
  func complain(_ text: String, _ priority: Log.Priority = .warning) {
    guard complaints.spend(at: MonotonicClock.now) == nil else { return leftOut += 1 }
    let more = leftOut == 0 ? "" : "; \(leftOut) lines about gpsd were left out before this one"
    leftOut = 0
    Log.write(priority, text + more)
  }

  func tell(_ new: Reception) {
    guard new != reception else { return }
    reception = new
    defer { tellStatus() }
    // One that changes at each line must not drive what matters out of the journal.
    guard receptions.spend(at: MonotonicClock.now) == nil else { return }
    Log.write(
      new.hasFix || new == .connected ? .notice : .warning, new.description,
      fields: ["reception": new.description])
    note(.gpsd, new.description)
  }

  func tellStatus() {
    let regions = monitor.inside
    annunciator.show(
      Status(reception, isBlind: monitor.blindSince != nil, isInside: !regions.isEmpty),
      insideOf: regions.map { monitor.regions[$0]?.category })
    let trouble = ledger.trouble.map { "; not written: \($0)" }.joined()
    // Another line in it would be another message to the service manager.
    Systemd.notify("STATUS=" + "\(reception); inside \(inside)\(trouble)".onOneLine)
  }

  /// The regions that the carrier is inside, for a person.
  var inside: String {
    let inside = monitor.inside
    return inside.isEmpty ? "none" : inside.named()
  }
}
