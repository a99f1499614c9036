package import Base
package import Geofence

extension VelocityCheck.Doubt {
  /// The fault of the velocity, for a person.
  package var said: Reason {
    switch self {
    case .none: Reason("velocity.none")
    case .made: Reason("velocity.made")
    case .zero: Reason("velocity.zero")
    case .factor(let factor): Self.said(factor)
    case .angle(let degrees):
      Reason(
        degrees > 0 ? "velocity.right" : "velocity.left",
        ["degrees": .number(abs(degrees).rounded())])
    case .late(let seconds): Reason("velocity.late", ["seconds": .count(seconds)])
    }
  }

  /// What to do about it.
  package var remedy: Reason {
    switch self {
    case .none, .made: Reason("remedy.none")
    case .zero: Reason("remedy.zero")
    case .factor: Reason("remedy.factor")
    case .angle: Reason("remedy.angle")
    case .late: Reason("remedy.late")
    }
  }

  /// The fault and the remedy in one line.
  package var account: Reason { .all([said, remedy]) }

  /// Speeds that are this many times as large, with the mistake that makes them so if one is known.
  private static func said(_ factor: Double) -> Reason {
    let known: [(Double, Reason.Value, Reason.Value)] = [
      (3.6, kilometres, metres), (1.944, knots, metres), (1.852, kilometres, knots),
      (2.237, miles, metres), (1.151, miles, knots), (0.514, metres, knots),
      (0.278, metres, kilometres), (0.54, knots, kilometres),
    ]
    func distance(_ other: Double) -> Double { max(factor / other, other / factor) }
    let value = Reason.Value.number((factor * 100).rounded() / 100)
    guard let best = known.min(by: { distance($0.0) < distance($1.0) }), distance(best.0) < 1.08
    else { return Reason("velocity.factor", ["factor": value]) }
    return Reason("velocity.unit", ["factor": value, "wrong": best.1, "right": best.2])
  }

  private static let knots = Reason.Value.reason(Reason("velocity.knots"))
  private static let metres = Reason.Value.text("m/s")
  private static let kilometres = Reason.Value.text("km/h")
  private static let miles = Reason.Value.text("mph")
}
