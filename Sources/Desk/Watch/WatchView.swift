package import Base
internal import Board
internal import Geofence
internal import Picket
package import Records
internal import RegionFiles

/// The text of `picket watch`: makes lines from the reports of a running Picket.
package struct WatchView: Sendable {
  private var status: StatusAnswer?
  private var fix: FixLine?
  // Whether a trusted fix has come since the status, which may still say blind.
  private var isSighted = false
  private var levels: [String: Bool] = [:]
  let speech: Speech
  private let voice: Voice
  private let hasDates: Bool

  /// Creates an empty view.
  ///
  /// - Parameter hasDates: Whether times have their days, as in lines that are kept.
  package init(in language: Language = .ofEnvironment, hasDates: Bool = false) {
    voice = Voice(language)
    speech = Speech(voice)
    self.hasDates = hasDates
  }

  /// Applies a report, and returns a line that scrolls by, such as an event.
  package mutating func apply(_ reply: Reply) -> String? {
    if reply.isAnswer {
      let answer = StatusAnswer(reply)
      guard answer.sight != nil else { return reply.refusal?.reason }
      (status, isSighted) = (answer, false)
      for output in answer.outputs {
        if let name = output.output { levels[name] = output.isActive }
      }
      return nil
    }
    switch PublishedLine(reply) {
    case .output(let output): levels[output.output ?? "?"] = output.isActive
    case .fix(let line): (fix, isSighted) = (line, isSighted || line.isTrusted)
    case .leftOut(let count):
      return voice.say("lines left out: {count}, too many at a time", ["count": "\(count)"])
    case .event, .note: return JournalRecord(reply.text).map { line(of: $0) }
    case nil: break
    }
    return nil
  }

  // MARK: A terminal

  /// The lines that stay in place, cut to the width and height.
  package func lines(width: Int, height: Int) -> [String] {
    guard let status else { return [voice.say("waiting for picket")] }
    let headline = Headline(status, near: fix?.regions?.shown ?? [], in: voice)
    var lines = Self.fit([headline.text] + headline.more, width: width)
    let reason = status.reason.map(voice.say) ?? ""
    lines += Self.fit([reason, speech.receiver(status)], width: width)
    lines += Self.fit(position, width: width) + Self.fit(outputs(status), width: width)
    lines += rows(regions, width: width)
    if let missing = speech.missingSpeed(status) {
      lines += Self.wrapped(missing, width: width, indent: 2)
    }
    let anchors = status.anchors.map { "\(voice.say("anchor")) \(speech.anchor($0))" }
    lines += anchors.flatMap { Self.wrapped($0, width: width, indent: 2) }
    let alarms = status.alarms.map {
      voice.say("ALARM {rest}", ["rest": voice.say($0)])
    }
    lines += alarms.flatMap { Self.wrapped($0, width: width, indent: 2) }
    let reminders = (status.reminders?.shown ?? []).map {
      "\(voice.say("reminder")) \(speech.reminder($0))"
    }
    lines += reminders.flatMap { Self.wrapped($0, width: width, indent: 2) }
    return lines.prefix(max(1, height)).map { String($0.onOneLine.prefix(max(1, width))) }
  }

  private var position: [String] {
    let isBlind = status?.isBlind == true && !isSighted
    let from: (any PlacedAnswer)? = isBlind || fix?.latitude == nil ? status : fix
    var parts: [String] = []
    if let from, let place = speech.coordinates(from) {
      let age = isBlind ? status?.age.map(speech.age) : nil
      parts.append([place, age].compactMap { $0 }.joined(separator: ", "))
      parts += [fix.flatMap { speech.disagreement($0) }].compactMap { $0 }
      // Without trusted fixes the speed is unknown.
      if !isBlind, let speed = from.speed {
        parts.append(speech.pace(speed))
      }
    } else {
      parts.append(voice.say("no position"))
    }
    if !isBlind, let cue = fix?.approach { parts.append(speech.approach(cue)) }
    return parts + [rejection].compactMap { $0 }
  }

  /// Why the last fix is not believed; `nil` if it is.
  private var rejection: String? {
    fix?.reason.map {
      voice.say("fix rejected: {reason}", ["reason": voice.say($0)])
    }
  }

  private func outputs(_ status: StatusAnswer) -> [String] {
    let names = status.outputs.compactMap(\.output)
    let lamps = names.map { "\(levels[$0] == true ? "●" : "○") \($0)" }.joined(separator: "  ")
    let isSilent = status.isMuted || status.isQuiet
    return isSilent ? [lamps, "(\(speech.sound(status)))"] : [lamps]
  }

  /// The regions within reach of the last fix, and the nearest of the others.
  private var regions: [RegionAnswer] {
    let now = fix?.regions?.shown ?? []
    let known = Set(now.compactMap(\.region))
    let others = (status?.near.shown ?? []).filter { region in
      region.region.map { !known.contains($0) } ?? false
    }
    return (fix == nil ? [] : now) + others
  }

  // MARK: Lines that scroll by

  private func line(of record: JournalRecord) -> String {
    let words = EventWords(record, in: voice)
    let time = record.time.map(shown) ?? voice.say("time not known")
    return "\(time)  \(([words.text] + words.more).joined(separator: " · "))"
  }

  /// A local time: 11:14:31, or 2026-06-03 11:14:31.
  private func shown(_ time: Timestamp) -> String {
    let zone = LocalTime.shownZone
    let clock = String(zone.clock(time).prefix(8))
    return hasDates ? "\(zone.day(time)) \(clock)" : clock
  }

  /// The last fix on one line.
  package var line: String? {
    guard let fix, let time = fix.time.flatMap(Timestamp.init(rfc3339:)).map(shown) else {
      return nil
    }
    if let rejection { return "\(time)  \(rejection)" }
    let regions = (fix.regions?.shown ?? []).map { "; \(speech.region($0))" }.joined()
    let more = fix.regions?.more ?? 0
    return "\(time)  \(position.joined(separator: "   "))\(regions)"
      + (more > 0 ? "; \(voice.say("and {count} more", ["count": "\(more)"]))" : "")
  }
}
