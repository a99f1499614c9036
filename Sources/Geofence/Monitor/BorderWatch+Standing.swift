extension BorderWatch {
  /// The carrier's standing at an instant; `nil` before the first look.
  ///
  /// - Parameter rawDepth: The depth of the last fix itself in metres.
  func standing(_ region: String, rawDepth: Double, at instant: Instant) -> Standing? {
    guard let observation = latest else { return nil }
    let sign: Double = state == .inside ? -1 : 1
    let past = sign * observation.depth
    let isPending = state != .unknown && past > 0
    return Standing(
      region: region, state: state, depth: observation.depth, rawDepth: rawDepth,
      isUnsure: isUnsure, pending: isPending ? (state == .inside ? .exit : .enter) : nil,
      missing: state == .unknown
        ? [.clearance(abs(observation.depth), of: clearance(observation))]
        : isPending ? missing(past, sign * rawDepth, observation, at: instant) : [],
      grounds: grounds)
  }

  private func missing(
    _ past: Double, _ rawPast: Double, _ observation: Observation, at instant: Instant
  ) -> [Standing.Missing] {
    if !observation.isTrusted { return [.trust] }
    if let deadline { return [.linger(max(.zero, instant.duration(to: deadline)))] }
    let needs = needs(of: observation)
    var missing: [Standing.Missing] = []
    let wholeRun = wholeRun(observation)
    guard isSure else { return missingOnGuess(past, rawPast, needs, observation) }
    if run.length >= wholeRun {
      if past <= needs.near { missing.append(.metres(past, of: needs.near)) }
    } else if past <= needs.far {
      missing += [.metres(past, of: needs.far), .run(max(0, run.length), of: wholeRun)]
    }
    return missing + missingRaw(rawPast, needs, observation)
  }

  /// The conditions that are missing while the first side is a guess: depth does not count.
  private func missingOnGuess(
    _ past: Double, _ rawPast: Double, _ needs: Needs, _ observation: Observation
  ) -> [Standing.Missing] {
    var missing: [Standing.Missing] = []
    if past <= needs.near { missing.append(.metres(past, of: needs.near)) }
    let wholeRun = wholeRun(observation)
    if run.length < wholeRun { missing.append(.run(max(0, run.length), of: wholeRun)) }
    let began = max(-run.began, run.wholeLength - past)
    let clear = min(Self.firstSide * Self.doubt(observation), deep)
    missing.append(.firstSide(max(0, began), of: clear))
    return missing + missingRaw(rawPast, needs, observation)
  }

  private func missingRaw(
    _ rawPast: Double, _ needs: Needs, _ observation: Observation
  ) -> [Standing.Missing] {
    let needed = needs.near - 2 * observation.own
    return rawPast <= needed ? [.rawFix(rawPast, of: needed)] : []
  }
}
