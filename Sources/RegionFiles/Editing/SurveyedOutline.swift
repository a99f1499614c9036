package import Base
package import Geofence

/// The outline of a survey, with what is known about its accuracy.
package struct SurveyedOutline: Sendable {
  /// A walk that is too short for an outline.
  package struct TooShort: Error {
    /// The problem and its remedy.
    package let said: Reason
  }

  /// The outline.
  package let outline: Outline

  /// The length of the walk in metres.
  package let length: Double

  /// The visible error of the positions: the standard deviation of each axis in metres.
  package let noise: Double

  /// The cushion in whole metres that exceeds these errors; `nil` if none is needed.
  package let cushion: Double?

  /// The corners, each once.
  package let corners: [Coordinate]

  private let fixes: Int

  /// Draws the outline of a survey.
  ///
  /// - Parameter isCorridor: Whether the walk is the middle line of a corridor, not a border.
  package init(of survey: Survey, isCorridor: Bool) throws(TooShort) {
    outline = isCorridor ? .line(of: survey) : .ring(of: survey)
    (fixes, length) = (survey.count, survey.length)
    guard outline.corners.count >= (isCorridor ? 2 : 4), !isCorridor || outline.leadsAway else {
      throw TooShort(
        said: Reason("refused.short", ["count": .count(fixes), "length": .number(length)]))
    }
    (noise, cushion) = (survey.noise, survey.cushion)
    corners = isCorridor ? outline.corners : Array(outline.corners.dropLast())
  }

  /// The accuracy and the doubts in sentences, for the user.
  ///
  /// - Parameter cushion: The words for a cushion of this many metres.
  package func sentences(cushion words: (_ metres: String) -> String) -> [String] {
    let drawn =
      "walked \(length.metresText(decimals: 0)) in \(fixes) fixes; drawn with \(corners.count) "
      + "corners, to \(outline.tolerance.metresText())"
    let advice =
      cushion.map { "with \(words($0.text(decimals: 0))) they cause no crossings" }
      ?? "no cushion is needed"
    let errors = "the fixes were off by about \(noise.metresText()): \(advice)"
    return [drawn] + outline.notes + [errors]
  }
}

extension Outline {
  /// Whether a corner is farther from the first than the errors of fixes while the carrier stands.
  fileprivate var leadsAway: Bool {
    guard let first = corners.first else { return false }
    return corners.contains { first.distance(to: $0) > tolerance }
  }
}
