internal import Base
package import Geofence

/// The quality of a sense at regions of one kind, measured on simulated walks.
package struct SenseFigures: Hashable, Sendable {
  /// The kinds of region for which the figures differ.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A circle or polygon with an inradius below 25 m.
    case small = "small circle or polygon"
    /// A larger circle or polygon.
    case large = "circle or polygon"
    /// A corridor less than 50 m wide.
    case narrow = "narrow corridor"
    /// A wider corridor.
    case wide = "corridor"

    /// The kind of a shape.
    package init(_ shape: Shape) {
      let isSmall = shape.inradius < Self.largestSmall
      self =
        if case .corridor = shape { isSmall ? .narrow : .wide } else { isSmall ? .small : .large }
    }

    // Metres. Below, crossings are missed more often; above, misses hardly depend on the size.
    private static let largestSmall = 25.0
  }

  /// False events in 24 h within 20 m of the border, while the carrier moves.
  package let falsePerDay: Double

  /// The median delay in seconds from the passage of the border to the event.
  package let delay: Double

  /// The share of crossings without an event.
  package let missed: Double

  /// The figures of a sense at regions of a shape's kind.
  ///
  /// - Parameter hasVelocity: Whether the receiver reports speed and course, by Doppler.
  package static func of(_ shape: Shape, _ sense: Sense, hasVelocity: Bool) -> SenseFigures? {
    let kind = Kind(shape)
    return measured.first { ($0.kind, $0.sense, $0.hasVelocity) == (kind, sense, hasVelocity) }?
      .figures
  }

  /// The figures in words.
  var said: Reason {
    Reason(
      "expect.figures",
      [
        "false": .text(falsePerDay.text(decimals: 0)), "delay": .text(delay.secondsText()),
        "missed": .text((100 * missed).text(decimals: 0)),
      ])
  }

  /// The figures as an object of JSON.
  var json: JSONLine {
    var line = JSONLine()
    line.add("false_per_day", falsePerDay, decimals: 1)
    line.add("delay", delay, decimals: 1)
    line.add("missed", missed, decimals: 3)
    return line
  }

  private struct Row: Sendable {
    let kind: Kind
    let sense: Sense
    let hasVelocity: Bool
    let figures: SenseFigures

    init(
      _ kind: Kind, _ sense: Sense, _ hasVelocity: Bool, _ falsePerDay: Double, _ delay: Double,
      _ missed: Double
    ) {
      (self.kind, self.sense, self.hasVelocity) = (kind, sense, hasVelocity)
      figures = SenseFigures(falsePerDay: falsePerDay, delay: delay, missed: missed)
    }
  }

  // Made by board/score --tables from simulated walks, 20 of each kind from each of three seeds.
  // HowWellItDecides.md has the hours and crossings of each row, and the figures for real receivers.
  private static let measured = [
    // board/score: sense figures
    Row(.small, .quick, true, 14.3, 2.8, 0.049),
    Row(.small, .even, true, 10.5, 3.7, 0.053),
    Row(.small, .quiet, true, 6.7, 5.8, 0.061),
    Row(.large, .quick, true, 16.6, 1.3, 0.021),
    Row(.large, .even, true, 14.5, 1.9, 0.023),
    Row(.large, .quiet, true, 11.0, 3.7, 0.028),
    Row(.narrow, .quick, true, 22.9, 2.8, 0.042),
    Row(.narrow, .even, true, 19.5, 3.5, 0.046),
    Row(.narrow, .quiet, true, 17.0, 5.0, 0.048),
    Row(.wide, .quick, true, 25.1, 1.6, 0.019),
    Row(.wide, .even, true, 20.0, 2.2, 0.021),
    Row(.wide, .quiet, true, 12.5, 4.0, 0.021),
    Row(.small, .quick, false, 37.8, 6.1, 0.073),
    Row(.small, .even, false, 35.8, 6.5, 0.076),
    Row(.small, .quiet, false, 32.4, 6.9, 0.079),
    Row(.large, .quick, false, 46.5, 4.8, 0.037),
    Row(.large, .even, false, 42.7, 5.4, 0.040),
    Row(.large, .quiet, false, 37.4, 5.8, 0.044),
    Row(.narrow, .quick, false, 66.1, 5.9, 0.052),
    Row(.narrow, .even, false, 63.0, 6.4, 0.052),
    Row(.narrow, .quiet, false, 63.0, 6.9, 0.052),
    Row(.wide, .quick, false, 30.0, 5.1, 0.004),
    Row(.wide, .even, false, 25.0, 5.7, 0.009),
    Row(.wide, .quiet, false, 15.0, 6.0, 0.009),
    // board/score ends
  ]
}
