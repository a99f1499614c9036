internal import Geofence
internal import Glibc
internal import Notation
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

  private var recent = RecentFixes()

  /// Creates a watch that continues with anchors from before.
  init(_ dropped: [Anchor]) { self.dropped = dropped }

  /// Whether an anchor of this name is dropped.
  func has(_ id: String) -> Bool { dropped.contains { $0.id == id } }

  /// The regions of the anchors.
  func regions(_ settings: RegionSettings) -> [Region] {
    dropped.compactMap { $0.region(settings) }
  }

  // MARK: Changes

  /// Adds a trusted fix.
  mutating func add(_ fix: TrustedFix) { recent.add(fix) }

  /// The mean place of the last 3 s; `nil` without a fix in this time.
  func mean(at moment: Instant) -> RecentFixes.Mean? { recent.mean(at: moment) }

  /// Refuses when there are as many anchors as there can be.
  func checkRoom() throws(Refusal) {
    guard dropped.count < Self.most else {
      throw Refusal("there are \(dropped.count) anchors already; lift one first")
    }
  }

  /// Drops an anchor, for which there must be room.
  ///
  /// - Parameters:
  ///   - mean: The place of the carrier.
  ///   - sigma: The standard deviation of the filtered position, in metres; `nil` without one.
  mutating func drop(
    _ id: String, _ swing: Swing, at mean: RecentFixes.Mean, sigma: Double?, time: Timestamp?
  ) throws(Refusal) -> Anchor {
    let sigma = max(mean.sigma, sigma ?? 0)
    let least = Anchor.least(sigma: sigma)
    var anchor = Anchor(id: id, center: mean.coordinate, radius: 0, spread: mean.spread, time: time)
    switch swing {
    case .radius(let radius):
      guard radius >= least else {
        throw Refusal(
          "a radius of \(radius.metresText()) is too small for the receiver's error of "
            + "\(sigma.metresText()); give at least \(least.text(decimals: 0))")
      }
      anchor.radius = radius
    case .rode(let rode, let bearing):
      let angle = bearing * .pi / 180
      anchor.center = LocalMap(around: mean.coordinate)
        .coordinate(LocalMap.Point(east: rode * sin(angle), north: rode * cos(angle)))
      anchor.radius = rode + max(Anchor.margin, least)
    }
    dropped.append(anchor)
    dropped.sort { $0.id < $1.id }
    return anchor
  }

  /// Lifts an anchor.
  mutating func lift(_ id: String) throws(Refusal) {
    guard has(id) else {
      let known = dropped.map(\.id)
      throw Refusal(
        "no anchor \(id.quoted.onOneLine) is dropped"
          + (known.isEmpty ? "" : "; there \(known.count == 1 ? "is" : "are") \(known.listed())"))
    }
    dropped.removeAll { $0.id == id }
  }

  /// Ends the anchors whose names are taken by others; returns them.
  mutating func end(_ taken: Set<String>) -> [Anchor] {
    let lost = dropped.filter { taken.contains($0.id) }
    dropped.removeAll { taken.contains($0.id) }
    return lost
  }

  /// The most anchors at a time.
  private static var most: Int { 20 }
}
