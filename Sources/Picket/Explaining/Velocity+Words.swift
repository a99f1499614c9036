package import Geofence
internal import Notation

extension VelocityCheck.Doubt {
  /// The fault of the velocity, for a person.
  package var words: String {
    switch self {
    case .none: "the receiver reports no speed (Doppler)"
    case .made: "the speed is gpsd's own, made from positions: the receiver reports none (Doppler)"
    case .zero: "the receiver reports a speed of 0 while its positions move"
    case .factor(let factor):
      "the reported speed is \(factor.text(decimals: 2)) times that of the positions"
        + (Self.unit(of: factor).map { ", like \($0)" } ?? "")
    case .angle(let degrees):
      "the reported course is \(Int(abs(degrees).rounded()))° \(degrees > 0 ? "right" : "left") of "
        + "the way of the positions, like a magnetic course that lacks the declination"
    case .late(let seconds): "the reported velocity is late by \(seconds) s"
    }
  }

  /// What to do about it.
  package var remedy: String {
    switch self {
    case .none, .made: "let the receiver send RMC, or remove maxSpeed from the regions"
    case .zero:
      "let the receiver send RMC with its speed, and switch its static navigation off: see gpsctl(1)"
    case .factor: "correct the unit in the program that writes the sentences, or in the receiver"
    case .angle: "let it write the true course in RMC: add the declination there"
    case .late: "switch the smoothing of the receiver off, or choose its model for vehicles"
    }
  }

  /// The fault and the remedy in one line.
  package var account: String { "\(words); \(remedy)" }

  /// The mistake that makes speeds this many times as large; `nil` for none that is known.
  private static func unit(of factor: Double) -> String? {
    let known = [
      (3.6, "km/h for m/s"), (1.944, "knots for m/s"), (1.852, "km/h for knots"),
      (2.237, "mph for m/s"), (1.151, "mph for knots"), (0.514, "m/s for knots"),
      (0.278, "m/s for km/h"), (0.54, "knots for km/h"),
    ]
    func distance(_ other: Double) -> Double { max(factor / other, other / factor) }
    guard let best = known.min(by: { distance($0.0) < distance($1.0) }), distance(best.0) < 1.08
    else { return nil }
    return best.1
  }
}
