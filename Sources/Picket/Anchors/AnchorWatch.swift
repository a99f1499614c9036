internal import Base
internal import Board
internal import Geofence
internal import Glibc
internal import Records
internal import RegionFiles

/// The anchors that are dropped, and the fixes in the midst of which the next one is.
struct AnchorWatch: Sendable {
  /// The size of an anchor's region, as it was requested.
  enum Swing: Sendable {
    /// A circle of this radius around the carrier.
    case radius(Double)
    /// A circle around an anchor that lies at a distance in metres, in a direction in degrees.
    case rode(Double, bearing: Double)
  }

  /// The anchors, by their identifiers in order.
  private(set) var dropped: [Anchor]

  // The rules of their regions.
  private var rules: RegionSettings

  private var recent = RecentFixes()

  /// Creates a watch that continues with anchors from before.
  init(_ dropped: [Anchor], _ rules: RegionSettings) {
    (self.dropped, self.rules) = (dropped, rules)
  }

  /// Whether an anchor of this name is dropped.
  func has(_ id: String) -> Bool { dropped.contains { $0.id == id } }

  /// The regions of the anchors.
  var regions: [Region] { dropped.compactMap { $0.region(rules) } }

  /// The anchors for an answer, with the carrier's distance from each.
  func answers(_ monitor: RegionMonitor) -> [AnchorAnswer] {
    dropped.map { anchor in
      var answer = anchor.answer
      let depth = monitor.neighbour(anchor.id)?.depth
      answer.distance = depth.map { max(0, anchor.radius - $0) }
      answer.state = monitor.state(of: anchor.id)
      return answer
    }
  }

  // MARK: Changes

  /// Adds a trusted fix.
  mutating func add(_ fix: TrustedFix) { recent.add(fix) }

  /// Drops an anchor at the mean place of the last 3 s.
  ///
  /// - Returns: The anchor, the number of fixes, and what is to be confirmed.
  mutating func drop(
    _ id: String, _ swing: Swing, _ receiving: borrowing Receiving, at present: Present
  ) throws(Refusal) -> (anchor: Anchor, fixes: Int, note: Note) {
    try checkName(id, receiving.monitor)
    guard dropped.count < Self.most else {
      throw Refusal(Reason("refused.anchors", ["most": .count(Self.most)]))
    }
    let mean = try mean(receiving.monitor, receiving.path.reception, at: present)
    let anchor = try Self.anchor(
      id, swing, at: mean, sigma: receiving.monitor.estimate?.sigma, time: present.time)
    dropped.append(anchor)
    dropped.sort { $0.id < $1.id }
    let dropping = Reason(
      "anchor.dropped",
      [
        "region": .text(id), "metres": .tenths(anchor.radius), "count": .count(mean.count),
        "length": .tenths(mean.spread),
      ])
    let moving = Self.speed(receiving.monitor).map {
      Reason("anchor.moving", ["speed": .tenths($0)])
    }
    let note = Note(
      .anchor, .all([dropping, moving].compactMap { $0 }), time: present.time,
      coordinate: anchor.center)
    return (anchor, mean.count, note)
  }

  /// Lifts an anchor; returns what is to be confirmed.
  mutating func lift(
    _ id: String, _ fix: TrustedFix?, at present: Present
  ) throws(Refusal) -> Note {
    dropped.remove(at: try place(of: id))
    return Note(
      .anchor, Reason("anchor.lifted", ["region": .text(id)]), time: present.time,
      coordinate: fix?.coordinate)
  }

  /// Changes the radius of an anchor, which stays where it is, as does the carrier's state.
  ///
  /// - Parameter sigma: The standard deviation of the filtered position, in metres.
  mutating func resize(
    _ id: String, to radius: Double, sigma: Double, at present: Present
  ) throws(Refusal) -> (anchor: Anchor, note: Note) {
    let place = try place(of: id)
    try Self.check(radius, sigma: max(dropped[place].spread, sigma))
    dropped[place].radius = radius
    let reason = Reason("anchor.resized", ["region": .text(id), "metres": .tenths(radius)])
    let center = dropped[place].center
    return (dropped[place], Note(.anchor, reason, time: present.time, coordinate: center))
  }

  private func place(of id: String) throws(Refusal) -> Int {
    if let place = dropped.firstIndex(where: { $0.id == id }) { return place }
    let values: [String: Reason.Value] = [
      "region": .text(id.quoted.onOneLine), "names": .names(dropped.map(\.id)),
      "count": .count(dropped.count),
    ]
    throw Refusal(Reason(dropped.isEmpty ? "refused.noAnchor" : "refused.otherAnchors", values))
  }

  /// Adopts the rules of files that were read again; the names of regions in them are taken.
  ///
  /// - Returns: The anchors that end, since a region has their name.
  mutating func adopt(_ files: ReloadedFiles, _ rules: RegionSettings) -> [String] {
    self.rules = rules
    let ended = dropped.map(\.id).filter(files.taken.contains)
    dropped.removeAll { files.taken.contains($0.id) }
    return ended
  }

  /// The anchors besides the regions of the files.
  ///
  /// - Parameters:
  ///   - placed: What is watched, with the anchors so far.
  ///   - lifted: The anchors that are no longer watched.
  func placement(beside placed: [Region], lifted: Set<String>) -> RegionMonitor.Placement {
    let anchored = lifted.union(dropped.map(\.id))
    return RegionMonitor.Placement(placed.filter { !anchored.contains($0.id) } + regions)
  }

  // MARK: The place of an anchor

  /// The carrier's speed while it moves, so that the mean of its fixes lags behind; else `nil`.
  static func speed(_ monitor: RegionMonitor) -> Double? {
    monitor.lastFix?.speed.flatMap { $0 > mostDrift ? $0 : nil }
  }

  /// The speed in metres per second at which a boat may go astern while it pays out its rode.
  private static var mostDrift: Double { 1 }

  private func checkName(_ id: String, _ monitor: RegionMonitor) throws(Refusal) {
    guard NameLimit.admits(id) else {
      throw Refusal(
        "the name of an anchor is a text of at most \(NameLimit.bytes) bytes on one line")
    }
    guard monitor.watching[id] == nil, !monitor.placed.contains(where: { $0.id == id }) else {
      throw Refusal(Reason("refused.taken", ["region": .text(id.quoted.onOneLine)]))
    }
  }

  private func mean(
    _ monitor: RegionMonitor, _ reception: Reception, at present: Present
  ) throws(Refusal) -> RecentFixes.Mean {
    let now = ["reason": Reason.Value.reason(reception.said)]
    guard monitor.lastFix != nil else { throw Refusal(Reason("refused.noFix", now)) }
    guard monitor.blindSince == nil, let mean = recent.mean(at: present.instant) else {
      throw Refusal(Reason("refused.blind", now))
    }
    guard monitor.believesFixes else {
      throw Refusal(Reason("refused.unsure"))
    }
    return mean
  }

  /// The anchor of a carrier at a place.
  ///
  /// - Parameter sigma: The standard deviation of the filtered position, in metres; `nil` without one.
  private static func anchor(
    _ id: String, _ swing: Swing, at mean: RecentFixes.Mean, sigma: Double?, time: Timestamp?
  ) throws(Refusal) -> Anchor {
    let sigma = max(mean.sigma, mean.spread, sigma ?? 0)
    var anchor = Anchor(id: id, center: mean.coordinate, radius: 0, spread: mean.spread, time: time)
    switch swing {
    case .radius(let radius):
      try check(radius, sigma: sigma)
      anchor.radius = radius
    case .rode(let rode, let bearing):
      let angle = bearing * .pi / 180
      anchor.center = LocalMap(around: mean.coordinate)
        .coordinate(LocalMap.Point(east: rode * sin(angle), north: rode * cos(angle)))
      anchor.radius = rode + max(Anchor.margin, Anchor.least(sigma: sigma))
    }
    return anchor
  }

  private static func check(_ radius: Double, sigma: Double) throws(Refusal) {
    let least = Anchor.least(sigma: sigma)
    guard radius >= least else {
      let values: [String: Reason.Value] = [
        "radius": .tenths(radius), "length": .tenths(sigma), "least": .number(least.rounded()),
      ]
      throw Refusal(Reason("refused.small", values))
    }
  }

  /// The most anchors at a time.
  private static var most: Int { 20 }
}

extension AnchorWatch.Swing {
  /// The size that a request names.
  init(_ request: Request) throws(Refusal) {
    let radius = try request.number("radius", in: Anchor.radii)
    let rode = try request.number("rode", in: 1...1000)
    let bearing = try request.number("bearing", in: 0...360)
    switch (radius, rode, bearing) {
    case (let radius, nil, nil): self = .radius(radius ?? Anchor.usualRadius)
    case (nil, let rode?, let bearing?): self = .rode(rode, bearing: bearing)
    default:
      throw Refusal("give a radius, or a rode with the bearing from here to the anchor")
    }
  }
}
