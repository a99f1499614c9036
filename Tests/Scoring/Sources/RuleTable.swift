import Desk
import Geofence

/// The scores of Picket and of the published rules on some walks.
struct RuleTable: Sendable {
  private var picket = Score()
  private var picketWithAccuracy = Score()
  private var scores = PublishedRule.all.map { _ in Score() }
  private var stays = Score()

  /// What Core Location does, as described: 10 m past the border for 20 s.
  private static let stay = ReferenceRule.raw("10 m for 20 s", .seconds(20))

  /// Creates an empty table.
  init() {}

  /// Plays a walk by each rule; by rules that need an accuracy only if the receiver claims one.
  init(_ walk: TunedWalk, _ truth: Truth) {
    let claims = walk.fixes.count { $0.accuracySource != .nothing }
    let hasAccuracy = 2 * claims > walk.fixes.count
    let events = walk.play(ReferenceRule.picket)
    picket.add(truth, events: events)
    if hasAccuracy { picketWithAccuracy.add(truth, events: events) }
    for (index, rule) in PublishedRule.all.enumerated() where hasAccuracy || !rule.needsAccuracy {
      scores[index].add(truth, events: rule.events(of: walk))
    }
    stays.add(truth, events: Self.stay.events(of: walk))
  }

  /// Adds other walks.
  mutating func add(_ other: RuleTable) {
    picket.add(other.picket)
    picketWithAccuracy.add(other.picketWithAccuracy)
    for index in scores.indices { scores[index].add(other.scores[index]) }
    stays.add(other.stays)
  }

  /// The lines of a table in Markdown.
  var markdown: [String] {
    let plain = zip(PublishedRule.all, scores).filter { !$0.0.needsAccuracy }
    let others = zip(PublishedRule.all, scores).filter(\.0.needsAccuracy)
    let rows =
      [("**Picket**", picket)] + plain.map { ($0.0.name, $0.1) }
      + [("10 m past the border for 20 s (Core Location as described)", stays)]
      + [("**Picket**, where the receiver claims an accuracy", picketWithAccuracy)]
      + others.map { ($0.0.name, $0.1) }
    return [
      "| rule | hours | false | missed | delay p50 / p95 | brief visits reported |",
      "|---|---:|---:|---:|---:|---:|",
    ] + rows.map { "| \($0.0) | \(Self.cells(of: $0.1).joined(separator: " | ")) |" }
  }

  private static func cells(of score: Score) -> [String] {
    let delay = score.delay(0.5).flatMap { half in
      score.delay(0.95).map { "\(half.fixed(1)) / \($0.fixed(1)) s" }
    }
    return [
      score.hours.fixed(1), "\(score.spurious)", "\(score.missed) of \(score.required)",
      delay ?? "-", "\(score.briefReported) of \(score.brief)",
    ]
  }
}
