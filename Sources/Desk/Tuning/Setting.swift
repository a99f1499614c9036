package import Geofence
internal import Notation
internal import RegionFiles

/// A setting to try: the thresholds of regions without their own.
package struct Setting: Hashable, Sendable {
  /// The metres past the border that a crossing needs.
  package var cushion: Double

  /// The time for which a crossing must last.
  package var linger: Duration

  /// The sense; `nil` for the configured or recorded sense.
  package var sense: Sense?

  /// Creates a setting.
  package init(cushion: Double, linger: Duration, sense: Sense? = nil) {
    (self.cushion, self.linger, self.sense) = (cushion, linger, sense)
  }

  /// The settings of a grid, including the present one.
  ///
  /// - Parameters:
  ///   - cushions: The least and the greatest cushion, in metres.
  ///   - lingers: The least and the greatest linger, in seconds.
  ///   - steps: The number of values of each, if least and greatest differ.
  package static func grid(
    cushions: ClosedRange<Double>, lingers: ClosedRange<Double>, steps: Int, present: Setting
  ) -> [Setting] {
    let grid = values(cushions, steps).flatMap { cushion in
      values(lingers, steps).map {
        Setting(cushion: cushion, linger: Duration(roundedSeconds: $0))
      }
    }
    func key(_ setting: Setting) -> (Double, Duration) { (setting.cushion, setting.linger) }
    return (grid.contains(present) ? grid : grid + [present]).sorted { key($0) < key($1) }
  }

  private static func values(_ range: ClosedRange<Double>, _ steps: Int) -> [Double] {
    guard range.upperBound > range.lowerBound, steps > 1 else { return [range.lowerBound] }
    let step = (range.upperBound - range.lowerBound) / Double(steps - 1)
    // Rounded to a thousandth, since a person writes it into a file.
    return (0..<steps).map { ((range.lowerBound + Double($0) * step) * 1000).rounded() / 1000 }
  }
}
