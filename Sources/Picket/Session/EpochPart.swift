internal import Geofence

extension FixPath {
  /// A fix that is decided, and what was before it.
  struct EpochPart {
    var fix: Fix
    /// The findings that were handed on.
    var findings: [Finding]
    let before: Past

    /// The fix with what another report of its time adds; `nil` if it adds nothing.
    func completed(with later: Fix) -> Fix? {
      var whole = fix
      return whole.complete(with: later) ? whole : nil
    }
  }

  /// What was before a fix: a class, since most fixes are whole and need none.
  final class Past: Sendable {
    let arrival: Arrival
    let filter: FixFilter
    let decider: D.Past
    let accuracy: AccuracyCheck
    let velocity: VelocityCheck
    let last: (time: Timestamp, device: String?)?

    init(
      _ arrival: Arrival, _ filter: FixFilter, _ decider: D.Past, _ accuracy: AccuracyCheck,
      _ velocity: VelocityCheck, _ last: (time: Timestamp, device: String?)?
    ) {
      (self.arrival, self.filter, self.decider) = (arrival, filter, decider)
      (self.accuracy, self.velocity, self.last) = (accuracy, velocity, last)
    }
  }
}
