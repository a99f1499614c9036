package import Base
package import Geofence
internal import RegionFiles

/// The words about the approach cues of one region: the last ones, and the reason for silence now.
package struct CueWords: Sendable {
  private let spans: [CueLog.Span]
  private let rule: ApproachRule
  private let silence: CueSilence?
  private let now: Instant

  /// Creates the words.
  ///
  /// - Parameters:
  ///   - since: The beginning of the time that is explained.
  ///   - silence: The reason for which no cue plays now; `nil` while a cue plays.
  package init(
    _ log: CueLog, region: String, _ rule: ApproachRule, since: Instant, silence: CueSilence?,
    at now: Instant
  ) {
    spans = log.spans(of: region).filter { $0.end ?? now >= since }
    self.rule = rule
    self.silence = silence
    self.now = now
  }

  /// One line for each cue, and one for the present.
  package var lines: [Reason] {
    spans.suffix(Self.most).map(line)
      + (silence.map { [Reason("cue.none", ["reason": .reason(said($0))])] } ?? [])
  }

  private func line(_ span: CueLog.Span) -> Reason {
    var values: [String: Reason.Value] = [
      "seconds": .tenths(span.length(at: now).inSeconds), "step": .count(span.step),
      "steps": .count(Cue.steps),
    ]
    // To the second.
    if let time = span.time { values["time"] = .text("\(time.rfc3339.prefix(19))Z") }
    let end =
      span.end == nil
      ? Reason("cue.playing")
      : span.silence.map { Reason("cue.ended", ["reason": .reason(said($0))]) }
        ?? Reason("cue.overtaken")
    return .all([Reason(span.time == nil ? "cue.untimed" : "cue.timed", values), end])
  }

  private func said(_ silence: CueSilence) -> Reason {
    switch silence {
    case .otherSide:
      switch rule.side {
      case .inside: Reason("silence.notInside")
      case .outside: Reason("silence.notOutside")
      case .both: Reason("silence.unknown")
      }
    case .hours: Reason("silence.hours")
    case .order: Reason("silence.order")
    case .far: Reason("silence.far", ["seconds": .tenths(rule.limit.inSeconds)])
    case .away: Reason("silence.away")
    case .along: Reason("silence.along")
    case .still: Reason("silence.still")
    case .unseen: Reason("silence.unseen")
    case .lasted: Reason("silence.lasted", ["seconds": .tenths(rule.longest.inSeconds)])
    case .acknowledged: Reason("silence.acknowledged")
    }
  }

  /// The most cues that are shown: the latest ones.
  private static let most = 5
}
