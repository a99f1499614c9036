internal import Notation
internal import RegionFiles

/// What is tried: a rule, and the configuration's words for regions that say nothing of their own.
package struct Setting: Hashable, Sendable {
  /// What decides.
  package var rule: Rule

  /// Metres past the border.
  package var cushion: Double

  /// How long a crossing must last.
  package var linger: Duration

  /// Creates a setting.
  package init(cushion: Double, linger: Duration, rule: Rule = .evidence) {
    (self.cushion, self.linger, self.rule) = (cushion, linger, rule)
  }

  /// The settings of a grid, and among them the one that is in force.
  ///
  /// - Parameters:
  ///   - rules: What decides, in the order in which they are tried.
  ///   - cushions: From and to, in metres.
  ///   - lingers: From and to, in seconds.
  ///   - steps: How many values there are of each, where from and to differ.
  package static func grid(
    _ rules: [Rule] = [.evidence], cushions: ClosedRange<Double>, lingers: ClosedRange<Double>,
    steps: Int, present: Setting
  ) -> [Setting] {
    let grid = rules.flatMap { rule in
      values(cushions, steps).flatMap { cushion in
        values(lingers, steps).map {
          Setting(cushion: cushion, linger: Duration(roundedSeconds: $0), rule: rule)
        }
      }
    }
    func key(_ setting: Setting) -> (Int, Double, Duration) {
      (rules.firstIndex(of: setting.rule) ?? -1, setting.cushion, setting.linger)
    }
    return (grid.contains(present) ? grid : grid + [present]).sorted { key($0) < key($1) }
  }

  private static func values(_ range: ClosedRange<Double>, _ steps: Int) -> [Double] {
    guard range.upperBound > range.lowerBound, steps > 1 else { return [range.lowerBound] }
    let step = (range.upperBound - range.lowerBound) / Double(steps - 1)
    // To a thousandth: a person writes it into a file.
    return (0..<steps).map { ((range.lowerBound + Double($0) * step) * 1000).rounded() / 1000 }
  }
}
