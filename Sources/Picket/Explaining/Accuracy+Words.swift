package import Base
package import Geofence
internal import Records

extension AccuracySource {
  /// The source, for a person.
  package var said: Reason { Reason("accuracy.\(rawValue)") }
}

extension AccuracyCheck.Doubt {
  /// The doubt in an answer.
  var answer: StatusAnswer.Scatter {
    var answer = StatusAnswer.Scatter()
    (answer.claimed, answer.observed) = (claimed, observed)
    return answer
  }

  /// The doubt in words, for a person, and its remedy.
  var words: String {
    let both =
      "the receiver claims ± \(claimed.metresText()), its fixes scatter by \(observed.metresText())"
    return isOptimistic
      ? "\(both): give the antenna a clearer view of the sky, or set sense = \"quiet\" or a "
        + "cushion for the regions"
      : "\(both): events come later than they need to; let it send GST or speak its own protocol"
  }
}

extension SignalStrength {
  /// What a wander of some metres means, for a person.
  package static func said(wander: Double) -> Reason {
    let values = ["wander": wander, "told": told(wander)].mapValues { $0.metresText() }
    return Reason("wander.here", values.mapValues { .text($0) })
  }

  /// The same in the words of a log.
  package static func words(wander: Double) -> String { said(wander: wander).text }
}
