/// How far past a border who crosses it must come, in metres.
public struct Thresholds: Hashable, Sendable {
  /// Enough for who comes in one run, and slowly.
  public let run: Double

  /// Enough for anybody.
  public let deep: Double
}

extension RegionMonitor {
  /// What an entry and an exit of a region ask of who does not hurry; `nil` if it is not watched.
  ///
  /// Who comes fast is asked for less, as `TheDecision` says.
  public func thresholds(of id: String) -> (entry: Thresholds, exit: Thresholds)? {
    guard let one = watched.first(where: { $0.region.id == id }) else { return nil }
    let inradius = one.area.inradius(upTo: max(200, 8 * one.region.cushion))
    func asked(_ state: RegionState) -> Thresholds {
      let watch = BorderWatch(
        cushion: one.region.cushion, linger: one.region.linger, inradius: inradius, state: state)
      let asked = watch.asked(
        of: BorderWatch.Look(depth: 0, sigma: 100, instant: Instant(.zero)))
      return Thresholds(run: asked.near, deep: asked.far)
    }
    return (asked(.outside), asked(.inside))
  }
}
