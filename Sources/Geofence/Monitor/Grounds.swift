/// The evidence that a crossing needed when it was decided, and the evidence that it had.
public struct Grounds: Hashable, Sendable {
  /// The metres past the border that were needed.
  public let needed: Double

  /// The metres past the border that were reached.
  public let reached: Double

  /// The length of the run without turning back, in metres; `nil` where it did not count.
  public let run: Double?

  /// Creates the grounds of a crossing.
  public init(needed: Double, reached: Double, run: Double? = nil) {
    self.needed = needed
    self.reached = reached
    self.run = run
  }
}

extension RegionMonitor {
  /// The evidence of a region's last crossing; `nil` if there was none since it came within reach.
  public func grounds(of id: String) -> Grounds? {
    watched.place(of: id).flatMap { watched[$0].watch?.grounds }
  }
}

extension BorderWatch {
  /// The grounds for a crossing, if there are enough.
  func grounds(
    for past: Double, _ sigma: Double, _ needs: Needs, _ observation: Observation
  ) -> Grounds? {
    // The metres on this side at which the way began, now that its end is known better.
    let began = run.wholeLength - past
    let isClear =
      isSure || -run.began >= min(Self.firstSide * run.sigma, deep)
      || began >= min(Self.firstSide * sigma, deep)
    if past > needs.near, run.length >= wholeRun(observation), isClear {
      return Grounds(needed: needs.near, reached: past, run: run.length)
    }
    if observation.stands < Usual.moving, let needed = needed(began, sigma, needs, observation),
      past > needed
    {
      return Grounds(needed: needed, reached: past, run: run.wholeLength)
    }
    guard isSure, past > needs.far else { return nil }
    return Grounds(
      needed: needs.far, reached: past, run: partOfRun(observation) > 0 ? run.length : nil)
  }

  /// The metres on this side that are deep however bad the position is: inside there are no more than
  /// the inradius, and from the middle every error leads outwards.
  var deep: Double { state == .inside ? Self.smallRun / 2 * inradius : .infinity }

  /// The metres past the border that a passage needs, by the place on this side where it began.
  private func needed(
    _ began: Double, _ sigma: Double, _ needs: Needs, _ observation: Observation
  ) -> Double? {
    if isSure {
      return began >= Usual.deviations * Self.placeDoubt(observation)
        ? max(Sense.even.stopped * sigma, cushion) : nil
    }
    // Later, accumulated errors look like a motion.
    let watched = firstLook.map { $0.duration(to: observation.instant).inSeconds } ?? 0
    // The guess may be wrong as often as a crossing after a run.
    return watched < Guess.life && began >= sense.steady * sigma ? needs.near : nil
  }
}
