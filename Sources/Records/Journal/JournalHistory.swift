/// The numbers of the events in all files of a journal, and which of its events count.
///
/// An unchecked line may be an old line that came back with a block of the disk, or its number may
/// be damaged: it counts only when its number fits between those of the checked lines around it.
///
/// Checked events with consecutive numbers are kept as one run, so that the size of the journal
/// does not matter.
struct JournalHistory: Sendable {
  /// Events of one file that follow each other and have consecutive numbers.
  struct Run: Hashable, Sendable {
    /// The index of their file among the files of the journal.
    let file: Int

    /// The number of events before them in the file.
    var index: Int

    /// Their numbers.
    var numbers: ClosedRange<Int>

    /// Whether their checksums are correct.
    let isChecked: Bool
  }

  /// The events that count, and the numbers after them.
  struct Found {
    /// The events, the oldest first.
    var runs: [Run] = []

    /// The number of the next event, by what can be read; 1 for a new journal.
    var next = 1

    /// The most numbers from `next` on that events may have that can no longer be read.
    var unknown = 0
  }

  private enum Claim {
    case events(Run)
    case next(Int, isChecked: Bool)
    case unknown(Int)
  }

  private var claims: [Claim] = []
  // The index of the present file, the number of claims before it, and of its events.
  private var file = 0
  private var begun = 0
  private var count = 0

  /// Adds the next event of the present file.
  mutating func add(_ event: RecordedEvent, isChecked: Bool) {
    defer { count += 1 }
    if isChecked, claims.count > begun, case .events(var run)? = claims.last, run.isChecked,
      run.numbers.upperBound == event.sequence - 1
    {
      run.numbers = run.numbers.lowerBound...event.sequence
      claims[claims.count - 1] = .events(run)
      return
    }
    let numbers = event.sequence...event.sequence
    claims.append(.events(Run(file: file, index: count, numbers: numbers, isChecked: isChecked)))
  }

  /// Ends the present file; `nil` leaves out a file that could not be read.
  mutating func end(_ content: JournalFile?) {
    if let content {
      if let next = content.claimedNext { claims.insert(.next(next, isChecked: false), at: begun) }
      if let next = content.next { claims.insert(.next(next, isChecked: true), at: begun) }
      if content.lost > 0, !content.isTorn { claims.append(.unknown(content.unknownNumbers)) }
    } else {
      claims.removeSubrange(begun...)
    }
    (file, begun, count) = (file + 1, claims.count, 0)
  }

  /// The events that count, and the number of the next one.
  var found: Found {
    var found = Found()
    for claim in plausible {
      switch claim {
      case .unknown(let count): found.unknown += count
      case .next(let next, _):
        found.next = max(found.next, next)
        found.unknown = 0
      case .events(var run):
        // Of two events with the same number, the first was shown.
        let least = run.isChecked ? (found.runs.last?.numbers.upperBound ?? 0) + 1 : found.next
        guard run.numbers.upperBound >= least else { continue }
        let first = max(run.numbers.lowerBound, least)
        run.index += first - run.numbers.lowerBound
        run.numbers = first...run.numbers.upperBound
        found.runs.append(run)
        found.next = max(found.next, run.numbers.upperBound + 1)
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
      case .events(let run):
        guard run.isChecked || run.numbers.upperBound < ceiling else { continue }
        if run.isChecked { ceiling = min(ceiling, run.numbers.lowerBound) }
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

/// Finds the events that count again, when the files are read a second time.
struct JournalSelection {
  private var runs: ArraySlice<JournalHistory.Run>
  private var file: Int
  private var count = 0

  /// Creates a selection that begins with a file.
  init(_ runs: [JournalHistory.Run], file: Int = 0) {
    self.runs = runs[...].drop { $0.file < file }
    self.file = file
  }

  /// Whether an event of the present file counts.
  var isNeeded: Bool { runs.first?.file == file }

  /// Whether the next event of the present file counts.
  mutating func next(_ event: RecordedEvent) -> Bool {
    defer { count += 1 }
    while let run = runs.first, run.file == file, run.index + run.numbers.count <= count {
      runs.removeFirst()
    }
    guard let run = runs.first, run.file == file, run.index <= count else { return false }
    return event.sequence == run.numbers.lowerBound + count - run.index
  }

  /// Ends the present file.
  mutating func end() {
    (file, count) = (file + 1, 0)
    runs = runs.drop { $0.file < file }
  }
}
