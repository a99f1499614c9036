import Desk
import Geofence

/// A rule that others publish, which decides by the last fix and its accuracy alone.
struct PublishedRule: Sendable {
  /// What the rule is, and whose.
  let name: String

  /// Whether it needs an accuracy.
  let needsAccuracy: Bool

  /// The side of a border on which a fix is, by its depth and the deviation of each of its axes in
  /// metres; `nil` where the rule keeps the state.
  private let side: @Sendable (_ depth: Double, _ sigma: Double) -> RegionState?

  /// The radius of a circle that holds 68 % of a normal error, in deviations of an axis: the accuracy
  /// that phones report.
  private static let within68 = 1.51

  /// The rules; their sources are in TheDecision.
  static let all = [
    PublishedRule(name: "point in region (Traccar, Tile38)", needsAccuracy: false) { depth, _ in
      depth > 0 ? .inside : .outside
    },
    PublishedRule(
      name: "distance less accuracy within the radius (Home Assistant)", needsAccuracy: true
    ) { depth, sigma in
      depth > -within68 * sigma ? .inside : .outside
    },
    PublishedRule(
      name: "circle of 2 deviations on one side (a u-blox's own fence at 95 %)",
      needsAccuracy: true
    ) { depth, sigma in
      depth > 2 * sigma ? .inside : depth < -2 * sigma ? .outside : nil
    },
  ]

  /// The events of a walk by this rule.
  func events(of walk: TunedWalk) -> [Event] {
    let regions = walk.watched(ReferenceRule.picket)
    var states = regions.map { _ in RegionState.unknown }
    var events: [Event] = []
    var last: Timestamp?
    walk.forEachFix { fix in
      if let last, fix.time <= last { return }
      last = fix.time
      for (index, region) in regions.enumerated() {
        let depth = region.shape.depth(at: fix.coordinate)
        guard let side = side(depth, fix.sigma), side != states[index] else { continue }
        if states[index] != .unknown {
          events.append(
            Event(
              sequence: events.count + 1, kind: side == .inside ? .enter : .exit,
              region: region.id, time: fix.time, coordinate: fix.coordinate))
        }
        states[index] = side
      }
    }
    return events
  }
}

/// The scores of Picket and of the published rules on some walks.
struct RuleTable: Sendable {
  private var picket = Score()
  private var picketWithAccuracy = Score()
  private var scores = PublishedRule.all.map { _ in Score() }
  private var stays = Score()

  /// What Core Location does, as described: 10 m past the border for 20 s.
  private static let stay = Setting(cushion: 10, linger: .seconds(20), rule: .raw)

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
    stays.add(truth, events: walk.play(Self.stay))
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
