/// The approaches to the borders within reach, and the cue for the border that is nearest in time.
///
/// It allocates memory only when a region comes within reach.
struct Approaches: Codable, Sendable {
  /// The approach to one border.
  struct BorderApproach: Codable, Sendable {
    let region: String
    var place: Int
    // The side on which the approach began.
    let state: RegionState
    let rule: ApproachRule
    var approach = Approach()
    // Whether the region was within reach at the last fix.
    var isNear = true

    // The order of the borders in time.
    fileprivate var seconds: Double { approach.seconds ?? .infinity }
  }

  /// The approaches, in no order.
  private(set) var entries: [BorderApproach] = []

  /// The cue that plays.
  private(set) var cue: Cue?

  /// Whether any region has a cue.
  var isWanted = false

  /// The cue of a limit of speed, which sounds while no border is near.
  var excess: Cue?

  /// The instant until which a cue may play without another fix.
  private var freshUntil: Instant?

  private enum CodingKeys: CodingKey { case entries, cue, freshUntil }

  /// Whether there is neither an approach nor a cue.
  ///
  /// It and the deadline are inlined, as calls would copy the approaches for each fix.
  @inline(__always) var isEmpty: Bool { entries.isEmpty && !hasCue && !hasExcess }

  // For an equatable type, `== nil` compares copies.
  @inline(__always) private var hasCue: Bool { if case nil = cue { false } else { true } }
  @inline(__always) private var hasExcess: Bool { if case nil = excess { false } else { true } }

  /// The instant at which the cue ends if nothing else happens; `nil` while no cue plays.
  @inline(__always) var deadline: Instant? { hasCue ? end : nil }

  private var end: Instant? {
    var earliest = freshUntil
    for entry in entries { earliest = .earliest(earliest, entry.approach.limit(entry.rule)) }
    return earliest
  }

  // MARK: Fixes

  /// Begins with the next fix.
  ///
  /// - Parameter freshUntil: The instant until which a cue may play without another fix.
  mutating func begin(freshUntil: Instant) {
    self.freshUntil = freshUntil
    for index in entries.indices { entries[index].isNear = false }
  }

  /// Receives the course towards the border of one region.
  mutating func receive(
    _ course: Course, region: String, at place: Int, _ state: RegionState, _ rule: ApproachRule,
    at now: Instant
  ) {
    var index = entries.firstIndex { $0.place == place }
    if let old = index, entries[old].state != state {
      entries.remove(at: old)
      index = nil
    }
    let found = index ?? entries.endIndex
    if index == nil {
      entries.append(BorderApproach(region: region, place: place, state: state, rule: rule))
    }
    entries[found].isNear = true
    entries[found].approach.receive(course, rule, at: now)
  }

  /// Forgets the regions that are no longer within reach.
  mutating func finish() {
    entries.removeAll { !$0.isNear }
  }

  // MARK: Other changes

  /// Forgets the approaches for which this is false, such as those of regions that were left.
  mutating func keep(where isKept: (BorderApproach) -> Bool) {
    entries.removeAll { !isKept($0) }
  }

  /// Gives the approaches the new places of their regions; those without a place are forgotten.
  mutating func move(_ place: (BorderApproach) -> Int?) {
    entries = entries.compactMap { entry in
      var entry = entry
      guard let place = place(entry) else { return nil }
      entry.place = place
      return entry
    }
  }

  /// Ends the cues that may not play after an instant.
  mutating func deadlineReached(at now: Instant) {
    let isStale = freshUntil.map { $0 <= now } ?? true
    if isStale { excess = nil }
    for index in entries.indices {
      let end = entries[index].approach.limit(entries[index].rule)
      if isStale || end.map({ $0 <= now }) ?? false {
        entries[index].approach.end(at: now, entries[index].rule)
      }
    }
  }

  /// Silences all cues until the carrier has turned back.
  mutating func acknowledge(at now: Instant) {
    for index in entries.indices { entries[index].approach.acknowledge(at: now) }
    excess = nil
  }

  // MARK: The cue

  /// Goes on from a cue that plays already.
  mutating func resume(_ cue: Cue?) { self.cue = cue }

  /// Chooses the cue, and returns a finding if it sounds different from before.
  mutating func choose(at now: Instant) -> Finding? {
    let old = cue
    cue =
      chosen.map { entry in
        Cue(
          region: entry.region, step: entry.approach.step ?? 1,
          seconds: entry.approach.seconds ?? old?.seconds ?? 0)
      } ?? excess
    let isSame = if let old, let cue { old.sounds(like: cue) } else { old == cue }
    return isSame ? nil : .cue(cue, at: now)
  }

  /// The approach with the cue: the nearest in time, unless the present one is about as near.
  private var chosen: BorderApproach? {
    var best: Int?
    var present: Int?
    for index in entries.indices where entries[index].approach.step != nil {
      if entries[index].region == cue?.region { present = index }
      guard let nearest = best else {
        best = index
        continue
      }
      let (one, other) = (entries[index], entries[nearest])
      if (one.seconds, one.place) < (other.seconds, other.place) { best = index }
    }
    guard let best else { return nil }
    guard let present else { return entries[best] }
    let isClear = entries[best].seconds < Self.nearer * entries[present].seconds
    return entries[isClear ? best : present]
  }

  /// The cue changes to another region when its border is nearer by this factor.
  private static let nearer = 0.8
}
