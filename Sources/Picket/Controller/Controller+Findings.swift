internal import Geofence
internal import Notation
internal import Outputs
internal import System

/// From the monitor to the outputs and the journal.
extension Controller {
  /// - Parameter now: The real time, as far as it is known: signals count from it.
  func take(_ findings: [Finding], at now: Instant) {
    guard !findings.isEmpty else { return }
    logDetermined(findings)
    for finding in findings {
      tally.count(finding)
      switch finding {
      case .event(let event): take(event, at: now)
      case .determined: break
      case .expired(let region):
        Log.write(.notice, "\(region): expired, no longer watched")
        note(.expired, region)
      case .resumed(let region):
        Log.write(.notice, "\(region): watched again; the receiver has corrected its date")
        note(.resumed, region)
      case .blind(let since):
        let last = "no fix that can be trusted since"
        announce(.warning, "blind: \(last) \(since?.local ?? "the start")")
        note(.blind, "\(last) \(since?.rfc3339 ?? "the start")")
        play("blind", at: now)
      case .sighted(let time, let unseen):
        let gap = unseen.map { " after \($0.inSeconds.secondsText())" } ?? ""
        announce(.notice, "sighted at \(time.local)\(gap)")
        note(.sighted, "sighted\(gap)")
        latest.sighted = monitor.lastFix
        play("sighted", at: now)
      }
      walks?.note(finding)
    }
    save()
    tellStatus()
  }

  /// Logs first states: the first fix may give those of very many regions.
  private func logDetermined(_ findings: [Finding]) {
    var count = 0
    for case .determined(let region, let state) in findings {
      count += 1
      if count <= Self.mostDetermined { Log.write(.info, "\(region): \(state.rawValue)") }
    }
    guard count > Self.mostDetermined else { return }
    Log.write(.info, "and the states of \(count - Self.mostDetermined) more regions")
  }

  private static let mostDetermined = 20

  func take(_ event: Event, at now: Instant) {
    let own = monitor.regions[event.region]?.signal
    play(own ?? event.kind.rawValue, event: event.sequence, at: now)
    ledger.record(event)
    hindsight.note(event, monitor.grounds(of: event.region))
    guard Systemd.isJournal else { return }
    Log.write(
      .notice, "\(event.kind.rawValue) \(event.region)",
      fields: [
        "event": event.kind.rawValue, "region": event.region, "seq": String(event.sequence),
        "time": event.time.rfc3339,
      ])
  }

  /// Tells a person who watches, or else the log.
  func announce(_ priority: Log.Priority, _ line: String) {
    if Systemd.isJournal || console.isJSON {
      Log.write(priority, line)
    } else {
      console.show("    \(line)")
    }
  }
}
