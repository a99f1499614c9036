internal import Geofence
internal import Notation
internal import Outputs
internal import Records

/// The cues: of an approach, and of the distance to a border that a carrier looks for.
extension Session {
  /// Notes that another approach cue plays now, or none.
  ///
  /// - Parameter isCrossed: Whether the border of the last cue was crossed.
  mutating func apply(_ cue: Cue?, isCrossed: Bool = false, at now: Instant) {
    let ended =
      isCrossed ? nil : guidance.log.last.flatMap { monitor.cueSilence(of: $0.region) }
    let isOther = guidance.note(cue, ended, time: time(at: now), at: moment(at: now))
    if isOther, let cue {
      directives.append(.draw("\(cue.isSpeed ? "speed" : "approach") cue: \(cue.region)"))
    }
    soundCue()
  }

  /// Plays the finder if the carrier has requested it, or else the approach cue.
  mutating func soundCue() {
    let isMuted = guidance.cue.map { self.isMuted($0.region) } ?? false
    if let change = guidance.change(isMuted: isMuted) { directives.append(change) }
  }

  /// Silences the approach cue until the carrier has turned back.
  mutating func acknowledgeCue(at now: Instant) {
    guard monitor.cue != nil else { return }
    let instant = moment(at: now)
    let findings = path.decider.acknowledgeCue(at: instant)
    guard !findings.isEmpty else { return }
    // A replay must do the same at the same instant.
    directives.append(.record(.cueAcknowledged(instant)))
    apply(findings, at: now)
  }

  // MARK: The finder

  /// `sound`: the distance to a region's border in the tempo of a tone, for some seconds or until
  /// `stop`.
  mutating func sound(
    _ request: Request, _ surroundings: Surroundings, at now: Instant
  ) throws(Refusal) -> Response {
    if try request.flag("stop") {
      guidance.stopLooking()
      soundCue()
      return .fields { JSONLine() }
    }
    let id = try watchedRegion(request.requiredText("region"))
    let seconds = try request.number("seconds", in: 1...60) ?? 5
    guidance.look(for: id, until: now.advanced(by: Duration(roundedSeconds: seconds)))
    find(at: now)
    let isBlind = monitor.blindSince != nil
    let (depth, step) = (monitor.neighbour(id)?.depth, guidance.finder?.step)
    let outputs = surroundings.outputs
    return .fields {
      var answer = SoundAnswer()
      (answer.region, answer.depth, answer.step) = (id, depth, step)
      answer.isBlind = isBlind
      // While muted or in quiet hours buzzers are silent: the answer has the reason.
      answer.isMuted = outputs.isMuted || outputs.isQuiet
      return answer.json
    }
  }

  /// Sounds the present distance to the border that the carrier looks for.
  mutating func find(at now: Instant) {
    guard let finder = guidance.finder else { return }
    let isSeen = monitor.blindSince == nil
    let depth = isSeen ? monitor.neighbour(finder.region)?.depth : nil
    guidance.receive(depth.map(\.magnitude))
    soundCue()
  }

  /// Ends the finder when its requests have stopped.
  mutating func endFinder(at now: Instant) {
    guidance.deadlineReached(at: now)
    soundCue()
  }
}
