internal import Notation

/// The events of all files of a journal, and their numbers.
///
/// An unchecked line may be an old line that came back with a block of the disk, or its number may
/// be damaged: it counts only when its number fits between those of the checked lines around it.
struct JournalHistory: Sendable {
  private enum Claim {
    case event(RecordedEvent, isChecked: Bool)
    case next(Int, isChecked: Bool)
    case unknown(Int)
  }

  private var claims: [Claim] = []

  /// Adds the next file.
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
        // Of two events with the same number, the first was shown.
        let least = isChecked ? (found.events.last?.sequence ?? 0) + 1 : found.next
        guard event.sequence >= least else { continue }
        found.events.append(event)
        found.next = max(found.next, event.sequence + 1)
        found.unknown = 0
      }
    }
    return found
  }

  /// The claims without the unchecked ones that a later checked claim contradicts.
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

  /// More events than there can be, and still an exact number in JSON.
  private static let mostEvents = 1 << 52
}
