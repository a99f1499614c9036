package import Geofence
internal import Notation
internal import Records
internal import System

/// The words of an explanation.
extension WhyAnswer {
  /// The time of an event, and the evidence for it.
  package func account(of event: Event) -> [String] {
    let what = "\(clock(event.time)) \(event.kind.rawValue) (event \(event.sequence)): "
    var words: [String] = []
    if event.isScheduled {
      words.append(
        "its hours had begun, and the carrier was \(event.kind == .enter ? "inside" : "outside")")
    }
    if let crossed = event.crossed {
      words.append(
        "the border was passed at \(clock(crossed)), "
          + "\(crossed.duration(to: event.time).inSeconds.secondsText()) before")
    }
    if let blind = event.blind {
      words.append(
        "no trusted fix for \(blind.inSeconds.secondsText()) while the border was passed, so the "
          + "time is unknown")
    }
    let instant = instant(of: event)
    let at = steps.first { step in instant.map { step.instant >= $0 } ?? false } ?? steps.last
    if let at { words.append("it was \(Speech.log.side(at.evidence.depth)) when it was reported") }
    let lines = [what + words.joined(separator: "; ")]
    guard event.blind == nil, let grounds else { return lines }
    let before = steps.last { step in instant.map { step.instant < $0 } ?? false }
    let isWait = before?.evidence.isLingering ?? false
    return lines + [grounds.words + (isWait ? ", and then waited for the region's linger" : "")]
  }

  /// The time of an event of a limit of speed, and the speed.
  func account(ofPace event: Event) -> String? {
    event.paceWords.map { words in
      "\(clock(event.time)) \(event.kind.rawValue) (event \(event.sequence)): \(words)"
    }
  }

  /// The state as it is shown.
  var shown: String { isUnsure ? RegionState.unsure.rawValue : state.rawValue }

  /// The reason for which the state may no longer hold; `nil` when it holds.
  var doubt: String? {
    guard isUnsure else { return nil }
    let reason =
      steps.last?.evidence.isDoubted == false
      ? "the carrier is farther past the border than a carrier that stays has to be, and the "
        + "crossing is not confirmed"
      : "the fixes are not believed"
    return "it was \(state.rawValue), which may no longer hold: \(reason)"
  }

  /// The running reminders of a region.
  static func words(_ running: RunningReminder, left: Duration?) -> String {
    let next =
      left.map { "the next is due in \($0.inSeconds.secondsText(decimals: 0))" }
      ?? "they wait for a trusted position"
    return "\(running.region): reminders go on, \(running.count) of \(running.most) have come; "
      + next
  }

  /// The missing condition of a crossing that was not confirmed.
  func unconfirmed(_ excursion: Excursion) -> String {
    let length = excursion.start.instant.duration(to: excursion.end.instant).inSeconds.secondsText()
    return """
      \(clock(excursion.start.time)), for \(length): past the border by \
      \(excursion.best.evidence.past.metresText()) at most (\(clock(excursion.best.time))); no \
      \(Self.crossing(from: excursion.state)), since \(excursion.missing)
      """
  }

  /// The missing condition of a crossing that is pending.
  func pending(_ excursion: Excursion) -> String {
    let now = excursion.end.evidence
    let wait = now.isLingering ? "it waits for the region's linger" : excursion.missing
    return """
      since \(clock(excursion.start.time)) past the border, by \(now.past.metresText()) now; \
      the \(Self.crossing(from: excursion.state)) is not reported yet: \(wait)
      """
  }

  private static func crossing(from state: RegionState) -> String {
    state == .inside ? "exit" : "entry"
  }

  /// The closest approach without passing the border.
  package func approach(after instant: Instant?) -> String? {
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
    let place = "\(abs(best.evidence.depth).metresText())"
    let side = best.evidence.depth < 0 ? "outside" : "inside"
    switch state {
    case .unknown:
      return
        "its state is not known yet: \(place) from its border; 5.6 m make it clear, more where "
        + "the position is worse, or 30 s"
    case .outside, .inside, .unsure:
      let then = instant == nil ? "" : " after that"
      return "closest approach\(then) \(place) \(side) at \(clock(best.time)): the border was "
        + "not passed"
    }
  }

  /// The gaps without a trusted fix, and the fixes that were rejected.
  package var sight: [String] {
    var lines: [String] = []
    let trusted = moments.filter { $0.rejection == nil }
    for (one, next) in zip(trusted, trusted.dropFirst()) {
      let gap = one.instant.duration(to: next.instant)
      guard gap > .seconds(10) else { continue }
      lines.append("no trusted fix for \(gap.inSeconds.secondsText()) from \(clock(one.time)) on")
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

  /// The sources of the accuracy of the fixes; `nil` where they are unknown.
  var accuracy: String? {
    let sources = Set(moments.compactMap(\.accuracySource))
    let names = AccuracySource.allCases.filter(sources.contains).map(\.words)
    return names.isEmpty ? nil : "accuracy of the fixes: \(names.joined(separator: ", "))"
  }

  /// The carrier counts as returning once it is this many metres nearer than before.
  private static let comesBack = 10.0

  /// The time of day, to the second, or to the tenth where there is one.
  package func clock(_ time: Timestamp) -> String {
    let text = zone.clock(time)
    return String(text.prefix(text.dropFirst(9).first == "0" ? 8 : 10))
  }
}
