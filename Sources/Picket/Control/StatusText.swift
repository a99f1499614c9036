internal import Geofence
internal import Notation
package import Records
internal import RegionFiles
internal import System

/// The answer to `status` as text for a person.
package struct StatusText: Sendable {
  /// The lines, each with a name in front.
  package private(set) var lines: [String] = []

  /// Puts an answer into words.
  package init(_ reply: Reply) {
    add("sight", Self.sight(reply))
    add("gpsd", Self.gpsd(reply))
    add("receiver", Self.receiver(reply))
    add("date", reply.text("date_doubt"))
    add("position", Self.position(reply))
    add("accuracy", Self.accuracyDoubt(reply))
    add("moving", Self.moving(reply))
    let inside = reply.texts("inside")
    let more = reply.count("inside_more")
    add("inside", inside.isEmpty && more == 0 ? "none" : inside.named(more: more))
    let unsure = reply.texts("unsure")
    if !unsure.isEmpty { add("unsure", unsure.named(more: reply.count("unsure_more"))) }
    add("speeding", Self.speeding(reply))
    add("speed", Self.missingSpeed(reply))
    addEach("region", of: "near", in: reply, Self.region)
    addEach("dwell", of: "dwell", in: reply) { stay in
      let left = stay.number("left").map { $0.secondsText(decimals: 0) } ?? "?"
      return "\(stay.text("region") ?? "?"): due in \(left)"
    }
    addEach("anchor", of: "anchors", in: reply, Self.anchor)
    for words in reply.texts("alarms").prefix(Self.most) { add("alarm", words) }
    addEach("reminder", of: "reminders", in: reply, Self.reminder)
    add(
      "watched",
      reply.number("watched").map { count in
        Int(exactly: count)?.counted("region") ?? "\(count.text(decimals: 0)) regions"
      })
    add("files", reply.text("files"))
    add("outputs", Self.outputs(reply))
    add("sound", Self.sound(reply))
    add("recording", reply.text("walk"))
    add("storage", reply.object("storage").map(Self.storage))
    add("uptime", reply.number("uptime").map(\.elapsedText))
    add("versions", reply.object("versions").map(Self.versions))
  }

  private mutating func add(_ name: String, _ text: String?) {
    guard let text, !text.isEmpty else { return }
    lines.append(name + String(repeating: " ", count: max(1, 11 - name.count)) + text)
  }

  /// Adds a line for each of the first objects, and a line with the number of the others.
  private mutating func addEach(
    _ name: String, of key: String, in reply: Reply, _ text: (Reply) -> String
  ) {
    let all = reply.objects(key)
    for one in all.prefix(Self.most) { add(name, text(one)) }
    let rest = all.dropFirst(Self.most).count + reply.count("\(key)_more")
    if rest > 0 { add(name, "and \(rest) more") }
  }

  /// The most objects of a list that have a line each.
  private static let most = 20

  /// Sighted or blind, and the time since then.
  package static func sight(_ reply: Reply) -> String {
    let since = reply.text("since").map { " since \(local($0))" } ?? ""
    let lasts = reply.number("seconds").map { " (\($0.elapsedText))" } ?? ""
    return switch reply.text("sight") {
    case "sighted": "sighted\(since)\(lasts)"
    case "blind": "blind: no fix that can be trusted\(since)\(lasts)"
    default: "no fix yet"
    }
  }

  /// A time for a person; a text that is not a time stays unchanged.
  package static func local(_ text: String) -> String { Timestamp(rfc3339: text)?.local ?? text }

  private static func gpsd(_ reply: Reply) -> String? {
    reply.object("gpsd").map { gpsd in
      let port = gpsd.number("port").map { ":\($0.text(decimals: 0))" } ?? ""
      let release = gpsd.text("release").map { " (\($0))" } ?? ""
      return "\(gpsd.text("reception") ?? "?"), at \(gpsd.text("host") ?? "?")\(port)\(release)"
    }
  }

  package static func receiver(_ reply: Reply) -> String {
    let modes = ["no mode", "no fix", "2D fix", "3D fix"]
    let mode =
      reply.number("mode").flatMap { Int(exactly: $0) }
      .flatMap { modes.indices ~= $0 ? modes[$0] : nil }
      ?? reply.number("report_age").map { "silent for \($0.elapsedText)" }
    let satellites = reply.object("satellites").map { satellites in
      func count(_ key: String) -> String {
        satellites.number(key).map { $0.text(decimals: 0) } ?? "?"
      }
      return "\(count("used")) of \(count("seen")) satellites"
    }
    return [reply.text("device"), mode, satellites].compactMap { $0 }.joined(separator: ", ")
  }

  private static func position(_ reply: Reply) -> String? {
    let source = reply.text("accuracy_from").flatMap(AccuracySource.init).map { " (\($0.words))" }
    return coordinates(reply).map { $0 + (source ?? "") + age(reply) }
  }

  /// The receiver's claim of its accuracy, where the scatter of the fixes contradicts it.
  private static func accuracyDoubt(_ reply: Reply) -> String? {
    reply.object("accuracy_doubt").flatMap { doubt in
      guard let claimed = doubt.number("claimed"), let observed = doubt.number("observed") else {
        return nil
      }
      return AccuracyCheck.Doubt(claimed: claimed, observed: observed).words
    }
  }

  /// The age of the position.
  package static func age(_ reply: Reply) -> String {
    reply.number("age").map { age in
      ", \(age < 60 ? age.secondsText() : age.elapsedText) ago"
    } ?? ""
  }

  /// The position, always in the same number of digits, with its standard deviation.
  package static func coordinates(_ reply: Reply) -> String? {
    guard let latitude = reply.number("lat"), let longitude = reply.number("lon"),
      abs(latitude) <= 360, abs(longitude) <= 360
    else { return nil }
    let accuracy = reply.number("sd").map { " ± \($0.metresText())" } ?? ""
    return "\(latitude.degreesText(decimals: 6)), \(longitude.degreesText(decimals: 6))\(accuracy)"
  }

  private static func moving(_ reply: Reply) -> String? {
    // While the controller is blind, the motion is unknown.
    guard reply.text("sight") != "blind" else { return nil }
    return reply.number("speed").map { speed in
      let track = reply.number("track").map { " towards \($0.text(decimals: 0))°" } ?? ""
      return "\(speed.text(decimals: 1)) m/s\(speed >= 0.05 ? track : "")"
    }
  }

  /// A region: its state, the carrier's depth, and the missing evidence of a pending crossing.
  package static func region(_ region: Reply) -> String {
    let id = region.text("region") ?? "?"
    let last = region.text("was").map { " (\($0) before)" } ?? ""
    let state = (region.text("state") ?? "?") + last
    let depth = region.number("depth").map { ", \(side($0))" } ?? ""
    let missing = region.texts("missing").joined(separator: "; ")
    let pending = region.text("pending").map {
      "; \($0) pending\(missing.isEmpty ? "" : ": \(missing)")"
    }
    return "\(id): \(state)\(depth)"
      + (pending ?? (missing.isEmpty ? "" : "; missing: \(missing)")) + silence(region)
  }

  /// The note that a region is outside its hours, and the end of that time.
  private static func silence(_ region: Reply) -> String {
    // A region without hours has no such field.
    guard region.denies("active") else { return "" }
    return "; outside its hours" + (region.text("changes").map { " until \(local($0))" } ?? "")
  }

  /// The answer to `state`: "inside, 12.5 m inside its border".
  package static func state(_ reply: Reply) -> String {
    let blind = reply.flag("blind") ? "; blind" : ""
    let age =
      reply.number("age").map { "; the last fix is \($0.elapsedText) old" } ?? "; no fix yet"
    let words = region(reply)
    return "\(words.dropFirst((reply.text("region") ?? "?").count + 2))\(blind)\(age)"
  }

  /// A signed distance in words: "12.5 m outside its border".
  package static func side(_ depth: Double) -> String {
    "\(distance(depth)) its border"
  }

  /// A signed distance in fewer words: "12.5 m outside".
  package static func distance(_ depth: Double) -> String {
    depth.depthText(tenthsBelow: 1000, decimals: 1)
  }

  /// The reminders of a region: their number so far, and the time until the next.
  package static func reminder(_ reminder: Reply) -> String {
    func whole(_ key: String) -> String { reminder.number(key)?.text(decimals: 0) ?? "?" }
    let left = reminder.number("left").map { "next in \($0.secondsText(decimals: 0))" }
    return "\(reminder.text("region") ?? "?"): \(whole("count")) of \(whole("of")), "
      + (left ?? "waiting for a fix")
  }

  private static func outputs(_ reply: Reply) -> String {
    reply.objects("outputs").map { output in
      let state =
        output.flag("faulty") ? "faulty" : output.flag("active") ? "active" : "inactive"
      let reason = output.text("reason").map { " (\($0))" } ?? ""
      return "\(output.text("output") ?? "?") \(state)\(reason)"
    }.joined(separator: ", ")
  }

  package static func sound(_ reply: Reply) -> String {
    let quiet = reply.flag("quiet") ? "quiet hours" : nil
    guard reply.flag("muted") else { return quiet ?? "on" }
    let left = reply.number("mute_left").map { "for \($0.elapsedText)" } ?? "until unmuted"
    return "muted \(left)" + (quiet.map { ", and \($0)" } ?? "")
  }

  private static func storage(_ storage: Reply) -> String {
    let faults = storage.texts("faults")
    func written(_ name: String) -> String {
      storage.number("\(name)_age").map { "\(name) written \($0.elapsedText) ago" }
        ?? "\(name) not written yet"
    }
    let health =
      faults.isEmpty
      ? "\(written("journal")), \(written("state"))"
      : "NOT WRITTEN: \(faults.joined(separator: "; "))"
    return "\(storage.text("directory") ?? "?"): \(health)"
  }

  private static func versions(_ versions: Reply) -> String {
    ["picket", "libgps", "libgpiod"].compactMap { name in
      versions.text(name).map { "\(name) \($0)" }
    }.joined(separator: ", ")
  }
}
