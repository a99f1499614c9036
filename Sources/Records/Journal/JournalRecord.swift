package import Base
package import Geofence

/// A line of the journal as it is read.
package struct JournalRecord: Hashable, Sendable {
  /// The line as it was written, without its checksum.
  package let json: String

  /// The time of the event or change; `nil` when it was unknown.
  package let time: Timestamp?

  /// Its fields by name.
  package let fields: [String: JSON]

  /// Parses a line; `nil` when it is not a line of the journal.
  package init?(_ json: String) {
    guard let fields = try? JSON.parse(json).object, fields["event"]?.string != nil else {
      return nil
    }
    self.json = json
    self.fields = fields
    time = fields["time"]?.timestamp
  }

  /// The region of an event; `nil` for notes without a region.
  package var region: String? { fields["region"]?.string }

  /// The regions that a note names.
  package var regions: [String] { fields["regions"]?.array?.compactMap(\.string) ?? [] }

  /// The text of a note, for a person; the text of a mark is the carrier's own.
  package func change(in zone: Zone) -> String? {
    guard let text = fields["text"]?.string else { return nil }
    return fields["event"]?.string == Note.Kind.blind.rawValue ? text.withTimes(in: zone) : text
  }

  /// What a note says; `nil` for an event, and for a note without a text.
  package var reason: Reason? {
    fields["text"]?.string.map { Reason(text: $0, .object(fields)) }
  }

  /// The side to which a gate was crossed, or the speed over a limit.
  package var details: [String] {
    [fields["side"]?.string.map { "to the \($0)" }, speed].compactMap { $0 }
  }

  /// The top speed of an event of a limit of speed, and the time over it.
  private var speed: String? {
    fields["topSpeed"]?.number.map { Event.paceWords($0, over: fields["seconds"]?.number) }
  }

  /// The line for a person: time, event or change, and details.
  package var text: String {
    func text(_ name: String) -> String? { fields[name]?.string }
    let what = text("event") ?? ""
    let width = Note.Kind.allCases.map(\.rawValue.count).max() ?? 0
    let padding = String(repeating: " ", count: max(0, width - what.count))
    let unknown = "time not known".padded(to: 24)
    var line = "\(time?.local ?? unknown)  \(what)\(padding)"
    line += "  \(region ?? change(in: LocalTime.shownZone) ?? "")"
    for one in details { line += "  (\(one))" }
    if let note = text("note") { line += "  - \(note)" }
    if let seconds = fields["blind"]?.number {
      line += "  (not seen for \(seconds.secondsText()))"
    }
    if fields["scheduled"] == .boolean(true) { line += "  (its hours have begun)" }
    if fields["unchecked"] != nil { line += "  (unchecked)" }
    if fields["unwritten"] != nil { line += "  (not written yet)" }
    return line
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
