/// What is tried: the configuration's words for regions that say nothing of their own.
package struct Setting: Hashable, Sendable {
  /// Metres past the border.
  package var cushion: Double

  /// How long a crossing must last.
  package var linger: Duration

  /// Creates a setting.
  package init(cushion: Double, linger: Duration) {
    (self.cushion, self.linger) = (cushion, linger)
  }

  /// The settings of a grid, and among them the one that is in force.
  ///
  /// - Parameters:
  ///   - cushions: From and to, in metres.
  ///   - lingers: From and to, in seconds.
  ///   - steps: How many values there are of each, where from and to differ.
  package static func grid(
    cushions: ClosedRange<Double>, lingers: ClosedRange<Double>, steps: Int, present: Setting
  ) -> [Setting] {
    let grid = values(cushions, steps).flatMap { cushion in
      values(lingers, steps).map { Setting(cushion: cushion, linger: Duration(roundedSeconds: $0)) }
    }
    return (grid.contains(present) ? grid : grid + [present]).sorted {
      ($0.cushion, $0.linger) < ($1.cushion, $1.linger)
    }
  }

  private static func values(_ range: ClosedRange<Double>, _ steps: Int) -> [Double] {
    guard range.upperBound > range.lowerBound, steps > 1 else { return [range.lowerBound] }
    let step = (range.upperBound - range.lowerBound) / Double(steps - 1)
    // To a thousandth: a person writes it into a file.
    return (0..<steps).map { ((range.lowerBound + Double($0) * step) * 1000).rounded() / 1000 }
  }
}
