extension RegionMonitor {
  /// Where the carrier is taken to be.
  public struct Estimate: Hashable, Sendable {
    /// The filtered position.
    public let coordinate: Coordinate

    /// Its standard deviation along each axis, in metres.
    public let sigma: Double
  }

  /// Where the carrier is taken to be after the last fix; `nil` before the first.
  public var estimate: Estimate? {
    position.map { position in
      Estimate(coordinate: Ellipsoid.coordinate(position.plane.origin), sigma: position.sigma)
    }
  }

  /// The standard deviation of where it is taken to be, in metres; `nil` before the first fix.
  public var sigma: Double? { position?.sigma }

  /// Where the carrier stands with regard to each region within reach, by identifier.
  ///
  /// Within reach are those that it is inside and those whose border is
  /// less than 200 metres away, or twice the cushion.
  public var standings: [Standing] {
    guard let previous else { return [] }
    return active.filter { !watched[$0].isExpired }.compactMap { index in
      watched[index].watch?.standing(
        watched[index].region.id, rawDepth: watched[index].area.depth(at: previous.raw),
        at: previous.instant)
    }
  }
}
