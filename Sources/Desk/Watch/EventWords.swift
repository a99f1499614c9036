package import Base
internal import Geofence
package import Records

/// A line of the journal in words for a carrier.
///
/// The page's events.js has the same words.
package struct EventWords {
  private let record: JournalRecord
  private let voice: Voice
  private let kind: String

  /// Puts a line of the journal into words.
  package init(_ record: JournalRecord, in voice: Voice) {
    self.record = record
    self.voice = voice
    kind = record.fields["event"]?.string ?? ""
  }

  /// What happened.
  package var text: String {
    var what = voice.say(Reason("kind.\(kind)"), or: kind)
    if let region = record.region {
      let done = Reason("done.\(kind)", ["region": .text(region)])
      guard !voice.knows(done) else { return voice.say(done) }
      what += " \(region)"
    }
    return note.map { "\(what): \($0)" } ?? what
  }

  /// What stands beside it: the note of the region, and why the event came late.
  package var more: [String] {
    let unseen = record.fields["blind"]?.number.map { seconds in
      voice.say("not seen for {time}", ["time": seconds.elapsedText])
    }
    let isScheduled = record.fields["scheduled"] == .boolean(true)
    let hours = isScheduled ? voice.say("its hours have begun") : nil
    return [record.fields["note"]?.string, hours, unseen].compactMap { $0 }
  }

  /// What a note adds to its kind; `nil` for nothing.
  private var note: String? {
    guard let reason = record.reason, reason.verbatim != "" else { return nil }
    switch Note.Kind(rawValue: kind) {
    // What these say is in the log.
    case .blind, .sighted, .start, .stop, .order, .unsounded: return nil
    case .configuration where reason.code == "files.reloaded": return nil
    default: return voice.say(reason)
    }
  }
}
