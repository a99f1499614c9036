package import Base
package import Board
package import Geofence

/// The fixes, findings and bad lines of a run or a replay, counted.
package struct Tally: Hashable, Sendable {
  /// The number of fixes that were read.
  package private(set) var fixes = 0

  /// The numbers of fixes that were not trusted, by their reason.
  package private(set) var rejected: [Rejection: Int] = [:]

  /// The number of lines that could not be read at all.
  package private(set) var unreadable = 0

  /// The number of sentences of NMEA in recordings that gpsd dropped because of a wrong checksum.
  package private(set) var wrongSums = 0

  /// The number of TPVs with a field of the wrong type, which are among those lines.
  package private(set) var mistyped = 0

  /// The first of them in the present recording.
  package private(set) var mistake: RecordedMistake?

  /// The numbers of events of each kind, by their region.
  package private(set) var events: [String: [Event.Kind: Int]] = [:]

  /// The total time for which no fix could be trusted.
  package private(set) var blind = Duration.zero

  private var first: Timestamp?
  private var last: Timestamp?

  /// Creates an empty tally.
  package init() {}

  /// Counts a fix by its verdict.
  package mutating func count(_ verdict: FixFilter.Verdict) {
    fixes += 1
    switch verdict {
    case .rejected(let reason): rejected[reason, default: 0] += 1
    case .trusted(let fix):
      first = first ?? fix.time
      last = fix.time
    }
  }

  /// Counts a line that could not be read.
  package mutating func countUnreadable() {
    unreadable += 1
  }

  /// Counts sentences of a recording that gpsd dropped because of a wrong checksum.
  package mutating func count(wrongSums: Int) { self.wrongSums += wrongSums }

  /// Counts a report with a field of the wrong type.
  package mutating func count(_ mistake: FieldMistake, in line: [UInt8], number: Int) {
    countUnreadable()
    mistyped += 1
    if self.mistake == nil {
      self.mistake = RecordedMistake(mistake: mistake, line: line, number: number)
    }
  }

  /// Forgets the first mistake: another recording begins.
  package mutating func forgetMistake() { mistake = nil }

  /// Counts a finding.
  package mutating func count(_ finding: Finding) {
    switch finding {
    case .event(let event): events[event.region, default: [:]][event.kind, default: 0] += 1
    case .sighted(_, let unseen?): blind += unseen
    default: break
    }
  }

  /// The number of fixes that were trusted.
  package var trusted: Int { fixes - rejected.values.reduce(0, +) }

  /// The reason why a recording gives nothing, and the remedy; `nil` when it has trusted fixes.
  ///
  /// - Parameters:
  ///   - path: The recording.
  ///   - before: The tally before it was read.
  package func emptiness(of path: String? = nil, since before: Tally = Tally()) -> String? {
    guard trusted == before.trusted else { return nil }
    let fixes = fixes - before.fixes
    if let mistake, mistyped - before.mistyped > fixes {
      return "none of its \((mistyped - before.mistyped).counted("report")) can be used; "
        + mistake.words(in: path)
    }
    guard fixes > 0 else {
      let lines = unreadable - before.unreadable
      let words = lines > 1 ? ", and \(lines) lines that cannot be read" : ""
      return "contains no report of a fix\(words); give gpspipe -w's output or NMEA"
    }
    let counts = Rejection.allCases.compactMap { reason in
      let count = rejected[reason, default: 0] - before.rejected[reason, default: 0]
      return count > 0 ? (reason: reason, count: count) : nil
    }
    let reasons = counts.map { "\($0.count) \($0.reason.said.text)" }.joined(separator: ", ")
    let most = counts.max { $0.count < $1.count }?.reason
    return "none of its \(fixes) fixes is trusted (\(reasons)); \(most?.remedy ?? "")"
  }

  /// The lines about what was left out of a recording.
  ///
  /// - Parameters:
  ///   - path: The recording.
  ///   - before: The tally before it was read.
  package func warnings(of path: String, since before: Tally = Tally()) -> [String] {
    var warnings: [String] = []
    let lines = unreadable - before.unreadable
    if lines > 0 {
      let words = lines.counted(
        "line could not be read and was", "lines could not be read and were")
      warnings.append(
        "\(path): \(words) left out" + (mistake.map { "; \($0.words(in: path))" } ?? ""))
    }
    let sums = wrongSums - before.wrongSums
    if sums > 0 {
      warnings.append(
        "\(path): \(sums.counted("sentence has", "sentences have")) a wrong checksum and "
          + "\(sums == 1 ? "was" : "were") left out")
    }
    // Then its first fixes were left out until it was sure that the clock had been set.
    if let end = before.last, let last, trusted > before.trusted, last < end {
      warnings.append(
        """
        \(path): ends at \(last.local), earlier than the recording before it, and its first fixes \
        were left out; give recordings in the order of their times
        """)
    }
    return warnings
  }

  /// The tally of the fixes as lines for a person.
  package var lines: [String] {
    var lines: [String] = []
    if let first, let last {
      lines.append("from \(first.local) to \(last.local)")
    }
    let refused = rejected.values.reduce(0, +)
    lines.append("fixes    \(fixes) read, \(trusted) trusted, \(refused) rejected")
    for reason in Rejection.allCases {
      if let count = rejected[reason] { lines.append("         \(count) \(reason.said.text)") }
    }
    if unreadable > 0 { lines.append("lines    \(unreadable) that could not be read") }
    if wrongSums > 0 { lines.append("lines    \(wrongSums) with a wrong checksum") }
    lines.append("blind    \(blind.inSeconds.secondsText())")
    return lines
  }

  /// The tally of the fixes as fields of JSON.
  package var fields: JSONLine {
    var line = JSONLine()
    line.add("from", first?.rfc3339)
    line.add("to", last?.rfc3339)
    let refused = rejected.values.reduce(0, +)
    line.add("fixes", fixes)
    line.add("trusted", trusted)
    line.add("rejected", refused)
    var reasons = JSONLine()
    for reason in Rejection.allCases { reasons.add(reason.said.text, rejected[reason]) }
    line.add("reasons", reasons)
    line.add("unreadable", unreadable)
    line.add("wrongChecksum", wrongSums > 0 ? wrongSums : nil)
    line.add("blind", blind.inSeconds, decimals: 3)
    return line
  }

  /// The whole tally as lines for a person.
  ///
  /// - Parameters:
  ///   - regions: The identifiers of the regions that were watched.
  ///   - most: The most regions that have a line; regions with events come first.
  package func lines(regions: [String], most: Int = .max) -> [String] {
    var lines = lines
    var ids = Set(regions).union(events.keys).sorted()
    let more = max(0, ids.count - most)
    if more > 0 {
      ids = (ids.filter { events[$0] != nil } + ids.filter { events[$0] == nil }).prefix(most)
        .sorted()
    }
    for id in ids {
      let counts = Event.Kind.allCases.compactMap { kind in
        events[id]?[kind].map { "\($0) \(kind.rawValue)" }
      }
      lines.append(
        "region   \(id): \(counts.isEmpty ? "no event" : counts.joined(separator: ", "))")
    }
    if more > 0 { lines.append("region   and \(more) more") }
    return lines
  }
}

extension Rejection {
  /// What to do about a recording all of whose fixes are rejected for this reason.
  fileprivate var remedy: String {
    switch self {
    case .noFix, .estimated: "record where the receiver sees the sky"
    case .noMode: "a program has dropped mode from gpsd's reports; record gpspipe -w itself"
    case .otherDevice: "name its receiver in [gpsd] device"
    case .noPosition, .outOfRange, .nullIsland: "give a recording of a receiver that has positions"
    case .noTime: "record the sentences with date and time, too: RMC or ZDA"
    case .duplicate, .frozenTime, .backwards, .ahead: "give a recording whose times advance"
    case .jump, .frozenPosition: "give a longer recording"
    }
  }
}

/// A field of the wrong type, and the line that it is in.
package struct RecordedMistake: Hashable, Sendable {
  /// The mistake.
  package let mistake: FieldMistake

  /// The bytes of the line.
  package let line: [UInt8]

  /// The number of the line among those that were read, from 1.
  package let number: Int

  /// The mistake with its line in a recording.
  package func words(in path: String?) -> String {
    // Comments, empty lines and a receiver's own bytes were not counted.
    let number = path.flatMap { Capture.number(of: line, in: $0) } ?? number
    return "line \(number): \(mistake.words)"
  }
}
