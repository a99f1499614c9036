internal import Geofence
internal import Notation

/// The rules of a region in words.
struct RuleWords: Hashable, Sendable {
  private let region: Region

  /// The words for the rules of a region.
  init(_ region: Region) {
    self.region = region
  }

  /// The events that the region reports.
  var notified: String {
    if region.isGate { return "crossings" }
    let events = [
      region.notifyOnEntry ? "entries" : nil, region.notifyOnExit ? "exits" : nil,
      region.dwell == nil ? nil : "stays",
    ].compactMap { $0 }
    return events.isEmpty ? "nothing" : events.listed()
  }

  /// The region around whose border it lies.
  var band: String? {
    region.band.map { band in
      "\(ShapeWords.length(abs(band.offset))) \(band.offset < 0 ? "inside" : "outside") that of "
        + band.region.onOneLine
    }
  }

  /// The limit of speed.
  var speed: String? {
    region.speedRule.map { rule in
      "at most \(rule.limit.plain) km/h; reported after \(rule.linger.inSeconds.secondsText()) over it"
    }
  }

  /// The region that comes first, and whether this one reports once.
  var order: String? {
    let parts = [
      region.order.after.map { "after \($0.onOneLine)" }, region.order.isOnce ? "once" : nil,
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// The courses that count.
  var heading: String? {
    region.order.heading.map { "\($0.from.plain) to \($0.to.plain) degrees, clockwise" }
  }

  /// The side, the interval and the number of reminders.
  var reminder: String? {
    region.reminder.map { rule in
      "\(rule.side.rawValue), every \(rule.interval.inSeconds.secondsText()), "
        + "\(rule.most.counted("reminder")) and a last one"
    }
  }

  /// The sense, and the metres that it needs before cushion and size change them.
  var sense: String {
    let metres = region.sense.metres
    return "\(region.sense.rawValue): needs \(ShapeWords.length(metres.steady)) past the border "
      + "after a run, \(ShapeWords.length(metres.stopped)) when slowing down, "
      + "\(ShapeWords.length(metres.alone)) without a run; bad fixes need more"
  }

  /// The conditions of the approach cue.
  var approach: String? {
    region.approach.map { rule in
      let side =
        switch rule.side {
        case .inside: "inside"
        case .outside: "outside"
        case .both: "either side"
        }
      return "a cue from \(rule.limit.inSeconds.secondsText()) before the border, from \(side), "
        + "for \(rule.longest.inSeconds.secondsText()) at most"
    }
  }

  /// The measured figures of the sense at such regions; `nil` with a cushion or a linger.
  func figures(hasVelocity: Bool) -> SenseFigures? {
    guard region.cushion == 0, region.linger == .zero else { return nil }
    return SenseFigures.of(region.shape, region.sense, hasVelocity: hasVelocity)
  }

  /// The cushion; `nil` without one.
  var cushion: String? { region.cushion > 0 ? ShapeWords.length(region.cushion) : nil }

  /// The linger; `nil` without one.
  var linger: String? { region.linger > .zero ? region.linger.inSeconds.secondsText() : nil }

  /// The dwell; `nil` without one.
  var dwell: String? { region.dwell.map { $0.inSeconds.secondsText() } }
}
