internal import Base
internal import Geofence

/// The files of Picket that cannot be written at present, and the numbers of lines that were lost.
///
/// A part is the journal, the state, standard output or the file of `--events`.
struct StorageHealth: Sendable {
  /// The result of an attempt to write a part.
  enum WriteChange: Hashable, Sendable {
    /// The part was written, as before.
    case none
    /// The part is written again.
    case recovered(Reason)
    /// The part cannot be written, for this reason.
    case failed(Reason, isNewFault: Bool, isNewReason: Bool)
  }

  private var faults: [String: SystemError] = [:]
  private var lost: [String: Int] = [:]
  private var written: [String: Instant] = [:]

  /// The parts that cannot be written, each with the reason.
  var reasons: [Reason] {
    faults.sorted { $0.key < $1.key }.map { part, error in
      Reason("storage.fault", ["part": Self.name(part), "reason": .text("\(error)")])
    }
  }

  private static func name(_ part: String) -> Reason.Value {
    ["journal", "state"].contains(part) ? .reason(Reason("storage.\(part)")) : .text(part)
  }

  /// The time at which a part was last written.
  func lastWritten(_ part: String) -> Instant? { written[part] }

  /// Counts lines of a part that were dropped.
  ///
  /// - Returns: Whether they are the first since the part was last written.
  @discardableResult
  mutating func drop(_ count: Int, of part: String) -> Bool {
    defer { lost[part, default: 0] += count }
    return lost[part] == nil
  }

  /// Records an attempt to write a part, which failed with an error or succeeded.
  mutating func record(_ error: SystemError?, of part: String, at now: Instant) -> WriteChange {
    let earlier = faults[part]
    faults[part] = error
    guard let error else {
      written[part] = now
      guard earlier != nil else { return .none }
      let missing = lost.removeValue(forKey: part) ?? 0
      let again = Reason("storage.recovered", ["part": Self.name(part)])
      let rest = missing > 0 ? [Reason("storage.missing", ["count": .count(missing)])] : []
      return .recovered(.all([again] + rest))
    }
    return .failed(
      Reason("storage.failed", ["part": Self.name(part), "reason": .text("\(error)")]),
      isNewFault: earlier == nil,
      isNewReason: error != earlier)
  }
}
