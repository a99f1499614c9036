internal import Geofence
internal import Notation
internal import Outputs
internal import Records
internal import System

/// From the monitor to the outputs, the journal and the walk.
extension Session {
  /// Turns findings into directives.
  ///
  /// - Parameter now: The real time, not the time of the fixes.
  mutating func apply(_ findings: [Finding], at now: Instant) {
    guard !findings.isEmpty else { return }
    logDetermined(findings)
    for finding in findings {
      switch finding {
      case .event(let event): apply(event, at: now)
      case .determined, .noted: break
      case .expired(let region):
        directives.append(.log(.notice, "\(region): expired, no longer watched"))
        note(.expired, region, at: now)
      case .resumed(let region):
        let text = "\(region): watched again; the receiver has corrected its date"
        directives.append(.log(.notice, text))
        note(.resumed, region, at: now)
      case .blind(let since): becomeBlind(since, at: now)
      case .sighted(let time, let unseen): becomeSighted(time, unseen, at: now)
      case .cue(let cue, _):
        let last = guidance.log.last?.region
        apply(cue, isCrossed: findings.contains { $0.changesState(of: last) }, at: now)
      }
    }
    // A cue changes no state: it is not worth a write to the card.
    guard findings.contains(where: { !$0.isCue }) else { return }
    // Nor is sight that comes and goes all day: the state is written every ten minutes anyway.
    let isSight = findings.allSatisfy { $0.isCue || $0.isSight }
    if !isSight || !repeated.isWaiting(.sight) { save(at: now) }
    show(at: now)
  }

  private mutating func apply(_ event: Event, at now: Instant) {
    let region = monitor.watching[event.region]
    directives.append(
      .play(
        region?.signal ?? event.kind.rawValue, event: event.sequence,
        cause: "\(event.kind.rawValue) \(event.region)", isMuted: region?.isMuted ?? false))
    directives.append(.event(event))
    noteAlarm(event, at: now)
    directives.append(.recordEvent(event))
    hindsight.note(event, event.isScheduled ? nil : monitor.grounds(of: event.region))
  }

  private mutating func becomeBlind(_ since: Timestamp?, at now: Instant) {
    let text = "no fix that can be trusted since \(since?.rfc3339 ?? "the start")"
    directives.append(.announce(.warning, "blind: \(text)"))
    noteSight(.blind, text, at: now)
    directives.append(.play("blind"))
    directives.append(.record(.blind(since: since)))
    alarms.becomeBlind(since: monitor.patience, at: pace.counted(now))
  }

  private mutating func becomeSighted(_ time: Timestamp, _ unseen: Duration?, at now: Instant) {
    let gap = unseen.map { " after \($0.inSeconds.secondsText())" } ?? ""
    directives.append(.announce(.notice, "sighted at \(time.rfc3339)\(gap)"))
    noteSight(.sighted, "sighted\(gap)", at: now)
    latest.sighted = monitor.lastFix
    endBlindAlarm()
    directives.append(.play("sighted"))
    directives.append(.record(.sighted(time, unseen: unseen)))
  }

  private mutating func noteSight(_ kind: Note.Kind, _ text: String, at now: Instant) {
    let merged = repeated.add(text, .sight, at: now)
    note(kind, text, merged: merged, at: now)
  }

  /// Logs the first states of regions, a limited number: the first fix may determine thousands.
  private mutating func logDetermined(_ findings: [Finding]) {
    var count = 0
    for case .determined(let region, let state) in findings {
      count += 1
      guard count <= Self.mostDetermined else { continue }
      directives.append(.log(.info, "\(region): \(state.rawValue)"))
    }
    guard count > Self.mostDetermined else { return }
    let more = count - Self.mostDetermined
    directives.append(
      .log(.info, "and the \(more == 1 ? "state" : "states") of \(more.counted("more region"))"))
  }

  private static var mostDetermined: Int { 20 }
}

extension Finding {
  fileprivate var isCue: Bool { if case .cue = self { true } else { false } }

  fileprivate var isSight: Bool {
    switch self {
    case .blind, .sighted: true
    default: false
    }
  }

  /// Whether the finding gives a region another state.
  fileprivate func changesState(of region: String?) -> Bool {
    switch self {
    case .event(let event): event.region == region && event.kind.isCrossing && !event.isScheduled
    case .determined(let id, _): id == region
    default: false
    }
  }
}
