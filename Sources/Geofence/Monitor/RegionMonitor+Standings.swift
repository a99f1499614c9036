extension RegionMonitor {
  /// An estimate of the carrier's position.
  public struct Estimate: Hashable, Sendable {
    /// The filtered position.
    public let coordinate: Coordinate

    /// The standard deviation of the position along each axis, in metres.
    public let sigma: Double

    /// Creates an estimate, such as that of another rule.
    public init(coordinate: Coordinate, sigma: Double) {
      (self.coordinate, self.sigma) = (coordinate, sigma)
    }
  }

  /// The estimate of the carrier's position after the last fix; `nil` before the first.
  public var estimate: Estimate? {
    guard let position, let sigma else { return nil }
    return Estimate(coordinate: Ellipsoid.coordinate(position.plane.origin), sigma: sigma)
  }

  /// The standard deviation of the estimate in metres; `nil` before the first fix.
  ///
  /// Circles of 95 % are meant to hold 95 %. The deviation by which crossings are decided may be
  /// smaller, since other evidence is asked for, too.
  public var sigma: Double? {
    // From the last look, since a call of the position would copy it, for each fix.
    previous?.reported
      ?? position.map { $0.reported(lastFix?.accuracySource, wander: $0.wanderOfPlace) }
  }

  /// The metres from the estimate to the place of the last fix, while the filter keeps to another one;
  /// `nil` while both agree.
  ///
  /// - Parameter rejection: The reason for which the fix was rejected; `nil` for a trusted one.
  package func disagreement(with fix: Fix?, _ rejection: Rejection?) -> Double? {
    guard let place = fix?.coordinate, let position,
      rejection == .jump || rejection == nil && position.refusesFix
    else { return nil }
    return (Ellipsoid.vector(place) - position.plane.origin).length
  }

  /// The metres by which fixes wander here, if borders near the carrier cannot be told because of it.
  package var wanderHere: Double? {
    previous?.wander.flatMap { $0 > BorderWatch.leastSigma ? $0 : nil }
  }

  /// The carrier's standing with regard to each region within reach, by identifier.
  ///
  /// Within reach are the regions that the carrier is inside and those whose border is less than
  /// 200 metres away, or twice the cushion.
  public var standings: [Standing] {
    standings(most: .max).shown
  }

  /// The carrier's standing with regard to the regions within reach that matter most.
  ///
  /// These are the regions with a pending crossing, and then those whose border is nearest.
  ///
  /// - Returns: At most this many, by identifier, and the number of the others.
  public func standings(most: Int) -> (shown: [Standing], more: Int) {
    standings(at: active.filter { !watched[$0].isExpired }, most: most)
  }

  /// The carrier's standing with regard to the regions for which a crossing is pending.
  ///
  /// - Returns: At most this many, by identifier, and the number of the others.
  public func pendingStandings(most: Int) -> (shown: [Standing], more: Int) {
    standings(at: active.filter { !watched[$0].isExpired && isPending($0) }, most: most)
  }

  private func standings(at places: [Int], most: Int) -> (shown: [Standing], more: Int) {
    guard let previous else { return ([], 0) }
    var places = places.filter { watched[$0].watch?.latest != nil }
    let more = max(0, places.count - most)
    if more > 0 {
      let ranked = places.map { place in
        (isPending(place) ? 0 : 1, abs(watched[place].watch?.latest?.depth ?? .infinity), place)
      }
      places = ranked.sorted(by: <).prefix(most).map(\.2).sorted()
    }
    return (places.compactMap { standing(at: $0, previous) }, more)
  }

  private func isPending(_ place: Int) -> Bool { watched[place].watch?.pending != nil }

  /// The carrier's standing with regard to one region; `nil` if the region is not within reach.
  public func standing(of id: String) -> Standing? {
    guard let previous, let place = place(of: id) else { return nil }
    return standing(at: place, previous)
  }

  private func standing(at place: Int, _ previous: Sight) -> Standing? {
    watched[place].watch?.standing(
      watched[place].region.id, rawDepth: watched[place].area.depth(at: previous.raw),
      at: previous.instant)
  }
}
