package import Geofence
package import Notation
internal import Outputs
internal import RegionFiles
package import System

/// A line of the journal as it is read back.
package struct JournalRecord: Hashable, Sendable {
  /// The line as it was written, without its checksum.
  package let json: String

  /// When it happened, if that was known.
  package let time: Timestamp?

  /// What it says, by name.
  package let fields: [String: JSON]

  /// Takes a line apart; `nil` when it is not one of the journal's.
  package init?(_ json: String) {
    guard let fields = try? JSON.parse(json).object, fields["event"]?.string != nil else {
      return nil
    }
    self.json = json
    self.fields = fields
    time = fields["time"]?.timestamp
  }

  /// The region that it is of, if it is of one.
  package var region: String? { fields["region"]?.string }

  /// What changed, for a person; the words of a mark are the carrier's own.
  package func change(in zone: Zone) -> String? {
    guard let text = fields["text"]?.string else { return nil }
    return fields["event"]?.string == Note.Kind.blind.rawValue ? text.withTimes(in: zone) : text
  }

  /// The line for a person: time, what, and what there is to say about it.
  package var text: String {
    func text(_ name: String) -> String? { fields[name]?.string }
    let what = text("event") ?? ""
    let width = Note.Kind.allCases.map(\.rawValue.count).max() ?? 0
    let padding = String(repeating: " ", count: max(0, width - what.count))
    let unknown = "time not known".padded(to: 24)
    var line = "\(time?.local ?? unknown)  \(what)\(padding)"
    line += "  \(region ?? change(in: LocalTime.shownZone) ?? "")"
    if let note = text("note") { line += "  - \(note)" }
    if case .number(let seconds)? = fields["blind"] {
      line += "  (not seen for \(seconds.secondsText()))"
    }
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
