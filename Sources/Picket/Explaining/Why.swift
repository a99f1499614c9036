package import Geofence
internal import Notation
internal import RegionFiles
package import System

/// Why a region's last event came when it did, or why there was none: evidence in, words out.
package struct Why: Sendable {
  /// The region that is explained.
  package let region: String

  package let moments: [Hindsight.Moment]
  package let steps: [Stretch.Step]
  package let stretches: [Stretch]
  // The last crossing, and what the stay after it has led to.
  private let crossing: Event?
  package let grounds: Grounds?
  private let dwell: Event?
  package let state: RegionState
  private let neighbour: RegionMonitor.Neighbour?
  private let isCutShort: Bool
  let zone: Zone

  /// Looks back.
  ///
  /// - Parameters:
  ///   - region: The region that is asked for.
  ///   - since: From when on.
  ///   - neighbour: Where the carrier stands at present with regard to it, as far as that is known.
  ///   - zone: The time zone of the times in the words.
  package init(
    _ hindsight: Hindsight, region: String, since: Instant, state: RegionState,
    neighbour: RegionMonitor.Neighbour? = nil, zone: Zone = .utc
  ) {
    self.region = region
    self.zone = zone
    self.state = state
    self.neighbour = neighbour
    let kept = hindsight.moments.places.map { hindsight.moments[$0] }
    moments = kept.filter { $0.instant >= since }
    // What was forgotten for want of room.
    isCutShort =
      moments.contains { $0.looks.lowerBound < hindsight.looks.start }
      || (hindsight.moments.start > 0 && kept.count == moments.count)
    steps = moments.compactMap { moment in
      hindsight.evidence(of: region, at: moment).map {
        Stretch.Step(time: moment.time, instant: moment.instant, evidence: $0)
      }
    }
    let first = moments.first?.time
    let told = hindsight.events.places.map { hindsight.events[$0] }
    let events = told.map(\.event).filter { event in
      event.region == region && first.map { event.time >= $0 } ?? false
    }
    let crossing = events.last { $0.kind != .dwell }
    self.crossing = crossing
    grounds = told.last { $0.event == crossing }?.grounds
    dwell = events.last.flatMap { $0.kind == .dwell ? $0 : nil }
    stretches = Self.stretches(steps)
  }

  /// The region that there is most to say about: that of the last event, or else the one that
  /// came nearest to one.
  package static func subject(of hindsight: Hindsight, since: Instant) -> String? {
    let moments = hindsight.moments.places.map { hindsight.moments[$0] }
      .filter { $0.instant >= since }
    guard let first = moments.first else { return nil }
    if let event = hindsight.events.last?.event, event.time >= first.time { return event.region }
    let looks = moments.flatMap { hindsight.looks(of: $0) }
    return looks.max { $0.evidence.past < $1.evidence.past }?.region
  }

  /// The explanation, a line for each thing that there is to say.
  package var lines: [String] {
    guard let first = moments.first, let last = moments.last else {
      return ["\(region): \(state.rawValue); no fix came in this time"]
    }
    var lines = [
      "\(region): \(state.rawValue); from \(zone.text(first.time)) to \(end(last.time))"
        + (isCutShort ? ", which is as far as it is remembered" : "")
    ]
    lines += sight
    guard !steps.isEmpty else {
      let distance = neighbour.map { ", and is \(StatusText.side($0.depth)) now" } ?? ""
      return lines + ["it was never within reach (200 m, or twice its cushion)\(distance)"]
    }
    if let crossing { lines += told(crossing) }
    if let dwell {
      lines.append(
        "\(clock(dwell.time)) dwell (event \(dwell.sequence)): the stay had lasted as long as "
          + "the region asks")
    }
    let since = crossing?.time
    let vain = stretches.filter { stretch in since.map { stretch.start.time > $0 } ?? true }
    let isOn = steps.last.map { $0.evidence.isPast } ?? false
    for stretch in isOn ? vain.dropLast() : vain[...] { lines.append(inVain(stretch)) }
    if isOn, let stretch = vain.last {
      lines.append(onTheWay(stretch))
    } else if vain.isEmpty, let approach = approach(after: since) {
      lines.append(approach)
    }
    return lines
  }

  /// The time of day at the end, and by which clock that is.
  private func end(_ time: Timestamp) -> String {
    let name = zone.name(at: time)
    return clock(time) + (name == "UTC" ? " UTC" : " (\(name))")
  }

  // MARK: Stretches

  /// The stretches past the border; one that leads to a change of state ends there.
  private static func stretches(_ steps: [Stretch.Step]) -> [Stretch] {
    var stretches: [Stretch] = []
    var isOn = false
    var turns: [Instant] = []
    var before: Stretch.Step?
    for step in steps {
      if let before {
        if before.evidence.state != step.evidence.state {
          isOn = false
          turns = []
        } else if before.evidence.run >= 3, step.evidence.run == 0 {
          turns.append(step.instant)
        }
      }
      before = step
      guard step.evidence.isPast else {
        isOn = false
        continue
      }
      if isOn, !stretches.isEmpty {
        stretches[stretches.count - 1].add(step)
      } else {
        let recent = turns.filter { $0.duration(to: step.instant) <= .seconds(60) }
        stretches.append(Stretch(step, turns: recent.count))
        isOn = true
      }
    }
    return stretches
  }
}
