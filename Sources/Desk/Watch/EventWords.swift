internal import Geofence
internal import Notation
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
    if let region = record.region, let done = done(in: region) { return done }
    let what = record.region.map { "\(name) \($0)" } ?? name
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

  private func done(in region: String) -> String? {
    let name: KeyValuePairs = ["name": region]
    return switch Event.Kind(rawValue: kind) {
    case .enter: voice.say("entered {name}", name)
    case .exit: voice.say("left {name}", name)
    case .dwell: voice.say("stayed in {name}", name)
    case .speeding: voice.say("too fast in {name}", name)
    case .speedOK: voice.say("slower again in {name}", name)
    case .cross: voice.say("crossed {name}", name)
    case nil: nil
    }
  }

  // MARK: Notes

  private var name: String {
    switch Note.Kind(rawValue: kind) {
    case .blind: voice.say("no GPS from here on")
    case .sighted: voice.say("GPS is back")
    case .mark: voice.say("marked")
    case .configuration: voice.say("the regions or settings were changed")
    case .start: voice.say("picket started")
    case .stop: voice.say("picket stopped")
    case .reminder: voice.say("reminder")
    case .acknowledged: voice.say("alarms and reminders ended")
    case .alarm: voice.say("alarm")
    case .anchor: voice.say("anchor")
    case .course: voice.say("stations")
    case .order: voice.say("order")
    case .unsure: voice.say("unsure")
    case .sure: voice.say("sure again")
    case .expired: voice.say("no longer watched")
    case .resumed: voice.say("watched again")
    case .unsounded: voice.say("not heard before a crash")
    case .output: voice.say("buzzer or light")
    case .storage: voice.say("memory card")
    case .gpsd: voice.say("receiver")
    case nil: kind
    }
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
