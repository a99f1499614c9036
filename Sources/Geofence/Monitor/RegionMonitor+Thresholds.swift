/// The distances past a border that prove a crossing, in metres.
public struct Thresholds: Hashable, Sendable {
  /// The distance after a straight run, for a carrier that slows down.
  public let run: Double

  /// The distance without a run.
  public let deep: Double
}

extension RegionMonitor {
  /// The depths that an entry and an exit of a region need where the position is at its best; `nil`
  /// if the region is not watched.
  ///
  /// A carrier that comes on as before needs less, and a worse position needs more: see
  /// `TheDecision`.
  public func thresholds(of id: String) -> (entry: Thresholds, exit: Thresholds)? {
    guard let one = watched.first(where: { $0.region.id == id }) else { return nil }
    let inradius = one.area.inradius(upTo: max(200, 8 * one.region.cushion))
    func needs(_ state: RegionState) -> Thresholds {
      let watch = BorderWatch(
        cushion: one.region.cushion, linger: one.region.linger, inradius: inradius,
        sense: one.region.sense, state: state)
      let needs = watch.needs(
        of: BorderWatch.Observation(depth: 0, sigma: 0, instant: Instant(.zero)))
      return Thresholds(run: needs.near, deep: needs.far)
    }
    return (needs(.outside), needs(.inside))
  }
}
