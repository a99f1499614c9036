internal import Geofence
internal import Notation
package import Records
internal import RegionFiles
internal import System

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
  package init(_ reply: Reply, in voice: Voice? = nil) {
    speech = Speech(voice)
    let speech = speech
    add(speech.say("sight"), speech.sight(reply))
    if voice == nil { add("gpsd", Self.gpsd(reply)) }
    add(speech.say("receiver"), speech.receiver(reply))
    add(speech.say("date"), dateDoubt(reply))
    add(speech.say("position"), position(reply))
    add(speech.say("accuracy"), accuracyDoubt(reply))
    add(speech.say("moving"), speech.moving(reply))
    let inside = reply.texts("inside")
    let more = reply.count("inside_more")
    add(
      speech.say("inside"), inside.isEmpty && more == 0 ? speech.say("none") : named(inside, more))
    let unsure = reply.texts("unsure")
    if !unsure.isEmpty { add(speech.say("unsure"), named(unsure, reply.count("unsure_more"))) }
    add(speech.say("speeding"), speech.speeding(reply))
    add(speech.say("speed"), speech.missingSpeed(reply))
    addEach(speech.say("region"), of: "near", in: reply, speech.region)
    addEach(speech.say("dwell"), of: "dwell", in: reply) { stay in
      let left = stay.number("left").map { $0.secondsText(decimals: 0) } ?? "?"
      let due = speech.say("due in {time}", ["time": left])
      return "\(stay.text("region") ?? "?"): \(due)"
    }
    addEach(speech.say("anchor"), of: "anchors", in: reply, speech.anchor)
    for words in reply.texts("alarms").prefix(Self.most) {
      add(speech.say("alarm"), speech.words(words))
    }
    addEach(speech.say("reminder"), of: "reminders", in: reply, speech.reminder)
    add(speech.say("watched"), reply.number("watched").map(watched))
    if voice == nil { add("files", reply.text("files")) }
    add(speech.say("outputs"), outputs(reply))
    add(speech.say("sound"), speech.sound(reply))
    add(speech.say("recording"), reply.text("walk"))
    add(speech.say("storage"), reply.object("storage").flatMap(storage))
    guard voice == nil else { return }
    add("uptime", reply.number("uptime").map(\.elapsedText))
    add("versions", reply.object("versions").map(Self.versions))
  }

  private mutating func add(_ name: String, _ text: String?) {
    guard let text, !text.isEmpty else { return }
    parts.append((name, text))
  }

  /// Adds a line for each of the first objects, and a line with the number of the others.
  private mutating func addEach(
    _ name: String, of key: String, in reply: Reply, _ text: (Reply) -> String
  ) {
    let all = reply.objects(key)
    for one in all.prefix(Self.most) { add(name, text(one)) }
    let rest = all.dropFirst(Self.most).count + reply.count("\(key)_more")
    if rest > 0 { add(name, speech.say("and {count} more", ["count": "\(rest)"])) }
  }

  /// The most objects of a list that have a line each.
  private static let most = 20

  private func named(_ names: [String], _ more: Int) -> String {
    guard speech.voice != nil else { return names.named(more: more) }
    let rest = max(0, names.count - Self.most) + more
    let others = rest > 0 ? [speech.say("and {count} more", ["count": "\(rest)"])] : []
    return (names.prefix(Self.most) + others).joined(separator: ", ")
  }

  private static func gpsd(_ reply: Reply) -> String? {
    reply.object("gpsd").map { gpsd in
      let port = gpsd.number("port").map { ":\($0.text(decimals: 0))" } ?? ""
      let release = gpsd.text("release").map { " (\($0))" } ?? ""
      return "\(gpsd.text("reception") ?? "?"), at \(gpsd.text("host") ?? "?")\(port)\(release)"
    }
  }

  private func dateDoubt(_ reply: Reply) -> String? {
    guard let doubt = reply.text("date_doubt") else { return nil }
    return speech.voice == nil ? doubt : speech.say("the receiver's date is wrong")
  }

  private func position(_ reply: Reply) -> String? {
    let source = reply.text("accuracy_from").flatMap(AccuracySource.init).map { " (\($0.words))" }
    return speech.coordinates(reply).map { place in
      place + (speech.voice == nil ? source ?? "" : "")
        + (speech.age(reply).map { ", \($0)" } ?? "")
    }
  }

  /// The receiver's claim of its accuracy, where the scatter of the fixes contradicts it.
  private func accuracyDoubt(_ reply: Reply) -> String? {
    guard let doubt = reply.object("accuracy_doubt"), let claimed = doubt.number("claimed"),
      let observed = doubt.number("observed")
    else { return nil }
    guard speech.voice != nil else {
      return AccuracyCheck.Doubt(claimed: claimed, observed: observed).words
    }
    return speech.say(
      "the receiver says ± {claimed}, its positions scatter by {observed}",
      ["claimed": speech.metres(claimed), "observed": speech.metres(observed)])
  }

  private func watched(_ count: Double) -> String {
    count == 1
      ? speech.say("1 region") : speech.say("{count} regions", ["count": count.text(decimals: 0)])
  }

  private func outputs(_ reply: Reply) -> String {
    reply.objects("outputs").map { output in
      let state =
        output.flag("faulty")
        ? speech.say("faulty")
        : output.flag("active") ? speech.say("active") : speech.say("inactive")
      let reason = output.text("reason").map { " (\(speech.words($0)))" } ?? ""
      return "\(output.text("output") ?? "?") \(state)\(reason)"
    }.joined(separator: ", ")
  }

  /// The state of the files; for a carrier only their faults.
  private func storage(_ storage: Reply) -> String? {
    let faults = storage.texts("faults").map(speech.words).joined(separator: "; ")
    guard speech.voice == nil else {
      return faults.isEmpty ? nil : speech.say("NOT WRITTEN: {faults}", ["faults": faults])
    }
    func written(_ name: String) -> String {
      storage.number("\(name)_age").map { "\(name) written \($0.elapsedText) ago" }
        ?? "\(name) not written yet"
    }
    let health =
      faults.isEmpty
      ? "\(written("journal")), \(written("state"))" : "NOT WRITTEN: \(faults)"
    return "\(storage.text("directory") ?? "?"): \(health)"
  }

  private static func versions(_ versions: Reply) -> String {
    ["picket", "libgps", "libgpiod"].compactMap { name in
      versions.text(name).map { "\(name) \($0)" }
    }.joined(separator: ", ")
  }
}
