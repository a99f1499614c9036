package import Geofence

/// Why a region's last event came when it did, or why there was none: evidence in, words out.
package struct Why: Sendable {
  /// The region that is explained.
  package let region: String

  private let moments: [Hindsight.Moment]
  private let steps: [Stretch.Step]
  private let stretches: [Stretch]
  // The last crossing, and what the stay after it has led to.
  private let crossing: Event?
  private let dwell: Event?
  private let state: RegionState
  private let neighbour: RegionMonitor.Neighbour?
  private let isCutShort: Bool

  /// Looks back.
  ///
  /// - Parameters:
  ///   - region: The region that is asked for.
  ///   - since: From when on.
  ///   - neighbour: Where the carrier stands at present with regard to it, as far as that is known.
  package init(
    _ hindsight: Hindsight, region: String, since: Instant, state: RegionState,
    neighbour: RegionMonitor.Neighbour? = nil
  ) {
    self.region = region
    self.state = state
    self.neighbour = neighbour
    let kept = hindsight.moments.places.map { hindsight.moments[$0] }
    moments = kept.filter { $0.instant >= since }
    // What was forgotten for want of room.
    isCutShort =
      moments.contains { $0.looks.lowerBound < hindsight.looks.start }
      || (hindsight.moments.start > 0 && kept.count == moments.count)
    steps = moments.compactMap { moment in
      hindsight.evidence(of: region, at: moment).map {
        Stretch.Step(time: moment.time, instant: moment.instant, evidence: $0)
      }
    }
    let first = moments.first?.time
    let events = hindsight.events.places.map { hindsight.events[$0] }.filter { event in
      event.region == region && first.map { event.time >= $0 } ?? false
    }
    crossing = events.last { $0.kind != .dwell }
    dwell = events.last.flatMap { $0.kind == .dwell ? $0 : nil }
    stretches = Self.stretches(steps)
  }

  /// The region that there is most to say about: that of the last event, or else the one that
  /// came nearest to one.
  package static func subject(of hindsight: Hindsight, since: Instant) -> String? {
    let moments = hindsight.moments.places.map { hindsight.moments[$0] }
      .filter { $0.instant >= since }
    guard let first = moments.first else { return nil }
    if let event = hindsight.events.last, event.time >= first.time { return event.region }
    let looks = moments.flatMap { hindsight.looks(of: $0) }
    return looks.max { $0.evidence.past < $1.evidence.past }?.region
  }

  /// The explanation, a line for each thing that there is to say.
  package var lines: [String] {
    guard let first = moments.first, let last = moments.last else {
      return ["\(region): \(state.rawValue); no fix came in this time"]
    }
    var lines = [
      "\(region): \(state.rawValue); from \(first.time.rfc3339) to \(Self.clock(last.time)) UTC"
        + (isCutShort ? ", which is as far as it is remembered" : "")
    ]
    lines += sight
    guard !steps.isEmpty else {
      let distance = neighbour.map { ", and is \(StatusText.side($0.depth)) now" } ?? ""
      return lines + ["it was never within reach (200 m, or twice its cushion)\(distance)"]
    }
    if let crossing { lines += told(crossing) }
    if let dwell {
      lines.append(
        "\(Self.clock(dwell.time)) dwell (event \(dwell.sequence)): the stay had lasted as long as "
          + "the region asks")
    }
    let since = crossing?.time
    let vain = stretches.filter { stretch in since.map { stretch.start.time > $0 } ?? true }
    let isOn = steps.last.map { $0.evidence.isPast } ?? false
    for stretch in isOn ? vain.dropLast() : vain[...] { lines.append(inVain(stretch)) }
    if isOn, let stretch = vain.last {
      lines.append(onTheWay(stretch))
    } else if vain.isEmpty, let approach = approach(after: since) {
      lines.append(approach)
    }
    return lines
  }

  // MARK: Events

  private func told(_ event: Event) -> [String] {
    let what = "\(Self.clock(event.time)) \(event.kind.rawValue) (event \(event.sequence)): "
    var words: [String] = []
    if let crossed = event.crossed {
      words.append(
        "the border was passed at \(Self.clock(crossed)), "
          + "\(Stretch.seconds(crossed.duration(to: event.time))) before")
    }
    if let blind = event.blind {
      words.append(
        "nothing was seen for \(Stretch.seconds(blind)) while the border was passed, so when is "
          + "not known")
    }
    let before = steps.last { $0.time < event.time }
    let at = steps.first { $0.time >= event.time } ?? steps.last
    if let at { words.append("it was \(StatusText.side(at.evidence.depth)) when it was told") }
    var lines = [what + words.joined(separator: "; ")]
    guard let before else { return lines }
    let evidence = before.evidence
    if evidence.isLingering {
      lines.append("all that is asked was there before; it waited for the region's linger")
    } else if event.blind == nil, evidence.state != .unknown {
      lines.append(asked(before, turns: stretches.last { $0.start.time <= event.time }?.turns ?? 0))
    }
    return lines
  }

  /// What was asked at the fix before an event.
  private func asked(_ step: Stretch.Step, turns: Int) -> String {
    let evidence = step.evidence
    let isRun = evidence.run >= Evidence.wholeRun
    let place =
      evidence.isPast
      ? "\(Stretch.metres(evidence.past)) past it" : "\(Stretch.metres(-evidence.past)) short of it"
    let whom =
      if isRun {
        "who comes in one run of \(Stretch.metres(evidence.run))"
      } else if turns > 0 {
        "who has turned back"
      } else {
        "who has come \(Stretch.metres(evidence.run)) only"
      }
    return """
      at \(Self.clock(step.time)) it was \(place), and \
      \(Stretch.metres(isRun ? evidence.askedAfterRun : evidence.asked)) past it were asked of \(whom)
      """
  }

  /// So many metres nearer than before is coming back.
  private static let comesBack = 10.0

  // MARK: What came to nothing

  private func inVain(_ stretch: Stretch) -> String {
    let length = Stretch.seconds(stretch.start.instant.duration(to: stretch.end.instant))
    return """
      \(Self.clock(stretch.start.time)), for \(length): past the border by \
      \(Stretch.metres(stretch.best.evidence.past)) at most (\(Self.clock(stretch.best.time))); no \
      \(Self.crossing(from: stretch.state)), since \(stretch.missing)
      """
  }

  private func onTheWay(_ stretch: Stretch) -> String {
    let now = stretch.end.evidence
    let wait = now.isLingering ? "it waits for the region's linger" : stretch.missing
    return """
      since \(Self.clock(stretch.start.time)) past the border, by \(Stretch.metres(now.past)) now; \
      the \(Self.crossing(from: stretch.state)) is not told yet: \(wait)
      """
  }

  private static func crossing(from state: RegionState) -> String {
    state == .inside ? "exit" : "entry"
  }

  private func approach(after time: Timestamp?) -> String? {
    var candidates = steps.filter { step in
      step.evidence.state == state && (time.map { step.time > $0 } ?? true)
    }
    if time != nil {
      // Right after a crossing it is near the border, which says nothing: until it comes back.
      var farthest = Double.infinity
      candidates = candidates.filter { step in
        farthest = min(farthest, step.evidence.past)
        return step.evidence.past >= farthest + Self.comesBack
      }
    }
    guard let best = candidates.max(by: { $0.evidence.past < $1.evidence.past }) else { return nil }
    let place = "\(Stretch.metres(abs(best.evidence.depth)))"
    let side = best.evidence.depth < 0 ? "outside" : "inside"
    switch state {
    case .unknown:
      return "its state is not known yet: \(place) from its border; more than 12 m make it clear, "
        + "or 30 s"
    case .outside, .inside:
      let then = time == nil ? "" : " after that"
      return "closest approach\(then) \(place) \(side) at \(Self.clock(best.time)): the border was "
        + "not passed"
    }
  }

  // MARK: Sight

  /// What was not seen, and which fixes were not trusted.
  private var sight: [String] {
    var lines: [String] = []
    let trusted = moments.filter { $0.rejection == nil }
    for (one, next) in zip(trusted, trusted.dropFirst()) {
      let gap = one.instant.duration(to: next.instant)
      guard gap > .seconds(10) else { continue }
      lines.append("nothing was seen for \(Stretch.seconds(gap)) from \(Self.clock(one.time)) on")
    }
    var rejected: [Rejection: Int] = [:]
    for moment in moments {
      if let reason = moment.rejection { rejected[reason, default: 0] += moment.count }
    }
    let reasons = Rejection.allCases.compactMap { reason in
      rejected[reason].map { "\($0) \(reason.rawValue)" }
    }
    if !reasons.isEmpty { lines.append("fixes not trusted: \(reasons.joined(separator: ", "))") }
    return lines
  }

  // MARK: Stretches

  /// The stretches past the border; one that leads to a change of state ends there.
  private static func stretches(_ steps: [Stretch.Step]) -> [Stretch] {
    var stretches: [Stretch] = []
    var isOn = false
    var turns: [Instant] = []
    var before: Stretch.Step?
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
      if isOn, !stretches.isEmpty {
        stretches[stretches.count - 1].add(step)
      } else {
        let recent = turns.filter { $0.duration(to: step.instant) <= .seconds(60) }
        stretches.append(Stretch(step, turns: recent.count))
        isOn = true
      }
    }
    return stretches
  }

  /// The time of day, to the second, or to the tenth where there is one.
  private static func clock(_ time: Timestamp) -> String {
    let text = time.rfc3339.drop { $0 != "T" }.dropFirst()
    return String(text.prefix(text.dropFirst(9).first == "0" ? 8 : 10))
  }
}
