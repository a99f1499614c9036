internal import Base
package import Geofence

/// The alarms of regions that latch: each goes on from an event until it is acknowledged.
///
/// While picket is blind for long, these regions have an alarm together: nobody watches them. This type
/// reads no clock; what is to be played it asks for by directives.
package struct Alarms: Sendable {
  /// An alarm of one region.
  private struct Alarm: Sendable {
    var kinds: Set<Event.Kind>
    let began: Instant
  }

  /// A signal that is due again.
  package struct Repetition: Hashable, Sendable {
    /// The name of the signal.
    package let signal: String
    /// The region of the alarm; `nil` for that of a blind picket.
    package let region: String?
  }

  private var signals: [String: String?] = [:]
  private var alarms: [String: Alarm] = [:]
  private var next: Instant?
  // The instant at which the alarm of a blind picket begins, and whether it goes on.
  private var blindDue: Instant?
  private var isBlindAlarm = false
  private var blindBegan: Instant?

  /// The time for which picket may be blind before that is an alarm.
  package static let blindLimit = Duration.seconds(30)

  /// The time between the repetitions of a signal.
  static let interval = Duration.seconds(5)

  /// Creates the alarms of regions.
  ///
  /// - Parameter earlier: The crossings of the alarms before a restart, by their region.
  package init(_ regions: [Region], earlier: [String: Set<Event.Kind>] = [:], at now: Instant) {
    watch(regions)
    for (region, kinds) in earlier where signals[region] != nil && !kinds.isEmpty {
      alarms[region] = Alarm(kinds: kinds, began: now)
    }
    if !alarms.isEmpty { next = now }
  }

  /// Whether any region latches.
  package var isUsed: Bool { !signals.isEmpty }

  /// Whether any alarm goes on.
  package var areOn: Bool { isBlindAlarm || !alarms.isEmpty }

  /// The instant at which something is due; `nil` without an alarm.
  package var deadline: Instant? { .earliest(areOn ? next : nil, isBlindAlarm ? nil : blindDue) }

  /// The crossings of a region's alarm: none without an alarm, `nil` for one that does not latch.
  package func alarm(of region: String) -> Set<Event.Kind>? {
    guard signals[region] != nil else { return nil }
    return alarms[region]?.kinds ?? []
  }

  /// The crossings of each alarm, for the state file.
  package var saved: [String: Set<Event.Kind>] { alarms.mapValues(\.kinds) }

  /// The seconds since the beginning of each alarm.
  func lasting(at now: Instant) -> [String: Double] {
    alarms.mapValues { $0.began.duration(to: now).inSeconds }
  }

  /// The regions with an alarm, in order, and whether a blind picket has one.
  package var on: (regions: [String], isBlind: Bool) { (alarms.keys.sorted(), isBlindAlarm) }

  /// Adopts other regions; the alarms of those that do not latch any more end.
  package mutating func watch(_ regions: [Region]) {
    signals = [:]
    // Only read in place: very many regions would take long to copy.
    for place in regions.indices where regions[place].latches && regions[place].isEnabled {
      signals[regions[place].id] = .some(regions[place].signal)
    }
    alarms = alarms.filter { signals[$0.key] != nil }
    if !isUsed { (isBlindAlarm, blindDue) = (false, nil) }
  }

  /// Begins or extends an alarm with an event, whose own signal plays first.
  ///
  /// - Returns: Whether a new alarm began.
  package mutating func note(_ event: Event, at now: Instant) -> Bool {
    guard signals[event.region] != nil, event.kind == .enter || event.kind == .exit else {
      return false
    }
    let isNew = alarms[event.region] == nil
    if !areOn { next = now.advanced(by: Self.interval) }
    alarms[event.region, default: Alarm(kinds: [], began: now)].kinds.insert(event.kind)
    return isNew
  }

  /// Notes that no fix has been trusted for some time.
  package mutating func becomeBlind(since: Duration, at now: Instant) {
    guard isUsed else { return }
    blindDue = now.advanced(by: max(.zero, Self.blindLimit - since))
  }

  /// Notes that a fix is trusted again: then the alarm of a blind picket is over.
  ///
  /// - Returns: Whether there was one.
  package mutating func becomeSighted() -> Bool {
    defer { (isBlindAlarm, blindDue) = (false, nil) }
    return isBlindAlarm
  }

  /// What is due by an instant.
  ///
  /// - Parameter isWatching: Whether any region that latches is within its hours.
  /// - Returns: The signals to repeat, and whether the alarm of a blind picket began.
  package mutating func deadlineReached(
    at now: Instant, isWatching: Bool
  ) -> (repetitions: [Repetition], isNewlyBlind: Bool) {
    var isNewlyBlind = false
    if !isBlindAlarm, let due = blindDue, due <= now {
      blindDue = nil
      if isWatching {
        (isBlindAlarm, isNewlyBlind, blindBegan) = (true, true, now)
        next = now
      }
    }
    guard areOn, let due = next, due <= now else { return ([], isNewlyBlind) }
    next = now.advanced(by: Self.interval)
    var repetitions = alarms.keys.sorted().map { id in
      let kind: Event.Kind = alarms[id]?.kinds.contains(.exit) == true ? .exit : .enter
      return Repetition(signal: (signals[id] ?? nil) ?? kind.rawValue, region: id)
    }
    if isBlindAlarm { repetitions.append(Repetition(signal: "blind", region: nil)) }
    return (repetitions, isNewlyBlind)
  }

  /// Ends alarms until the next event: the carrier has acknowledged them.
  ///
  /// - Parameters:
  ///   - region: The region whose alarm ends; `nil` for all, and for that of a blind picket.
  ///   - pressed: The time at which the button was pressed; alarms that began later go on.
  /// - Returns: The regions whose alarms ended, in order, and whether that of a blind picket did.
  package mutating func acknowledge(
    _ region: String? = nil, pressed: Instant? = nil
  ) -> (regions: [String], isBlind: Bool) {
    func isMeant(_ began: Instant?) -> Bool {
      guard let pressed, let began else { return true }
      return began <= pressed
    }
    let ended = alarms.filter { isMeant($0.value.began) && $0.key == region ?? $0.key }.keys
    for id in ended { alarms[id] = nil }
    let isBlindEnd = region == nil && isBlindAlarm && isMeant(blindBegan)
    if isBlindEnd { isBlindAlarm = false }
    return (ended.sorted(), isBlindEnd)
  }
}

// MARK: Directives

extension Alarms {
  /// Begins the alarm of an event whose region latches.
  mutating func note(_ event: Event, _ turn: inout Turn) {
    guard isUsed, note(event, at: turn.present.counted) else { return }
    Self.announce(
      Reason("alarm.\(event.kind.rawValue)", ["region": .text(event.region)]), &turn)
  }

  /// Repeats the signals that are due, and begins the alarm of a picket that is blind for long.
  mutating func sound(_ monitor: RegionMonitor, _ turn: inout Turn) {
    guard let due = deadline, due <= turn.present.counted else { return }
    let latching = monitor.watching.values.lazy.filter(\.latches).map(\.id)
    let isWatching = latching.contains { monitor.hours(of: $0)?.isActive ?? true }
    let found = deadlineReached(at: turn.present.counted, isWatching: isWatching)
    if found.isNewlyBlind {
      Self.announce(
        Reason(
          "alarm.blind",
          [
            "seconds": .tenths(Self.blindLimit.inSeconds),
            "names": .names(latching.sorted(), most: 3),
          ]), &turn)
    }
    for one in found.repetitions {
      turn.append(
        .repeat(
          one.signal, cause: "alarm \(one.region ?? "blind")",
          isMuted: one.region.map { monitor.isMuted($0) } ?? false))
    }
  }

  private static func announce(_ reason: Reason, _ turn: inout Turn) {
    turn.note(.alarm, reason)
    turn.append(.announce(.warning, "alarm: \(reason.text)"))
  }

  /// The alarms that go on, for a person.
  func reasons(of region: String? = nil) -> [Reason] {
    let on = on
    return on.regions.filter { $0 == region ?? $0 }.map { id in
      let kinds = alarm(of: id) ?? []
      let code = kinds.count > 1 ? "both" : kinds.contains(.enter) ? "entered" : "left"
      return Reason("alarm.\(code)", ["region": .text(id)])
    } + (on.isBlind && region == nil ? [Reason("alarm.isBlind")] : [])
  }
}
