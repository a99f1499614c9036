internal import Geofence
internal import Notation
internal import Outputs
internal import Records

/// The alarms of regions that latch.
extension Session {
  /// Begins the alarm of an event whose region latches.
  mutating func noteAlarm(_ event: Event, at now: Instant) {
    guard alarms.isUsed, alarms.note(event, at: pace.counted(now)) else { return }
    noteAlarm("\(event.kind.rawValue) \(event.region)", at: now)
  }

  private mutating func noteAlarm(_ cause: String, at now: Instant) {
    let text = "\(cause): it sounds until it is acknowledged"
    note(.alarm, text, at: now)
    directives.append(.announce(.warning, "alarm: \(text)"))
  }

  /// Repeats the signals that are due, and begins the alarm of a picket that is blind for long.
  mutating func soundAlarms(at now: Instant) {
    let counted = pace.counted(now)
    guard let due = alarms.deadline, due <= counted else { return }
    let isWatching = monitor.watching.values.contains {
      $0.latches && monitor.hours(of: $0.id)?.isActive ?? true
    }
    let found = alarms.deadlineReached(at: counted, isWatching: isWatching)
    if found.isNewlyBlind {
      noteAlarm(
        "blind for \(Alarms.blindLimit.inSeconds.secondsText(decimals: 0)), so that nothing watches "
          + latching.named(most: 3), at: now)
    }
    for one in found.repetitions {
      directives.append(
        .repeat(
          one.signal, cause: "alarm \(one.region ?? "blind")",
          isMuted: one.region.map { isMuted($0) } ?? false))
    }
  }

  private var latching: [String] {
    monitor.watching.values.lazy.filter(\.latches).map(\.id).sorted()
  }

  /// Ends the alarms of all regions or of one; returns the regions whose alarms ended.
  mutating func endAlarms(
    of region: String?, pressed: Instant?, at now: Instant
  ) -> (regions: [String], isBlind: Bool) {
    guard alarms.areOn else { return ([], false) }
    let ended = alarms.acknowledge(region, pressed: pressed.map(pace.counted))
    if !ended.regions.isEmpty || ended.isBlind {
      if !alarms.areOn { directives.append(.withdrawRepeats) }
      hold(at: now)
    }
    return ended
  }

  /// Ends the alarm of a blind picket, since fixes are trusted again.
  mutating func endBlindAlarm() {
    if alarms.isUsed, alarms.becomeSighted(), !alarms.areOn { directives.append(.withdrawRepeats) }
  }

  /// The alarms that go on, in words for a person.
  func alarmWords(of region: String? = nil) -> [String] {
    let on = alarms.on
    return on.regions.filter { $0 == region ?? $0 }.map { id in
      let kinds = (alarms.alarm(of: id) ?? []).map(\.rawValue).sorted().listed()
      return
        "\(id): \(kinds), not acknowledged; picket acknowledge, or a short press, ends the alarm"
    } + (on.isBlind && region == nil ? ["blind, not acknowledged"] : [])
  }
}
