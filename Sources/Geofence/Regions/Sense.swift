/// The certainty with which a crossing is reported: one choice between early and quiet.
///
/// It scales the chance of error that an event may have, and so every distance past the border that
/// a crossing needs. `HowWellItDecides` states the costs and gains of each sense.
public enum Sense: String, CaseIterable, Codable, Hashable, Sendable {
  /// Twice the chance to be wrong: 0.6 s earlier, with a seventh more false events, or a tenth
  /// more without Doppler.
  case quick
  /// The default.
  case even
  /// Half the chance to be wrong: 2 s later, with a quarter fewer false events; without Doppler 0.4 s
  /// later, with a tenth fewer.
  case quiet

  /// Standard deviations past the border after a run, for a carrier that comes on as before.
  ///
  /// The quantiles of the normal distribution for chances of error of 2/5, 1/3 and 1/6. The first
  /// is less than 2/3, twice the second: a crossing must be likelier than an error.
  var steady: Double {
    switch self {
    case .quick: 0.253
    case .even: 0.431
    case .quiet: 0.967
    }
  }

  /// The same for a carrier that has slowed down: for chances of 1/5, 1/10 and 1/20.
  var stopped: Double {
    switch self {
    case .quick: 0.842
    case .even: 1.282
    case .quiet: 1.645
    }
  }

  /// The same without a run: for chances of 14, 7 and 3.5 in 10,000.
  var alone: Double {
    switch self {
    case .quick: 2.989
    case .even: 3.195
    case .quiet: 3.390
    }
  }

  /// The three distances in metres, for the best position that is believed.
  package var metres: (steady: Double, stopped: Double, alone: Double) {
    let sigma = BorderWatch.leastSigma
    return (steady * sigma, stopped * sigma, alone * sigma)
  }
}
