internal import Geofence
internal import Notation
internal import Outputs
internal import Picket
package import Records
internal import RegionFiles
internal import System

/// The text of `picket watch`: makes lines from the reports of a running Picket.
package struct WatchView: Sendable {
  private var status: Reply?
  private var fix: Reply?
  private var levels: [String: Bool] = [:]
  private let voice: Voice
  private let hasDates: Bool

  /// Creates an empty view.
  ///
  /// - Parameter hasDates: Whether times have their days, as in lines that are kept.
  package init(in language: Language = .ofEnvironment, hasDates: Bool = false) {
    voice = Voice(language)
    self.hasDates = hasDates
  }

  /// Applies a report, and returns a line that scrolls by, such as an event.
  package mutating func apply(_ reply: Reply) -> String? {
    if reply.isAnswer {
      guard reply.text("sight") != nil else { return reply.refusal }
      status = reply
      for output in reply.objects("outputs") {
        if let name = output.text("output") { levels[name] = output.flag("active") }
      }
    } else if let output = reply.text("output") {
      levels[output] = reply.flag("active")
    } else if reply.text("fix") != nil {
      fix = reply
    } else if let count = reply.fields["left_out"]?.integer {
      return "\(count.counted("line is", "lines are")) missing here: too many at a time"
    } else {
      return JournalRecord(reply.text).map { line(of: $0) }
    }
    return nil
  }

  // MARK: A terminal

  /// The lines that stay in place, cut to the width and height.
  package func lines(width: Int, height: Int) -> [String] {
    guard let status else { return ["waiting for picket"] }
    let headline = Headline(
      status, near: regions, ahead: fix?.object("approach")?.text("region"), in: voice)
    var lines = Self.fit([headline.text] + headline.more, width: width)
    let reason = status.text("reason").map(voice.carrierWords) ?? ""
    lines += Self.fit([reason, StatusText.receiver(status)], width: width)
    lines += Self.fit(position, width: width) + Self.fit(outputs(status), width: width)
    lines += rows(regions, width: width)
    let speed = [
      StatusText.speeding(status).map { "SPEEDING \($0)" }, StatusText.missingSpeed(status),
    ]
    lines += speed.compactMap { $0 }.flatMap { Self.wrapped($0, width: width, indent: 2) }
    let anchors = status.objects("anchors").map { "anchor \(StatusText.anchor($0))" }
    lines += anchors.flatMap { Self.wrapped($0, width: width, indent: 2) }
    let alarms = status.texts("alarms").map { "ALARM \($0)" }
    lines += alarms.flatMap { Self.wrapped($0, width: width, indent: 2) }
    let reminders = status.objects("reminders").map { "reminder \(StatusText.reminder($0))" }
    lines += reminders.flatMap { Self.wrapped($0, width: width, indent: 2) }
    return lines.prefix(max(1, height)).map { String($0.onOneLine.prefix(max(1, width))) }
  }

  private var position: [String] {
    let isBlind = status?.text("sight") == "blind"
    let from = isBlind || fix?.number("lat") == nil ? status : fix
    var parts: [String] = []
    if let from, let place = StatusText.coordinates(from) {
      parts.append(isBlind ? place + StatusText.age(from) : place)
      // Without trusted fixes the speed is unknown.
      if !isBlind { parts += from.number("speed").map { ["\($0.text(decimals: 1)) m/s"] } ?? [] }
    } else {
      parts.append("no position")
    }
    if !isBlind, let cue = fix?.object("approach") { parts.append(StatusText.approach(cue)) }
    return parts + (fix?.text("reason").map { ["fix rejected: \($0)"] } ?? [])
  }

  private func outputs(_ status: Reply) -> [String] {
    let names = status.objects("outputs").compactMap { $0.text("output") }
    let lamps = names.map { "\(levels[$0] == true ? "●" : "○") \($0)" }.joined(separator: "  ")
    let isSilent = status.flag("muted") || status.flag("quiet")
    return isSilent ? [lamps, "(\(StatusText.sound(status)))"] : [lamps]
  }

  /// The regions within reach of the last fix, and the nearest of the others.
  private var regions: [Reply] {
    let now = fix?.objects("regions") ?? []
    let known = Set(now.compactMap { $0.text("region") })
    let others = (status?.objects("near") ?? []).filter { region in
      region.text("region").map { !known.contains($0) } ?? false
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
    guard let fix, let time = fix.fields["time"]?.timestamp.map(shown) else { return nil }
    if let reason = fix.text("reason") { return "\(time)  rejected: \(reason)" }
    let regions = fix.objects("regions").map { "; \(StatusText.region($0))" }.joined()
    let more = fix.count("regions_more")
    return "\(time)  \(position.joined(separator: "   "))\(regions)"
      + (more > 0 ? "; and \(more.counted("more region"))" : "")
  }
}
