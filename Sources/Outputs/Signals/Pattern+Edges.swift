extension Pattern {
  /// A moment at which an output changes its level.
  struct Edge: Hashable, Sendable {
    /// The time since the start of the pattern.
    let after: Duration
    /// The level from then on.
    let level: Level
  }

  /// The level at the start and each later change of the level.
  ///
  /// The last edge is inactive, at the end of the last active step.
  var edges: [Edge] {
    var edges: [Edge] = []
    func add(_ after: Duration, _ level: Level) {
      // Two active steps in a row are one, or two pitches without a gap.
      if edges.last?.after == after { edges.removeLast() }
      if edges.last?.level != level { edges.append(Edge(after: after, level: level)) }
    }
    var after = Duration.zero
    for step in steps {
      if step.active > .zero { add(after, .active(pitch: step.pitch)) }
      add(after + step.active, .inactive)
      after += step.active + step.inactive
    }
    return edges
  }
}
