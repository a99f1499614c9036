internal import Notation
internal import Outputs

/// What the files of a journal say together, of events and their numbers.
///
/// A line that was not checked may be an old one that came up again, or have another number
/// than it had: it counts only between those before and behind it that were checked.
struct JournalHistory: Sendable {
  private enum Claim {
    case event(RecordedEvent, isChecked: Bool)
    case next(Int, isChecked: Bool)
    case unknown(Int)
  }

  private var claims: [Claim] = []

  /// Adds what the next file says.
  mutating func add(_ file: JournalFile) {
    if let next = file.next { claims.append(.next(next, isChecked: true)) }
    if let next = file.claimedNext { claims.append(.next(next, isChecked: false)) }
    for line in file.lines {
      guard let event = line.event else { continue }
      claims.append(.event(event, isChecked: line.isChecked))
    }
    if file.lost > 0, !file.isTorn { claims.append(.unknown(file.unknownNumbers)) }
  }

  /// The events, and the number of the next one.
  var found: Journal.Found {
    var found = Journal.Found()
    for claim in plausible {
      switch claim {
      case .unknown(let count): found.unknown += count
      case .next(let next, _):
        found.next = max(found.next, next)
        found.unknown = 0
      case .event(let event, let isChecked):
        // Of two with one number the first is the one that was told.
        let least = isChecked ? (found.events.last?.sequence ?? 0) + 1 : found.next
        guard event.sequence >= least else { continue }
        found.events.append(event)
        found.next = max(found.next, event.sequence + 1)
        found.unknown = 0
      }
    }
    return found
  }

  /// Without the claims that were not checked and that checked ones behind them speak against.
  private var plausible: [Claim] {
    var ceiling = Self.mostEvents
    var kept: [Claim] = []
    for claim in claims.reversed() {
      switch claim {
      case .event(let event, let isChecked):
        guard isChecked || event.sequence < ceiling else { continue }
        if isChecked { ceiling = min(ceiling, event.sequence) }
      case .next(let next, let isChecked):
        guard isChecked || next <= ceiling else { continue }
        if isChecked { ceiling = min(ceiling, next) }
      case .unknown: break
      }
      kept.append(claim)
    }
    return kept.reversed()
  }

  /// More events than there can be; JSON has no number for what is far beyond.
  private static let mostEvents = 1 << 52
}
