package import Base
internal import Geofence
package import Records
internal import RegionFiles

/// The answer to `status` as text: for a carrier, or with everything.
package struct StatusText: Sendable {
  private var parts: [(name: String, text: String)] = []
  private let speech: Speech

  /// The lines, each with a name in front.
  package var lines: [String] {
    let width = max(10, parts.map(\.name.count).max() ?? 0) + 1
    return parts.map { part in
      part.name + String(repeating: " ", count: width - part.name.count) + part.text
    }
  }

  /// Puts an answer into words.
  ///
  /// - Parameter voice: The voice for a carrier; without it there is everything, in English: also
  ///   paths, versions and whole times.
  package init(_ status: StatusAnswer, in voice: Voice? = nil) {
    speech = Speech(voice)
    let speech = speech
    add(speech.say("sight"), speech.sight(status))
    if voice == nil { add("gpsd", status.gpsd.map(Self.words)) }
    add(speech.say("receiver"), speech.receiver(status))
    add(speech.say("date"), dateDoubt(status))
    add(speech.say("position"), position(status))
    add(speech.say("accuracy"), status.accuracyDoubt.flatMap(words))
    if voice == nil { add("reception", status.wander.map(SignalStrength.words)) }
    add(
      voice == nil ? "velocity" : speech.say("speed"), status.velocityDoubt.map(speech.words))
    add(speech.say("moving"), speech.moving(status))
    add(speech.say("inside"), status.inside.isEmpty ? speech.say("none") : named(status.inside))
    if !status.unsure.shown.isEmpty { add(speech.say("unsure"), named(status.unsure)) }
    add(speech.say("speeding"), speech.speeding(status))
    add(speech.say("speed"), speech.missingSpeed(status))
    addEach(speech.say("region"), of: status.near, speech.region)
    addEach(speech.say("dwell"), of: status.stays) { stay in
      let left = stay.left.map { $0.secondsText(decimals: 0) } ?? "?"
      let due = speech.say("due in {time}", ["time": left])
      return "\(stay.region ?? "?"): \(due)"
    }
    addEach(speech.say("anchor"), of: Listed(status.anchors), speech.anchor)
    for words in status.alarms.prefix(Self.most) {
      add(speech.say("alarm"), speech.words(words))
    }
    addEach(speech.say("reminder"), of: status.reminders ?? Listed(), speech.reminder)
    add(speech.say("watched"), status.watched.map(watched))
    if voice == nil { add("files", status.filesFault) }
    add(speech.say("outputs"), outputs(status))
    add(speech.say("sound"), speech.sound(status))
    add(speech.say("recording"), status.walk)
    add(speech.say("storage"), status.storage.flatMap(words))
    guard voice == nil else { return }
    add("uptime", status.uptime.map(\.elapsedText))
    add("versions", status.versions.map(Self.words))
  }

  private mutating func add(_ name: String, _ text: String?) {
    guard let text, !text.isEmpty else { return }
    parts.append((name, text))
  }

  /// Adds a line for each of the first objects, and a line with the number of the others.
  private mutating func addEach<Member>(
    _ name: String, of list: Listed<Member>, _ text: (Member) -> String
  ) {
    for one in list.shown.prefix(Self.most) { add(name, text(one)) }
    let rest = list.shown.dropFirst(Self.most).count + list.more
    if rest > 0 { add(name, speech.say("and {count} more", ["count": "\(rest)"])) }
  }

  /// The most objects of a list that have a line each.
  private static let most = 20

  private func named(_ list: Listed<String>) -> String {
    let names = list.shown
    guard speech.voice != nil else { return names.named(more: list.more) }
    let rest = max(0, names.count - Self.most) + list.more
    let others = rest > 0 ? [speech.say("and {count} more", ["count": "\(rest)"])] : []
    return (names.prefix(Self.most) + others).joined(separator: ", ")
  }

  private static func words(_ gpsd: StatusAnswer.Daemon) -> String {
    let port = gpsd.port.map { ":\($0)" } ?? ""
    let release = gpsd.release.map { " (\($0))" } ?? ""
    return "\(gpsd.reception?.text ?? "?"), at \(gpsd.host ?? "?")\(port)\(release)"
  }

  private func dateDoubt(_ status: StatusAnswer) -> String? {
    guard let doubt = status.dateDoubt else { return nil }
    return speech.voice == nil ? doubt : speech.words(Reason("matter.wrongDate"))
  }

  private func position(_ status: StatusAnswer) -> String? {
    let source = status.accuracySource.map { " (\($0.said.text))" }
    return speech.coordinates(status).map { place in
      place + (speech.voice == nil ? source ?? "" : "")
        + (status.age.map { ", \(speech.age($0))" } ?? "")
        + (speech.disagreement(status).map { "; \($0)" } ?? "")
    }
  }

  /// The receiver's claim of its accuracy, where the scatter of the fixes contradicts it.
  private func words(_ doubt: StatusAnswer.Scatter) -> String? {
    guard let claimed = doubt.claimed, let observed = doubt.observed else { return nil }
    guard speech.voice != nil else {
      return AccuracyCheck.Doubt(claimed: claimed, observed: observed).words
    }
    return speech.say(
      "the receiver says ± {claimed}, its positions scatter by {observed}",
      ["claimed": speech.metres(claimed), "observed": speech.metres(observed)])
  }

  private func watched(_ count: Int) -> String {
    count == 1
      ? speech.say("1 region") : speech.say("{count} regions", ["count": "\(count)"])
  }

  private func outputs(_ status: StatusAnswer) -> String {
    status.outputs.map { output in
      let state =
        output.isFaulty
        ? speech.say("faulty")
        : output.isActive ? speech.say("active") : speech.say("inactive")
      let reason = output.reason.map { " (\(speech.words($0)))" } ?? ""
      return "\(output.output ?? "?") \(state)\(reason)"
    }.joined(separator: ", ")
  }

  /// The state of the files; for a carrier only their faults.
  private func words(_ storage: StatusAnswer.Storage) -> String? {
    let faults = storage.faults.map(speech.words).joined(separator: "; ")
    guard speech.voice == nil else {
      return faults.isEmpty ? nil : speech.say("NOT WRITTEN: {faults}", ["faults": faults])
    }
    func written(_ name: String, _ age: Double?) -> String {
      age.map { "\(name) written \($0.elapsedText) ago" } ?? "\(name) not written yet"
    }
    let health =
      faults.isEmpty
      ? "\(written("journal", storage.journalAge)), \(written("state", storage.stateAge))"
      : "NOT WRITTEN: \(faults)"
    return "\(storage.directory ?? "?"): \(health)"
  }

  private static func words(_ versions: StatusAnswer.Versions) -> String {
    versions.named.map { "\($0.name) \($0.release)" }.joined(separator: ", ")
  }
}
