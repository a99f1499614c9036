internal import Geofence
internal import Notation
internal import Outputs
internal import RegionFiles

/// Requests of what a carrier does at the board as well: `mute`, `unmute`, `mark`, `play`.
extension Session {
  /// `mute`: the buzzers are silent at once, for some seconds or until `unmute`.
  mutating func mute(_ request: Request, at now: Instant) throws(Refusal) -> Response {
    let seconds = try request.number("seconds", in: 1...604_800)
    // A budget of its own: too many marks must not keep the buzzers loud, and each mute has its
    // line in the journal.
    try Self.spend(&mutes, "mute", at: now)
    directives.append(.mute(seconds.map(Duration.init(roundedSeconds:))))
    noteAsked(seconds.map { "muted for \($0.elapsedText)" } ?? "muted", at: now)
    return .fields { JSONLine() }
  }

  /// `unmute`: they sound again, from the next signal on.
  mutating func unmute(_ surroundings: Surroundings, at now: Instant) -> Response {
    directives.append(.unmute)
    // One that ends nothing writes nothing, so there are no more of these lines than of the
    // others.
    if surroundings.outputs.isMuted { noteAsked("unmuted", at: now) }
    return .fields { JSONLine() }
  }

  private mutating func noteAsked(_ words: String, at now: Instant) {
    directives.append(.announce(.notice, words))
    note(.output, words, at: now)
  }

  /// `mark`: a line in the journal that says where the carrier is now.
  mutating func mark(_ request: Request, at now: Instant) throws(Refusal) -> Response {
    let text = try request.text("text") ?? "a mark"
    guard text.utf8.count <= RegionLimits.text else {
      throw Refusal("text has \(text.utf8.count) bytes; give at most \(RegionLimits.text)")
    }
    guard !text.hasControls else {
      throw Refusal("text \(text.quoted.onOneLine) has a control character; give one line of text")
    }
    guard asked.spend(at: now) == nil else {
      throw Refusal("too many marks; a journal on a card takes some hundred an hour")
    }
    mark(at: now, text, now: now)
    directives.append(.play("mark", at: now))
    let (time, coordinate) = (time(at: now), monitor.lastFix?.coordinate)
    return .fields {
      var line = JSONLine()
      line.add("time", time?.rfc3339)
      line.add("lat", coordinate?.latitude, decimals: 7)
      line.add("lon", coordinate?.longitude, decimals: 7)
      return line
    }
  }

  /// `play`: a pattern on an output, or on each in turn, to try them.
  mutating func play(
    _ request: Request, _ surroundings: Surroundings
  ) throws(Refusal) -> Response {
    let text = try request.text("pattern") ?? "short short long"
    let pattern: Pattern
    do throws(Pattern.Mistake) {
      pattern = try Pattern(text)
    } catch {
      throw Refusal("pattern \(text.quoted.onOneLine): \(error)")
    }
    let outputs = surroundings.outputs
    let known = outputs.outputs.map(\.name)
    let names = try request.text("output").map { [$0] } ?? known
    for name in names where !known.contains(name) {
      throw Refusal(
        "no output is called \(name.quoted.onOneLine); there are \(known.listed())")
    }
    guard surroundings.waiting + names.count <= Readout.most else {
      throw Refusal("signals wait already; try again when they have been played")
    }
    for name in names { directives.append(.test(pattern, output: name)) }
    return .fields {
      var line = JSONLine()
      line.add("outputs", names)
      line.add("seconds", (pattern.duration * names.count).inSeconds, decimals: 1)
      // Buzzers are silent then: the answer has the reason.
      line.add("muted", outputs.isMuted || outputs.isQuiet)
      return line
    }
  }
}
