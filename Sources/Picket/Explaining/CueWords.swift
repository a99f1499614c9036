package import Geofence
internal import Notation
internal import RegionFiles
package import System

/// The words about the approach cues of one region: the last ones, and the reason for silence now.
package struct CueWords: Sendable {
  private let spans: [CueLog.Span]
  private let rule: ApproachRule
  private let silence: CueSilence?
  private let now: Instant
  private let zone: Zone

  /// Creates the words.
  ///
  /// - Parameters:
  ///   - since: The beginning of the time that is explained.
  ///   - silence: The reason for which no cue plays now; `nil` while a cue plays.
  package init(
    _ log: CueLog, region: String, _ rule: ApproachRule, since: Instant, silence: CueSilence?,
    at now: Instant, zone: Zone = .utc
  ) {
    spans = log.spans(of: region).filter { $0.end ?? now >= since }
    self.rule = rule
    self.silence = silence
    self.now = now
    self.zone = zone
  }

  /// One line for each cue, and one for the present.
  package var lines: [String] {
    var lines = spans.suffix(Self.most).map(line)
    if let silence { lines.append("no approach cue now: \(words(silence))") }
    return lines
  }

  private func line(_ span: CueLog.Span) -> String {
    let length = span.length(at: now).inSeconds.secondsText()
    let begin =
      span.time.map { "\(String(zone.clock($0).prefix(8))), for \(length)" } ?? "for \(length)"
    let end =
      span.end == nil
      ? "it is playing" : "ended, since \(span.silence.map(words) ?? Self.overtaken)"
    return "\(begin): approach cue, step \(span.step) of \(Cue.steps) at most; \(end)"
  }

  private static let overtaken = "the border was crossed, or another one was nearer"

  private func words(_ silence: CueSilence) -> String {
    switch silence {
    case .otherSide:
      switch rule.side {
      case .inside: "the carrier is not inside"
      case .outside: "the carrier is not outside"
      case .both: "the state is not known yet"
      }
    case .hours: "the region is outside its active hours"
    case .order: "it is not the region's turn in its course, or it has reported once"
    case .far: "no border is ahead within \(rule.limit.inSeconds.secondsText())"
    case .away: "the carrier moves away from the border"
    case .along: "the carrier moves along the border"
    case .still: "the carrier stands still"
    case .unseen: "no fix can be trusted, or none arrived"
    case .lasted:
      "it reached its limit of \(rule.longest.inSeconds.secondsText()), and the carrier has not "
        + "turned back"
    case .acknowledged: "it was acknowledged, and the carrier has not turned back"
    }
  }

  /// The most cues that are shown: the latest ones.
  private static let most = 5
}
