package import Base
package import Geofence

/// A date of the receiver that cannot be right, or differs from a clock that a time service keeps.
package enum DateDoubt: Hashable, Sendable {
  /// The receiver counts weeks in ten bits, and is this many times 1024 weeks behind.
  case rollover(Int)
  /// The date is before this program was made.
  case impossible
  /// The receiver's time is ahead of the system's, or behind if negative, by this much.
  case off(Duration)

  /// The time before which no receiver's date can be right: no Picket that reads it is older.
  package static let earliest = Timestamp(nanoseconds: 1_767_225_600_000_000_000)

  /// Compares two clocks; `nil` when there is no doubt.
  ///
  /// - Parameters:
  ///   - receiver: The receiver's time.
  ///   - system: The system's time at that moment.
  ///   - isKept: Whether a time service keeps the system's clock.
  package init?(receiver: Timestamp, system: Timestamp, isKept: Bool) {
    let behind = receiver.duration(to: system)
    let turns = Int((behind / Self.turn).rounded())
    let rest = behind - Self.turn * turns
    // A board without a battery may be wrong, but hardly by as much as the receiver.
    if turns > 0, abs(rest.inSeconds) <= Self.tolerance {
      self = .rollover(turns)
    } else if receiver < Self.earliest {
      self = .impossible
    } else if isKept, abs(behind.inSeconds) > Self.tolerance {
      self = .off(.zero - behind)
    } else {
      return nil
    }
  }

  /// Whether the receiver is surely wrong, so that no hours and no `expires` are judged by its date.
  package var isImpossible: Bool { if case .off = self { false } else { true } }

  /// What is wrong, for a person.
  package var said: Reason {
    switch self {
    case .rollover(let turns):
      Reason("date.rollover", ["weeks": .count(turns * 1024), "days": .count(turns * 7168)])
    case .impossible: Reason("date.impossible")
    case .off(let ahead):
      Reason(
        ahead < .zero ? "date.behind" : "date.ahead", ["time": .number(abs(ahead.inSeconds))])
    }
  }

  /// The consequence, and what to do.
  package var remedy: Reason {
    switch self {
    case .rollover: Reason("do.rollover")
    case .impossible: Reason("do.impossible")
    case .off: Reason("do.date")
    }
  }

  /// 1024 weeks.
  private static let turn = Duration.seconds(7168 * 86_400)

  // In seconds: far more than reports are late, and less than matters to hours.
  private static let tolerance = 60.0
}
