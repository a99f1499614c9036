@testable import Picket

extension Directive {
  /// The directive in a few words, without its times.
  var words: String {
    switch self {
    case .clock: "clock"
    case .play(let name, let event, _, let isMuted):
      "play \(name)" + (event.map { " for \($0)" } ?? "") + (isMuted ? ", lights only" : "")
    case .cue(let sound): "cue \(sound.map { "\($0)" } ?? "off")"
    case .test(_, let output): "test \(output)"
    case .acknowledge: "acknowledge"
    case .repeat(let name, _, let isMuted): "repeat \(name)" + (isMuted ? ", lights only" : "")
    case .withdrawRepeats: "withdraw repeats"
    case .withdrawReminders: "withdraw reminders"
    case .mute(let duration): duration == nil ? "mute" : "mute for a time"
    case .unmute: "unmute"
    case .hold(let sides): "hold \(sides.keys.sorted().joined(separator: " "))"
    case .show(_, let text): "show \(text)"
    case .use: "use outputs"
    case .event(let event): "event \(event.kind.rawValue) \(event.region)"
    case .note(let note): "note \(note.kind.rawValue): \(note.text)"
    case .tell(let note): "tell \(note.kind.rawValue): \(note.text)"
    case .save: "save"
    case .record(let entry): "record \("\(entry)".prefix { $0 != "(" })"
    case .recordEvent: "record event"
    case .recordRegions: "record regions"
    case .log(_, let text, _): "log \(text)"
    case .logProblems(let problems): "log \(problems.count) problems"
    case .announce(_, let text): "announce \(text)"
    case .draw(let text): "draw \(text)"
    }
  }
}
