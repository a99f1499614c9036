package import Geofence
internal import Notation
internal import Picket
internal import RegionFiles

/// The sense that fits some walks best: fewest false events, then fewest missed, then least delay.
package struct SenseChoice: Sendable {
  /// The trial of each sense.
  package let trials: [Trial]

  /// The best sense; `nil` if the walks do not decide.
  package let best: Sense?

  private let present: Sense
  private let place: String

  // The figures in which the best sense surpasses the others, in words.
  private let reason: String?

  /// Tries each sense on some walks.
  ///
  /// - Parameter setting: The cushion and the linger with which each sense is tried.
  package init(_ walks: [TunedWalk], at setting: Setting) {
    let settings = Sense.allCases.map { sense in
      Setting(cushion: setting.cushion, linger: setting.linger, sense: sense)
    }
    let tuning = Tuning(walks, settings: settings) { _ in }
    self.init(tuning.trials, present: walks.first?.sense ?? .even, place: tuning.walked)
  }

  /// Chooses among trials that differ in their sense.
  ///
  /// - Parameters:
  ///   - present: The present sense of the walks.
  ///   - place: The walks, in words.
  init(_ trials: [Trial], present: Sense, place: String) {
    (self.trials, self.present, self.place) = (trials, present, place)
    guard let first = trials.min(by: Self.isBetter), first.scored > 0 else {
      (best, reason) = (nil, nil)
      return
    }
    let equal = trials.filter { !Self.isBetter(first, $0) }
    // Of equal senses, none is the best.
    best = equal.count == 1 ? first.setting.sense : nil
    func differ(_ value: (Trial) -> some Equatable) -> Bool {
      trials.contains { value($0) != value(first) }
    }
    reason =
      if differ({ $0.score.spurious }) {
        "the fewest false events"
      } else if differ({ $0.score.missed }) {
        "as few false events as the others, and misses the fewest crossings"
      } else {
        "as few false and missed events as the others, and the least delay"
      }
  }

  private static func isBetter(_ one: Trial, _ other: Trial) -> Bool {
    rank(one).lexicographicallyPrecedes(rank(other))
  }

  // Delays count in tenths of a second: a smaller difference has no meaning.
  private static func rank(_ trial: Trial) -> [Double] {
    [
      Double(trial.score.spurious), Double(trial.score.missed),
      ((trial.score.delay(0.5) ?? 0) * 10).rounded(),
    ]
  }

  // MARK: Text

  /// The choice in one line, with lines for the configuration if another sense is better.
  package var lines: [String] {
    guard trials.contains(where: { $0.scored > 0 }) else {
      return ["the walks do not decide the sense: it is not known which events are right"]
    }
    guard let best else { return ["the walks do not decide the sense: \(figures) \(place)"] }
    guard best != present else {
      return ["the present sense, \(best.rawValue), is the best \(place): \(figures)"]
    }
    let line = "the sense \(best.rawValue) has \(reason ?? "") \(place): \(figures)"
    return [line, "", "[decision]", "sense = \"\(best.rawValue)\""]
  }

  /// The trials as lines of JSON.
  package var json: [String] {
    trials.map { trial in
      trial.json(
        isBest: best != nil && trial.setting.sense == best,
        isPresent: trial.setting.sense == present)
    }
  }

  /// The figures of each sense in words.
  private var figures: String {
    trials.map { trial in
      let score = trial.score
      let delay = score.delay(0.5).map { ", delay \($0.secondsText())" } ?? ""
      return "\(trial.setting.sense?.rawValue ?? "-") \(score.spurious) false, "
        + "\(score.missed) of \(score.required) missed\(delay)"
    }.joined(separator: "; ")
  }
}
