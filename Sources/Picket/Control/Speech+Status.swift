internal import Notation
package import Records

/// The parts of an answer to `status`.
extension Speech {
  /// Sighted or blind, and the time since then.
  package func sight(_ reply: Reply) -> String {
    let state: String
    switch reply.text("sight") {
    case "sighted": state = say("sighted")
    case "blind": state = say("blind: no fix that can be trusted")
    default: return say("no fix yet")
    }
    let since = reply.text("since").map { say("since {time}", ["time": time($0)]) }
    let length = reply.number("seconds").map { "(\($0.elapsedText))" }
    return [state, since, length].compactMap { $0 }.joined(separator: " ")
  }

  /// The receiver's mode and its satellites; for a log, its device, too.
  package func receiver(_ reply: Reply) -> String {
    let mode: String? =
      switch reply.number("mode") {
      case 0: say("no mode")
      case 1: say("no fix")
      case 2: say("2D fix")
      case 3: say("3D fix")
      default:
        reply.number("report_age").map { say("silent for {time}", ["time": $0.elapsedText]) }
      }
    let satellites = reply.object("satellites").map { satellites in
      func count(_ key: String) -> String {
        satellites.number(key).map { $0.text(decimals: 0) } ?? "?"
      }
      return say(
        "{used} of {seen} satellites", ["used": count("used"), "seen": count("seen")])
    }
    let device = voice == nil ? reply.text("device") : nil
    return [device, mode, satellites].compactMap { $0 }.joined(separator: ", ")
  }

  /// The age of the position.
  package func age(_ reply: Reply) -> String? {
    reply.number("age").map { age in
      say("{time} ago", ["time": age < 60 ? number(age.secondsText()) : age.elapsedText])
    }
  }

  /// The position, always in the same number of digits, with its standard deviation.
  package func coordinates(_ reply: Reply) -> String? {
    guard let latitude = reply.number("lat"), let longitude = reply.number("lon"),
      abs(latitude) <= 360, abs(longitude) <= 360
    else { return nil }
    let accuracy = reply.number("sd").map { " ± \(number($0.metresText()))" } ?? ""
    return "\(latitude.degreesText(decimals: 6)), \(longitude.degreesText(decimals: 6))\(accuracy)"
  }

  /// A speed to tenths of a metre a second.
  package func pace(_ speed: Double) -> String { "\(number(speed.text(decimals: 1))) m/s" }

  /// The carrier's speed, and their course unless they stand.
  package func moving(_ reply: Reply) -> String? {
    // While the controller is blind, the motion is unknown.
    guard reply.text("sight") != "blind", let speed = reply.number("speed") else { return nil }
    let pace = self.pace(speed)
    guard speed >= 0.05, let track = reply.number("track") else { return pace }
    return say("{speed} towards {degrees}°", ["speed": pace, "degrees": track.text(decimals: 0)])
  }

  /// The region whose limit of speed the carrier exceeds; `nil` for none.
  package func speeding(_ reply: Reply) -> String? {
    reply.text("speeding").map { say("over the limit of {name}", ["name": $0.onOneLine]) }
  }

  /// Why limits of speed are not judged; `nil` when they are, or when there are none.
  package func missingSpeed(_ reply: Reply) -> String? {
    guard reply.flag("speed_missing") else { return nil }
    return say("limits of speed are not judged: the receiver reports no speed (Doppler)")
  }

  /// The approach cue that plays, such as `approach: orchard in 4 s`.
  package func approach(_ cue: Reply) -> String {
    let region = (cue.text("region") ?? "?").onOneLine
    guard let seconds = cue.number("seconds"), seconds >= 0.5 else {
      return say("at the border: {name}", ["name": region])
    }
    return say(
      "approach: {name} in {time}", ["name": region, "time": seconds.secondsText(decimals: 0)])
  }

  /// An anchor: the carrier's distance from it, and when it was dropped.
  package func anchor(_ anchor: Reply) -> String {
    let distance =
      anchor.number("distance").map { say("{metres} from it", ["metres": number($0.metresText())]) }
      ?? say("distance unknown")
    let radius = anchor.number("radius").map { number($0.metresText()) } ?? "?"
    let since = anchor.text("time").map { say("since {time}", ["time": time($0)]) }
    let parts = [distance, say("radius {metres}", ["metres": radius]), since]
    return "\(anchor.text("region") ?? "?"): "
      + parts.compactMap { $0 }.joined(separator: ", ")
  }

  /// The reminders of a region: their number so far, and the time until the next.
  package func reminder(_ reminder: Reply) -> String {
    func whole(_ key: String) -> String { reminder.number(key)?.text(decimals: 0) ?? "?" }
    let left = reminder.number("left").map {
      say("next in {time}", ["time": $0.secondsText(decimals: 0)])
    }
    let count = say("{count} of {all}", ["count": whole("count"), "all": whole("of")])
    return "\(reminder.text("region") ?? "?"): \(count), \(left ?? say("waiting for a fix"))"
  }

  /// Whether the buzzers sound.
  package func sound(_ reply: Reply) -> String {
    let quiet = reply.flag("quiet") ? say("quiet hours") : nil
    guard reply.flag("muted") else { return quiet ?? say("on") }
    let muted =
      reply.number("mute_left").map { say("muted for {time}", ["time": $0.elapsedText]) }
      ?? say("muted until unmuted")
    return quiet.map { say("{one}, and {other}", ["one": muted, "other": $0]) } ?? muted
  }
}
