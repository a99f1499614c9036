extension BorderWatch {
  /// Where the carrier stands at an instant; `nil` before the first look.
  ///
  /// - Parameter rawDepth: The depth of the last fix itself in metres.
  func standing(_ region: String, rawDepth: Double, at instant: Instant) -> Standing? {
    guard let look = latest else { return nil }
    let sign: Double = state == .inside ? -1 : 1
    let past = sign * look.depth
    let isPending = state != .unknown && past > 0
    return Standing(
      region: region, state: state, depth: look.depth, rawDepth: rawDepth,
      pending: isPending ? (state == .inside ? .exit : .enter) : nil,
      missing: state == .unknown
        ? [.clearance(abs(look.depth), of: clearance(look))]
        : isPending ? missing(past, sign * rawDepth, look, at: instant) : [], grounds: grounds)
  }

  private func missing(
    _ past: Double, _ rawPast: Double, _ look: Look, at instant: Instant
  ) -> [Standing.Missing] {
    if let deadline { return [.linger(max(.zero, instant.duration(to: deadline)))] }
    let asked = asked(of: look)
    var missing: [Standing.Missing] = []
    let run = past - lowest
    if past <= asked.near {
      missing.append(.metres(past, of: run >= Self.run ? asked.near : asked.far))
    } else if past <= asked.far, run < Self.run {
      missing += [.metres(past, of: asked.far), .run(run, of: Self.run)]
    }
    if rawPast <= asked.near { missing.append(.rawFix(rawPast, of: asked.near)) }
    return missing
  }
}
