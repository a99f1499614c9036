internal import Geofence
internal import Notation
internal import Outputs
internal import Records
internal import RegionFiles

/// Requests about signals and marks: `mute`, `unmute`, `mark`, `play`.
extension Session {
  /// `mute`: the buzzers are silent at once, for some seconds or until `unmute`.
  mutating func mute(_ request: Request, at now: Instant) throws(Refusal) -> Response {
    let seconds = try request.number("seconds", in: 1...604_800)
    // Each mute has a line in the journal.
    try limits.spendMute("mute", at: now)
    directives.append(.mute(seconds.map(Duration.init(roundedSeconds:))))
    endReminders("muted", endsAlarms: false, at: now)
    noteRequest(seconds.map { "muted for \($0.elapsedText)" } ?? "muted", at: now)
    return .fields { JSONLine() }
  }

  /// `unmute`: the buzzers sound again, from the next signal on.
  mutating func unmute(_ surroundings: Surroundings, at now: Instant) -> Response {
    directives.append(.unmute)
    // Only an `unmute` that ends a mute writes a line, so these lines are as limited as mutes.
    if surroundings.outputs.isMuted { noteRequest("unmuted", at: now) }
    return .fields { JSONLine() }
  }

  private mutating func noteRequest(_ words: String, at now: Instant) {
    directives.append(.announce(.notice, words))
    note(.output, words, at: now)
  }

  /// `mark`: a line in the journal with the carrier's present position.
  mutating func mark(_ request: Request, at now: Instant) throws(Refusal) -> Response {
    let text = try request.text("text") ?? WordlessMark.request.rawValue
    guard text.utf8.count <= RegionLimits.text else {
      throw Refusal("text has \(text.utf8.count) bytes; give at most \(RegionLimits.text)")
    }
    guard !text.hasControls else {
      throw Refusal("text \(text.quoted.onOneLine) has a control character; give one line of text")
    }
    guard limits.spend(at: now) == nil else {
      throw Refusal(
        "too many marks; the limit is \(RequestLimits.perHour) requests an hour", .busy)
    }
    mark(at: now, text, now: now)
    directives.append(.play("mark"))
    let (time, coordinate) = (time(at: now), monitor.lastFix?.coordinate)
    return .fields {
      var answer = MarkAnswer()
      answer.time = time?.rfc3339
      (answer.latitude, answer.longitude) = (coordinate?.latitude, coordinate?.longitude)
      return answer.json
    }
  }

  /// `play`: a pattern on an output, or on each in turn, to try them; or a signal; or the state of each
  /// region, as after a very long press.
  mutating func play(
    _ request: Request, _ surroundings: Surroundings
  ) throws(Refusal) -> Response {
    if try request.flag("states") { return try playStates(surroundings) }
    if let name = try request.text("signal") { return try play(signal: name, surroundings) }
    let text = try request.text("pattern") ?? "short short long"
    let pattern: Pattern
    do throws(Pattern.Mistake) {
      pattern = try Pattern(text)
    } catch {
      throw Refusal("pattern \(text.quoted.onOneLine): \(error)")
    }
    let outputs = surroundings.outputs
    let known = outputs.outputs.map(\.name)
    // Something may move by a relay or a servo: it is tried only by its name.
    let names =
      try request.text("output").map { [$0] }
      ?? outputs.outputs.lazy.filter { !$0.kind.isSwitch }.map(\.name)
    for name in names where !known.contains(name) {
      throw Refusal(
        "no output is called \(name.quoted.onOneLine); there are \(known.listed())")
    }
    try checkRoom(for: names.count, surroundings)
    for name in names { directives.append(.test(pattern, output: name)) }
    return .fields {
      var answer = PlayAnswer()
      answer.outputs = Listed(names)
      answer.seconds = (pattern.duration * names.count).inSeconds
      // While muted or in quiet hours buzzers are silent: the answer has the reason.
      answer.isMuted = outputs.isMuted || outputs.isQuiet
      return answer.json
    }
  }

  private mutating func play(
    signal name: String, _ surroundings: Surroundings
  ) throws(Refusal) -> Response {
    let signals = files.configuration.outputs.signals
    guard let signal = signals[name] else {
      throw Refusal(
        "no signal is called \(name.quoted.onOneLine); there are \(signals.keys.sorted().listed())")
    }
    try checkRoom(for: 1, surroundings)
    directives.append(.play(name))
    let isMuted = surroundings.outputs.isMuted || surroundings.outputs.isQuiet
    return .fields {
      var answer = PlayAnswer()
      answer.signal = name
      answer.outputs = Listed(signal.patterns.keys.sorted())
      (answer.seconds, answer.isMuted) = (signal.duration.inSeconds, isMuted)
      return answer.json
    }
  }

  private mutating func playStates(_ surroundings: Surroundings) throws(Refusal) -> Response {
    let names = Readout.signals(of: monitor.states)
    try checkRoom(for: names.count, surroundings)
    for name in names { directives.append(.play(name)) }
    let isMuted = surroundings.outputs.isMuted || surroundings.outputs.isQuiet
    return .fields {
      var answer = PlayAnswer()
      (answer.signals, answer.isMuted) = (Listed(names), isMuted)
      return answer.json
    }
  }

  private func checkRoom(for count: Int, _ surroundings: Surroundings) throws(Refusal) {
    guard surroundings.waiting + count <= Readout.most else {
      throw Refusal("signals are already waiting; try again after they have played", .busy)
    }
  }
}
