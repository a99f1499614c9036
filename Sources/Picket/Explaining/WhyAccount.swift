package import Base
package import Geofence
internal import Records
internal import RegionFiles

/// The explanation, in words, of the time of a region's last event, or of the lack of one.
package struct WhyAccount: Sendable {
  /// The region that is explained.
  package let region: String

  package let moments: [Hindsight.Moment]
  package let steps: [Excursion.TimedEvidence]
  package let excursions: [Excursion]
  // The last crossing, and the dwell event of the stay after it.
  private let crossing: Event?
  package let grounds: Grounds?
  private let dwell: Event?
  // The last event of the region's limit of speed.
  private let pace: Event?
  // The last crossing of the region, which is a gate.
  private let passage: Event?
  private let isGate: Bool
  // The instants of the region's events, by their numbers.
  private let instants: [Int: Instant]
  // The first fixes of sides that were confirmed without an event, after the last crossing.
  private let unreported: [Excursion.TimedEvidence]
  /// The side of the border that was confirmed last.
  package let state: RegionState
  let isUnsure: Bool
  private let neighbour: RegionMonitor.Neighbour?
  private let isCutShort: Bool
  private let hours: Hours.Span?
  private let isMuted: Bool

  /// Explains a region by the kept observations.
  ///
  /// - Parameters:
  ///   - region: The region that is explained.
  ///   - since: The beginning of the time that is explained.
  ///   - state: The side of the border that was confirmed last.
  ///   - isUnsure: Whether that may no longer hold.
  ///   - neighbour: The carrier's present depth in the region, if it is known.
  ///   - hours: The region's present span of hours, if it has hours.
  ///   - isMuted: Whether the region's signals are for lights only.
  ///   - isGate: Whether the region is a gate.
  package init(
    _ hindsight: Hindsight, region: String, since: Instant, state: RegionState,
    isUnsure: Bool = false, neighbour: RegionMonitor.Neighbour? = nil, hours: Hours.Span? = nil,
    isMuted: Bool = false, isGate: Bool = false
  ) {
    self.isMuted = isMuted
    self.isGate = isGate
    self.hours = hours
    self.region = region
    self.state = state
    self.isUnsure = isUnsure
    self.neighbour = neighbour
    let kept = hindsight.moments.places.map { hindsight.moments[$0] }
    moments = kept.filter { $0.instant >= since }
    // The room is limited: the first fixes of this time may no longer be kept.
    isCutShort =
      moments.contains { $0.observations.lowerBound < hindsight.observations.start }
      || (hindsight.moments.start > 0 && kept.count == moments.count)
    steps = moments.compactMap { moment in
      hindsight.evidence(of: region, at: moment).map {
        Excursion.TimedEvidence(time: moment.time, instant: moment.instant, evidence: $0)
      }
    }
    let decisions = hindsight.decisions(since: since, of: region)
    let events = decisions.map(\.decision.event)
    let instants = Dictionary(
      decisions.map { ($0.decision.event.sequence, $0.instant) }, uniquingKeysWith: { $1 })
    self.instants = instants
    let crossing = events.last { $0.kind.isCrossing }
    self.crossing = crossing
    grounds = decisions.last { $0.decision.event == crossing }?.decision.grounds
    dwell = events.last.flatMap { $0.kind == .dwell ? $0 : nil }
    pace = events.last { $0.kind == .speeding || $0.kind == .speedOK }
    passage = events.last { $0.kind == .cross }
    unreported = Self.unreported(
      steps,
      besides: events.filter { $0.kind.isCrossing && !$0.isScheduled }
        .compactMap { instants[$0.sequence] })
    excursions = Self.excursions(steps)
  }

  /// The region to explain when none is named: the region of the last event, or else the region
  /// whose crossing came nearest to an event.
  package static func subject(of hindsight: Hindsight, since: Instant) -> String? {
    let moments = hindsight.moments.places.map { hindsight.moments[$0] }
      .filter { $0.instant >= since }
    guard !moments.isEmpty else { return nil }
    if let last = hindsight.decisions(since: since).last { return last.decision.event.region }
    let observations = moments.flatMap { hindsight.observations(of: $0) }
    return observations.max { $0.evidence.past < $1.evidence.past }?.region
  }

  /// The lines of the explanation, one thought each.
  package var lines: [Reason] {
    let state = Reason("why.\(shown)", ["region": .text(region)])
    guard let first = moments.first, let last = moments.last else {
      return [.all([state, Reason("why.noFix")])] + silence
    }
    let isLong = first.time.duration(to: last.time).inSeconds.magnitude >= 86_400
    let span = Reason(
      isLong ? "why.days" : "why.span",
      ["start": Self.time(first.time), "end": Self.time(last.time)])
    var lines = [Reason.all([state, span] + (isCutShort ? [Reason("why.cut")] : []))]
    if let doubt { lines.append(doubt) }
    lines += silence
    lines += sight
    if let accuracy { lines.append(accuracy) }
    if isGate { return lines + gate }
    guard !steps.isEmpty else {
      let distance = neighbour.map { Self.depth("why.never", $0.depth) }
      return lines + [distance ?? Reason("why.never")]
    }
    let paceLine = pace.flatMap(account(ofPace:))
    let isPaceFirst = pace.map { $0.sequence < crossing?.sequence ?? 0 } ?? false
    if isPaceFirst, let paceLine { lines.append(paceLine) }
    if let crossing { lines += account(of: crossing) }
    if let dwell {
      lines.append(line(dwell, [Reason("event.dwelt")]))
    }
    if !isPaceFirst, let paceLine { lines.append(paceLine) }
    lines += unreported.map { step in
      Reason(
        step.evidence.state == .inside ? "event.entry" : "event.leaving",
        ["time": Self.time(step.time)])
    }
    let since = unreported.last?.instant ?? crossing.flatMap(instant(of:))
    let later = excursions.filter { excursion in
      since.map { excursion.start.instant > $0 } ?? true
    }
    let isPast = steps.last.map { $0.evidence.isPast } ?? false
    for excursion in isPast ? later.dropLast() : later[...] {
      lines.append(unconfirmed(excursion))
    }
    if isPast, let excursion = later.last {
      lines.append(pending(excursion))
    } else if later.isEmpty, let approach = approach(after: since) {
      lines.append(approach)
    }
    return lines
  }

  /// The instant of an event of the region.
  func instant(of event: Event) -> Instant? { instants[event.sequence] }

  /// The last crossing of a gate, or that there was none.
  private var gate: [Reason] {
    if let passage { return account(of: passage) }
    let distance = neighbour.map { Reason("gate.away", ["metres": .tenths(abs($0.depth))]) }
    return [.all([Reason("gate.uncrossed"), distance].compactMap { $0 })]
  }

  /// The notes that nothing is reported now, if the region is outside its hours, and that nothing is
  /// heard of it.
  private var silence: [Reason] {
    let muted = isMuted ? [Reason("why.muted")] : []
    guard let hours, !hours.isActive else { return muted }
    let closed =
      hours.end.map { Reason("why.closedUntil", ["time": Self.time($0)]) } ?? Reason("why.closed")
    return [closed] + muted
  }

  // MARK: Excursions

  /// The first fixes of the sides that were confirmed without an event since the last crossing, at
  /// most four: of a region that sleeps, is outside its hours, or does not report that crossing.
  private static func unreported(
    _ steps: [Excursion.TimedEvidence], besides crossings: [Instant]
  ) -> [Excursion.TimedEvidence] {
    let known: Set<RegionState> = [.inside, .outside]
    let turns = zip(steps, steps.dropFirst()).filter { one, next in
      one.evidence.state != next.evidence.state
        && known.isSuperset(of: [one.evidence.state, next.evidence.state])
        && !crossings.contains { one.instant < $0 && $0 <= next.instant }
    }
    let last = crossings.last
    return turns.map(\.1).filter { step in last.map { step.instant > $0 } ?? true }.suffix(4)
  }

  /// The times past the border; a change of state ends an excursion.
  private static func excursions(_ steps: [Excursion.TimedEvidence]) -> [Excursion] {
    var excursions: [Excursion] = []
    var isOn = false
    var turns: [Instant] = []
    var before: Excursion.TimedEvidence?
    for step in steps {
      if let before {
        if before.evidence.state != step.evidence.state {
          isOn = false
          turns = []
        } else if before.evidence.run >= 3, step.evidence.run == 0 {
          turns.append(step.instant)
        }
      }
      before = step
      guard step.evidence.isPast else {
        isOn = false
        continue
      }
      if isOn, !excursions.isEmpty {
        excursions[excursions.count - 1].add(step)
      } else {
        let recent = turns.filter { $0.duration(to: step.instant) <= .seconds(60) }
        excursions.append(Excursion(step, turns: recent.count))
        isOn = true
      }
    }
    return excursions
  }
}

/// The depth over the explained time, for a drawing.
extension WhyAccount {
  /// The most steps of a drawing: a phone shows no more points side by side.
  private static var mostSteps: Int { 240 }

  /// The steps, each as `[seconds before the last one, depth, depth at which it counts as crossed]`.
  ///
  /// Of a long time each part has the step that was furthest past the border, so that no approach is
  /// left out. The last number is `null` while the state is not known.
  package var drawnSteps: JSON {
    guard let end = steps.last?.instant else { return .array([]) }
    let length = (steps.count + Self.mostSteps - 1) / Self.mostSteps
    let parts = stride(from: 0, to: steps.count, by: length).compactMap { start in
      steps[start..<min(start + length, steps.count)].max { $0.evidence.past < $1.evidence.past }
    }
    return .array(
      parts.map { step in
        let ago = step.instant.duration(to: end).inSeconds
        let numbers = [ago, step.evidence.depth].map { JSON.number(($0 * 10).rounded() / 10) }
        let crossed = step.evidence.crossedAt.map { JSON.number(($0 * 10).rounded() / 10) }
        return .array(numbers + [crossed ?? .null])
      })
  }
}

extension Evidence {
  /// The depth at which the border counts as crossed, after the run so far.
  fileprivate var crossedAt: Double? {
    let past = run >= Self.wholeRun ? neededAfterRun : needed
    return switch state {
    case .inside: -past
    case .outside: past
    default: nil
    }
  }
}
