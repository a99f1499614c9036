import Base
import Desk
import Geofence
import Picket

/// What `picket replay` prints: events, with --explain a line for each fix, and with --summary a table.
struct ReplayText {
  let console: Console
  /// The rows of the table.
  var regions: Summary

  private let explain: Bool
  private let summary: Bool
  // The explanation of the last fix, while a later report of its time may complete it.
  private var part: Explanation?

  init(_ regions: Summary, explain: Bool, summary: Bool, _ console: Console) {
    (self.regions, self.explain, self.summary, self.console) = (regions, explain, summary, console)
  }

  /// Shows the events of a line, and with --explain their reasons.
  mutating func show(
    _ findings: [Finding], _ reminders: [Reminder] = [],
    _ explanation: @autoclosure () -> Explanation?
  ) {
    let explanation = explain || summary ? explanation() : nil
    if let part, explanation.map({ !$0.completes(part) }) ?? !findings.isEmpty { show(part) }
    for case .event(let event) in findings { console.show(text: event.text, json: event.json) }
    for reminder in reminders {
      // A reminder is not an event: it is not written to the file of --events.
      if console.isJSON { console.show(json: reminder.json) } else { console.show(reminder.text) }
    }
    let fix: TrustedFix? = if case .trusted(let fix)? = explanation?.verdict { fix } else { nil }
    regions.noteCues(findings, fix)
    guard let explanation else { return }
    if let fix { regions.note(explanation.standings, at: fix.instant) }
    if fix != nil, explanation.fix.isPart { part = explanation } else { show(explanation) }
  }

  private mutating func show(_ explanation: Explanation) {
    part = nil
    if explain { console.show(json: explanation.json) }
  }

  /// Shows the rest, and the table.
  mutating func end(_ tally: Tally) {
    if let part { show(part) }
    if summary, console.isJSON {
      console.show(json: regions.json(tally).text)
    } else if summary {
      for line in tally.lines + regions.lines(events: tally.events) { console.show(line) }
    }
    console.finish()
  }
}

extension Explanation {
  /// Whether it is of the same fix as an earlier one, with more reports.
  fileprivate func completes(_ part: Explanation) -> Bool {
    guard case .trusted = verdict else { return false }
    return fix.time == part.fix.time && fix.device == part.fix.device
  }
}
