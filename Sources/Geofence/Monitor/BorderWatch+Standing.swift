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
      pending: isPending ? (state == .inside ? .exit : .enter) : nil,
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
    if run.length >= Self.wholeRun {
      if past <= needs.near { missing.append(.metres(past, of: needs.near)) }
    } else {
      if past <= needs.far {
        missing += [.metres(past, of: needs.far), .run(max(0, run.length), of: Self.wholeRun)]
      } else if settled < Self.settling {
        missing.append(.stay(settled, of: Self.settling))
      }
    }
    let rawNeeded = needs.near - 2 * observation.own
    if rawPast <= rawNeeded { missing.append(.rawFix(rawPast, of: rawNeeded)) }
    return missing
  }
}
