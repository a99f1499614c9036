package import Base
package import Geofence
internal import Records

/// The parts of an explanation.
extension WhyAccount {
  /// The time of an event, and the evidence for it.
  package func account(of event: Event) -> [Reason] {
    var parts: [Reason] = []
    if event.isScheduled {
      parts.append(Reason(event.kind == .enter ? "event.hoursInside" : "event.hoursOutside"))
    }
    if let crossed = event.crossed {
      let seconds = crossed.duration(to: event.time).inSeconds
      parts.append(
        Reason("event.crossed", ["time": Self.time(crossed), "seconds": .tenths(seconds)]))
    }
    if let blind = event.blind {
      parts.append(Reason("event.unseen", ["seconds": .tenths(blind.inSeconds)]))
    }
    let instant = instant(of: event)
    let at = steps.first { step in instant.map { step.instant >= $0 } ?? false } ?? steps.last
    if let at { parts.append(Self.depth("event.at", at.evidence.depth)) }
    let lines = [line(event, parts)]
    guard event.blind == nil, let grounds else { return lines }
    let before = steps.last { step in instant.map { step.instant < $0 } ?? false }
    return lines + [grounds.said(hasWaited: before?.evidence.isLingering ?? false)]
  }

  /// The time of an event of a limit of speed, and the speed.
  func account(ofPace event: Event) -> Reason? {
    event.topSpeed.map { speed in
      var values: [String: Reason.Value] = ["speed": .tenths(speed)]
      if let seconds = event.duration?.inSeconds { values["seconds"] = .tenths(seconds) }
      let code = values.count == 1 ? "event.speedOnly" : "event.speed"
      return line(event, [Reason(code, values)])
    }
  }

  /// An event, and what is said about it.
  func line(_ event: Event, _ parts: [Reason]) -> Reason {
    Reason(
      "event.\(event.kind.rawValue)",
      [
        "time": Self.time(event.time), "number": .count(event.sequence), "rest": .reasons(parts),
      ])
  }

  /// The state as it is shown.
  var shown: RegionState { isUnsure ? .unsure : state }

  /// The reason for which the state may no longer hold; `nil` when it holds.
  var doubt: Reason? {
    guard isUnsure else { return nil }
    let isBeyond = steps.last?.evidence.isDoubted == false
    return Reason(
      state == .inside ? "why.wasInside" : "why.wasOutside",
      ["reason": .reason(Reason(isBeyond ? "why.beyond" : "why.unbelieved"))])
  }

  /// The running reminders of a region.
  static func said(_ running: RunningReminder, left: Duration?) -> Reason {
    let next =
      left.map { Reason("reminder.next", ["seconds": .number($0.inSeconds.rounded())]) }
      ?? Reason("reminder.waits")
    let values: [String: Reason.Value] = [
      "region": .text(running.region), "number": .count(running.count),
      "most": .count(running.most),
    ]
    return .all([Reason("reminder.running", values), next])
  }

  /// The missing condition of a crossing that was not confirmed.
  func unconfirmed(_ excursion: Excursion) -> Reason {
    let length = excursion.start.instant.duration(to: excursion.end.instant).inSeconds
    let was = Reason(
      "past.was",
      [
        "start": Self.time(excursion.start.time), "length": .tenths(length),
        "metres": .tenths(excursion.best.evidence.past), "time": Self.time(excursion.best.time),
      ])
    return .all([
      was,
      Reason(
        excursion.state == .inside ? "past.noExit" : "past.noEntry",
        ["reason": .reasons(excursion.missing)]),
    ])
  }

  /// The missing condition of a crossing that is pending.
  func pending(_ excursion: Excursion) -> Reason {
    let now = excursion.end.evidence
    let wait = now.isLingering ? [Reason("lack.linger")] : excursion.missing
    return .all([
      Reason(
        "past.now",
        ["time": Self.time(excursion.start.time), "metres": .tenths(now.past)]),
      Reason(
        excursion.state == .inside ? "past.exitWaits" : "past.entryWaits",
        ["reason": .reasons(wait)]),
    ])
  }

  /// The closest approach without passing the border.
  package func approach(after instant: Instant?) -> Reason? {
    var candidates = steps.filter { step in
      step.evidence.state == state && (instant.map { step.instant > $0 } ?? true)
    }
    if instant != nil {
      // Right after a crossing the carrier is near the border: only a return is an approach.
      var farthest = Double.infinity
      candidates = candidates.filter { step in
        farthest = min(farthest, step.evidence.past)
        return step.evidence.past >= farthest + Self.comesBack
      }
    }
    guard let best = candidates.max(by: { $0.evidence.past < $1.evidence.past }) else { return nil }
    let metres = Reason.Value.tenths(abs(best.evidence.depth))
    guard state != .unknown else { return Reason("closest.unknown", ["metres": metres]) }
    let isInside = best.evidence.depth >= 0
    let code =
      instant == nil
      ? isInside ? "closest.inside" : "closest.outside"
      : isInside ? "closest.laterInside" : "closest.laterOutside"
    return Reason(code, ["metres": metres, "time": Self.time(best.time)])
  }

  /// The gaps without a trusted fix, and the fixes that were rejected.
  package var sight: [Reason] {
    var lines: [Reason] = []
    let trusted = moments.filter { $0.rejection == nil }
    for (one, next) in zip(trusted, trusted.dropFirst()) {
      let gap = one.instant.duration(to: next.instant)
      guard gap > .seconds(10) else { continue }
      lines.append(
        Reason("why.gap", ["seconds": .tenths(gap.inSeconds), "time": Self.time(one.time)]))
    }
    var rejected: [Rejection: Int] = [:]
    for moment in moments {
      if let reason = moment.rejection { rejected[reason, default: 0] += moment.count }
    }
    let reasons = Rejection.allCases.compactMap { reason in
      rejected[reason].map {
        Reason("rejection.count", ["count": .count($0), "reason": .reason(reason.said)])
      }
    }
    if !reasons.isEmpty { lines.append(Reason("why.rejected", ["list": .reasons(reasons)])) }
    return lines
  }

  /// The sources of the accuracy of the fixes; `nil` where they are unknown.
  var accuracy: Reason? {
    let sources = Set(moments.compactMap(\.accuracySource))
    let names = AccuracySource.allCases.filter(sources.contains).map(\.said)
    return names.isEmpty ? nil : Reason("why.accuracy", ["list": .reasons(names)])
  }

  /// The carrier counts as returning once it is this many metres nearer than before.
  private static let comesBack = 10.0

  static func time(_ time: Timestamp) -> Reason.Value { .text(time.rfc3339) }

  /// A sentence for each side of the border, with the metres from it.
  static func depth(_ code: String, _ depth: Double) -> Reason {
    Reason("\(code)\(depth < 0 ? "Outside" : "Inside")", ["metres": .tenths(depth.magnitude)])
  }
}
