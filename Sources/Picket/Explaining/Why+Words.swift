package import Geofence
internal import Notation
internal import System

/// The words of an explanation.
extension Why {
  /// When an event was told, and why then.
  package func told(_ event: Event) -> [String] {
    let what = "\(clock(event.time)) \(event.kind.rawValue) (event \(event.sequence)): "
    var words: [String] = []
    if let crossed = event.crossed {
      words.append(
        "the border was passed at \(clock(crossed)), "
          + "\(crossed.duration(to: event.time).inSeconds.secondsText()) before")
    }
    if let blind = event.blind {
      words.append(
        "nothing was seen for \(blind.inSeconds.secondsText()) while the border was passed, so when is "
          + "not known")
    }
    let at = steps.first { $0.time >= event.time } ?? steps.last
    if let at { words.append("it was \(StatusText.side(at.evidence.depth)) when it was told") }
    let lines = [what + words.joined(separator: "; ")]
    guard event.blind == nil, let grounds else { return lines }
    let isWait = steps.last { $0.time < event.time }?.evidence.isLingering ?? false
    return lines + [grounds.words + (isWait ? ", and then waited for the region's linger" : "")]
  }

  /// What was missing for a crossing that came to nothing.
  func inVain(_ stretch: Stretch) -> String {
    let length = stretch.start.instant.duration(to: stretch.end.instant).inSeconds.secondsText()
    return """
      \(clock(stretch.start.time)), for \(length): past the border by \
      \(stretch.best.evidence.past.metresText()) at most (\(clock(stretch.best.time))); no \
      \(Self.crossing(from: stretch.state)), since \(stretch.missing)
      """
  }

  /// What is missing for a crossing that is on the way.
  func onTheWay(_ stretch: Stretch) -> String {
    let now = stretch.end.evidence
    let wait = now.isLingering ? "it waits for the region's linger" : stretch.missing
    return """
      since \(clock(stretch.start.time)) past the border, by \(now.past.metresText()) now; \
      the \(Self.crossing(from: stretch.state)) is not told yet: \(wait)
      """
  }

  private static func crossing(from state: RegionState) -> String {
    state == .inside ? "exit" : "entry"
  }

  /// How near it came without passing the border.
  package func approach(after time: Timestamp?) -> String? {
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
    let place = abs(best.evidence.depth).metresText()
    let side = best.evidence.depth < 0 ? "outside" : "inside"
    switch state {
    case .unknown:
      return "its state is not known yet: \(place) from its border; more than 12 m make it clear, "
        + "or 30 s"
    case .outside, .inside:
      let then = time == nil ? "" : " after that"
      return "closest approach\(then) \(place) \(side) at \(clock(best.time)): the border was "
        + "not passed"
    }
  }

  /// What was not seen, and which fixes were not trusted.
  package var sight: [String] {
    var lines: [String] = []
    let trusted = moments.filter { $0.rejection == nil }
    for (one, next) in zip(trusted, trusted.dropFirst()) {
      let gap = one.instant.duration(to: next.instant)
      guard gap > .seconds(10) else { continue }
      lines.append(
        "nothing was seen for \(gap.inSeconds.secondsText()) from \(clock(one.time)) on")
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

  /// So many metres nearer than before is coming back.
  private static let comesBack = 10.0

  /// The time of day, to the second, or to the tenth where there is one.
  package func clock(_ time: Timestamp) -> String {
    let text = zone.clock(time)
    return String(text.prefix(text.dropFirst(9).first == "0" ? 8 : 10))
  }
}
