internal import Base
package import Records

/// The parts of an answer to `status`.
extension Speech {
  /// Sighted or blind, and the time since then.
  package func sight(_ status: StatusAnswer) -> String {
    let state: String
    switch status.sight {
    case .sighted: state = say("sighted")
    case .blind: state = say("blind: no fix that can be trusted")
    default: return say("no fix yet")
    }
    let since = status.since.map { say("since {time}", ["time": time($0)]) }
    let length = status.seconds.map { "(\($0.elapsedText))" }
    return [state, since, length].compactMap { $0 }.joined(separator: " ")
  }

  /// The receiver's mode and its satellites; for a log, its device, too.
  package func receiver(_ status: StatusAnswer) -> String {
    let mode =
      status.mode.map { words(Reason("mode.\($0)"), or: "\($0)") }
      ?? status.reportAge.map { say("silent for {time}", ["time": $0.elapsedText]) }
    let satellites = status.satellites.map { satellites in
      let (used, seen) = (satellites.used.map(String.init), satellites.seen.map(String.init))
      return say("{used} of {seen} satellites", ["used": used ?? "?", "seen": seen ?? "?"])
    }
    let device = voice == nil ? status.device : nil
    return [device, mode, satellites].compactMap { $0 }.joined(separator: ", ")
  }

  /// The age of the position.
  package func age(_ age: Double) -> String {
    say("{time} ago", ["time": age < 60 ? number(age.secondsText()) : age.elapsedText])
  }

  /// The position, always in the same number of digits, with its standard deviation.
  package func coordinates(_ place: some PlacedAnswer) -> String? {
    guard let latitude = place.latitude, let longitude = place.longitude,
      abs(latitude) <= 360, abs(longitude) <= 360
    else { return nil }
    let accuracy = place.deviation.map { " ± \(number($0.metresText()))" } ?? ""
    return "\(latitude.degreesText(decimals: 6)), \(longitude.degreesText(decimals: 6))\(accuracy)"
  }

  /// The receiver's place, while the filter keeps to another one; `nil` while both agree.
  package func disagreement(_ place: some PlacedAnswer) -> String? {
    place.apart.map { words(.apart($0)) }
  }

  /// A speed to tenths of a metre a second.
  package func pace(_ speed: Double) -> String { "\(number(speed.text(decimals: 1))) m/s" }

  /// The carrier's speed, and their course unless they stand.
  package func moving(_ status: StatusAnswer) -> String? {
    // While the controller is blind, the motion is unknown.
    guard !status.isBlind, let speed = status.speed else { return nil }
    let pace = self.pace(speed)
    guard speed >= 0.05, let track = status.track else { return pace }
    let degrees = track.course(decimals: 0).plain
    return say("{speed} towards {degrees}°", ["speed": pace, "degrees": degrees])
  }

  /// The region whose limit of speed the carrier exceeds; `nil` for none.
  package func speeding(_ status: StatusAnswer) -> String? {
    status.speeding.map { say("over the limit of {name}", ["name": $0.onOneLine]) }
  }

  /// Why limits of speed are not judged; `nil` when they are, or when there are none.
  package func missingSpeed(_ status: StatusAnswer) -> String? {
    guard status.lacksSpeed else { return nil }
    return say(
      "limits of speed are not judged until the receiver reports a speed (Doppler) in motion")
  }

  /// The cue that plays, such as `approach: orchard in 4 s`.
  package func approach(_ cue: CueAnswer) -> String {
    let region = (cue.region ?? "?").onOneLine
    if cue.isSpeed { return say("over the limit of {name}", ["name": region]) }
    guard let seconds = cue.seconds, seconds >= 0.5 else {
      return say("at the border: {name}", ["name": region])
    }
    return say(
      "approach: {name} in {time}", ["name": region, "time": seconds.secondsText(decimals: 0)])
  }

  /// An anchor: the carrier's distance from it, and when it was dropped.
  package func anchor(_ anchor: AnchorAnswer) -> String {
    let distance =
      anchor.distance.map { say("{metres} from it", ["metres": number($0.metresText())]) }
      ?? say("distance unknown")
    let radius = anchor.radius.map { number($0.metresText()) } ?? "?"
    let since = anchor.time.map { say("since {time}", ["time": time($0)]) }
    let parts = [distance, say("radius {metres}", ["metres": radius]), since]
    return "\(anchor.region ?? "?"): "
      + parts.compactMap { $0 }.joined(separator: ", ")
  }

  /// The reminders of a region: their number so far, and the time until the next.
  package func reminder(_ reminder: StatusAnswer.Reminder) -> String {
    let left = reminder.left.map {
      say("next in {time}", ["time": $0.secondsText(decimals: 0)])
    }
    let (done, all) = (reminder.count.map(String.init), reminder.most.map(String.init))
    let count = say("{count} of {all}", ["count": done ?? "?", "all": all ?? "?"])
    return "\(reminder.region ?? "?"): \(count), \(left ?? say("waiting for a fix"))"
  }

  /// Whether the buzzers sound.
  package func sound(_ status: StatusAnswer) -> String {
    let quiet = status.isQuiet ? say("quiet hours") : nil
    guard status.isMuted else { return quiet ?? say("on") }
    let muted =
      status.muteLeft.map { say("muted for {time}", ["time": $0.elapsedText]) }
      ?? say("muted until unmuted")
    return quiet.map { say("{one}, and {other}", ["one": muted, "other": $0]) } ?? muted
  }
}

extension Reason {
  /// The metres between the position that is shown and that of the receiver.
  static func apart(_ metres: Double) -> Reason {
    Reason("receiver.apart", ["metres": metres < 10 ? .tenths(metres) : .number(metres.rounded())])
  }
}
