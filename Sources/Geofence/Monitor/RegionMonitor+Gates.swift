extension RegionMonitor {
  /// Follows the way of the carrier across gates.
  ///
  /// - Parameter unseen: The time without a trusted fix before this one, if it was too long.
  mutating func followGates(_ fix: TrustedFix, unseen: Duration?, into findings: inout [Finding]) {
    guard !gates.isEmpty, let position else { return }
    let usual = way(to: fix)
    for (index, place) in gates.enumerated() where !watched[place].isExpired {
      guard case .corridor(let gate) = watched[place].region.shape else { continue }
      let way = firstWay(to: fix, across: watched[place].region.id) ?? usual
      let reach = GateWatch.reach + (way.map { ($0.before - position.plane.origin).length } ?? 0)
      guard gate.border.ball.enlarged(by: reach).contains(position.plane.origin) else {
        gateWatches[index].passBy()
        continue
      }
      let look = GateWatch.Look(
        plane: position.plane, before: way?.before, passed: way?.passed ?? 0,
        needed: metresPast(watched[place].region, position), isTrusted: position.isTrusted,
        instant: fix.instant, unseen: unseen, track: track)
      let linger = watched[place].region.linger
      switch gateWatches[index].receive(look, gate.border, linger: linger) {
      case .nothing: break
      case .noted: findings.append(.noted(watched[place].region.id))
      case .crossed(let passage, let metres):
        findings += crossedGate(place, passage, metres: metres, fix)
      }
    }
  }

  /// The filtered position before a fix, and the seconds since then.
  private func way(to fix: TrustedFix) -> (before: Vector, passed: Double)? {
    guard !fix.restarts else { return nil }
    if let previous {
      let passed = previous.instant.duration(to: fix.instant)
      return passed > .seconds(Usual.trip) ? nil : (previous.plane.origin, passed.inSeconds)
    }
    guard let coordinate = earlier.coordinate, let seen = earlier.seen else { return nil }
    return Self.way(from: Memory.Place(coordinate: coordinate, time: seen), to: fix)
  }

  private static func way(
    from place: Memory.Place, to fix: TrustedFix
  ) -> (before: Vector, passed: Double)? {
    let passed = place.time.duration(to: fix.time)
    guard passed >= .zero, passed <= .seconds(Usual.trip) else { return nil }
    return (Ellipsoid.vector(place.coordinate), passed.inSeconds)
  }

  /// The way to the first fix across a gate whose last crossing is later than the stored position:
  /// from the place of that crossing, since a way that begins before it would repeat it.
  ///
  /// - Returns: `nil` where the usual way counts, and `.some(nil)` where none is known.
  private func firstWay(
    to fix: TrustedFix, across gate: String
  ) -> (before: Vector, passed: Double)?? {
    guard previous == nil, earlier.crossedGates.contains(gate) else { return nil }
    guard !fix.restarts, let place = earlier.crossedPlaces[gate] else { return .some(nil) }
    return .some(Self.way(from: place, to: fix))
  }

  /// The metres past a gate that are clear.
  private func metresPast(_ gate: Region, _ position: PositionFilter) -> Double {
    let unit = position.thousandths.map { Double($0) / 1000 } ?? 1
    let sigma = max(BorderWatch.leastSigma * unit, position.sigma)
    let isMoving = position.velocityKnown && position.stands < Usual.moving
    return max(gate.cushion, (isMoving ? gate.sense.stopped : gate.sense.alone) * sigma)
  }

  private mutating func crossedGate(
    _ place: Int, _ passage: GateWatch.Passage, metres: Double, _ fix: TrustedFix
  ) -> [Finding] {
    let region = watched[place].region
    guard !isSilent(place), book.accepts(passage.track, of: region.id, at: fix.time) else {
      return [.noted(region.id)]
    }
    func label(_ moment: Instant) -> Timestamp {
      fix.time.advanced(by: fix.instant.duration(to: moment))
    }
    book.report(region.id, at: fix.time)
    return [
      event(
        .cross, region, fix, time: fix.time, depth: metres,
        crossed: passage.unseen == nil ? label(passage.instant) : nil,
        detected: label(passage.noticed), blind: passage.unseen, side: passage.side)
    ]
  }

  // MARK: Memory

  /// The watches of gates by region, for a snapshot.
  var gateSnapshot: [String: GateWatch] {
    var all: [String: GateWatch] = [:]
    for (index, place) in gates.enumerated() {
      all[watched[place].region.id] = gateWatches[index]
    }
    return all
  }

  /// The crossings of gates that are not confirmed yet.
  var gateMemory: [String: Memory.Passage] {
    guard let fix = lastFix else { return earlier.gates }
    var memory: [String: Memory.Passage] = [:]
    for (index, place) in gates.enumerated() {
      guard let passage = gateWatches[index].passage else { continue }
      let crossed = fix.time.advanced(by: fix.instant.duration(to: passage.instant))
      memory[watched[place].region.id] = Memory.Passage(side: passage.side, crossed: crossed)
    }
    return memory
  }

  /// Continues at the first fix with the crossings of gates that an earlier monitor has not confirmed.
  mutating func resumeGates(at fix: TrustedFix) {
    guard earlier.coordinate != nil else { return }
    for (index, place) in gates.enumerated() {
      let saved = earlier.gates[watched[place].region.id].map { passage in
        let instant = fix.instant.advanced(by: fix.time.duration(to: passage.crossed))
        return GateWatch.Passage(side: passage.side, instant: instant, noticed: instant)
      }
      gateWatches[index].resume(saved)
    }
  }
}
