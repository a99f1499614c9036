extension BorderWatch {
  /// The metres past the border that are needed now.
  struct Needs {
    /// The metres below which a crossing is no longer pending.
    var least: Double
    /// The metres after a straight run.
    var near: Double
    /// The metres without a whole run.
    var far: Double
    /// The metres without any run: no crossing needs more.
    var alone: Double
  }

  /// The metres past the border that are needed now.
  func needs(of observation: Observation) -> Needs {
    let sigma = Self.doubt(observation)
    let place = max(sigma, observation.wander ?? 0)
    // A carrier that comes on as before has crossed; a carrier that slows down may stop at
    // the border.
    let stopped = sense.stopped + (observation.velocityKnown ? 0 : Self.withoutDoppler)
    let near = max(sense.steady, stopped - (sense.stopped - sense.steady) * run.steadiness)
    let alone = sense.alone * place
    let far = alone - (alone - near * sigma) * partOfRun(observation)
    var needs = Needs(
      least: cushion, near: max(near * sigma, cushion), far: max(far, cushion),
      alone: max(alone, cushion))
    if state == .outside {
      needs.least = min(needs.least, Self.smallRun * inradius)
      needs.near = min(needs.near, Self.smallRun * inradius)
      needs.far = min(needs.far, Self.smallDeep * inradius)
      needs.alone = min(needs.alone, Self.smallDeep * inradius)
    }
    return needs
  }

  /// The part of a whole run that counts, from 0 to 1.
  ///
  /// Each measured metre of a run makes it likelier that the border was crossed. Without Doppler a
  /// short run is too often an error that slides.
  func partOfRun(_ observation: Observation) -> Double {
    guard observation.velocityKnown, observation.stands < Usual.moving else { return 0 }
    return min(1, max(0, run.length) / wholeRun(observation))
  }

  /// The metres from the border at which the first state is clear.
  func clearance(_ observation: Observation) -> Double {
    max(Self.firstSide * Self.doubt(observation), cushion)
  }

  /// The standard deviation that is assumed of a position.
  static func doubt(_ observation: Observation) -> Double {
    guard observation.thousandths != nil else { return max(leastSigma, observation.sigma) }
    return max(leastSigma * observation.unit, observation.sigma)
  }

  /// The standard deviation of a place at which the carrier stands: it also has the wander.
  static func placeDoubt(_ observation: Observation) -> Double {
    max(doubt(observation), observation.wander ?? 0)
  }

  /// The metres of a run that count in full now: wander looks like a run, and velocities slide with it.
  func wholeRun(_ observation: Observation) -> Double {
    let wholeRun =
      observation.thousandths == nil ? Self.wholeRun : Self.wholeRun * observation.unit
    guard let wander = observation.wander else { return wholeRun }
    return wholeRun
      * max(1, wander / (observation.velocityKnown ? Self.leastSigma : Self.doubt(observation)))
  }

  /// The length of a whole run in metres.
  static let wholeRun = Usual.slide

  /// A position is never believed to be better than this, in metres.
  static let leastSigma = 3.7

  /// Additional standard deviations after a run whose velocity is only derived from positions.
  static let withoutDoppler = 0.78

  /// Standard deviations from the border that make a first side likely.
  static var firstSide: Double { Usual.deviations / 2 }

  /// An entry needs at most these shares of the inradius.
  static let smallRun = 0.3
  static var smallDeep: Double { 2 * smallRun }
}
