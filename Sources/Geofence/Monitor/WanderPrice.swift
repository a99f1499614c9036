/// The metres that a crossing without a run needs at a region, after a receiver has wandered.
package struct WanderPrice: Hashable, Sendable {
  /// The standard deviation in metres by which fixes wandered while the carrier stood.
  package let wander: Double

  /// The metres past the border that an exit needs.
  package let exit: Double

  /// The metres past the border that an entry needs: small regions need fewer.
  package let entry: Double

  /// The price of a wander at a region; `nil` where it is not worth a line.
  ///
  /// - Parameter wander: The wander in metres, as it has faded until now.
  package init?(_ region: Region, wander: Double) {
    let place = max(BorderWatch.leastSigma, Wander.doubt(of: wander))
    let exit = max(region.sense.alone * place, region.cushion)
    guard exit > max(region.sense.metres.alone, region.cushion) + Self.worthwhile else {
      return nil
    }
    self.wander = wander
    self.exit = exit
    entry = min(exit, BorderWatch.smallDeep * region.shape.inradius)
  }

  // Metres: fewer are within the usual differences of receivers.
  private static let worthwhile = 1.0
}

extension Memory {
  /// The wander in metres that is left at a time; `nil` if none was seen.
  package func wander(at time: Timestamp) -> Double? {
    guard let wander, let seen else { return nil }
    return Wander.faded(wander, over: seen.duration(to: time).inSeconds)
  }
}
