internal import Base
package import Geofence

/// Decides the level of each output.
///
/// A signal comes first, then an approach cue, which any signal replaces at once.
/// Without either, a light shows how fixes are received, and a light, relay or servo
/// is held as the carrier's side of its regions demands. A buzzer does neither. Buzzers
/// are inactive while they are muted or in quiet hours; others are not affected.
/// Muting cuts a signal short. A signal that plays when the muting ends stays
/// silent to its end: half a signal means something else. The panel gets the time
/// from its caller and drives nothing itself.
package struct Panel: Sendable {
  /// A new level of one output.
  package struct Change: Hashable, Sendable {
    /// The name of the output.
    package let output: String
    /// The level.
    package let level: Level
  }

  /// The outputs, in the order of the configuration.
  package let outputs: [Output]

  private var statusPatterns: [LightStatus: Pattern]
  private var sequencer: Sequencer
  private var status: (shown: LightStatus, repetition: Repetition?)?
  private var statusDeadline: Instant?
  // The held outputs that are on.
  private var held: [String: HeldLight] = [:]
  private var heldDeadline: Instant?
  private var cue: CuePlayer
  private var cueDeadline: Instant?
  private var silence: Silence
  /// The signal whose remainder buzzers leave out, by its number among all that have begun.
  private var silenced = 0
  private var levels: [String: Level] = [:]

  /// Creates a panel whose outputs are all as their lines are requested: inactive, unless they end
  /// active.
  ///
  /// - Parameter offset: The seconds by which local clocks are ahead of UTC at a time.
  package init(_ settings: OutputSettings, offset: @escaping @Sendable (Timestamp) -> Int) {
    outputs = settings.list
    silence = Silence(settings.quiet, offset: offset)
    statusPatterns = settings.status
    cue = CuePlayer(settings.cue)
    sequencer = Sequencer(backlog: Self.backlog(settings), rest: settings.rest)
    for output in outputs where output.endsActive { levels[output.name] = .active() }
  }

  // MARK: State

  /// The numbers of the events whose signals have not ended yet, in ascending order.
  package var unsounded: [Int] { sequencer.unsounded }

  /// Whether too many signals were waiting and some of them still are.
  package var isBehind: Bool { sequencer.isBehind }

  /// The number of signals that wait.
  package var waiting: Int { sequencer.waitingCount }

  /// Whether no signal plays or waits.
  package var isIdle: Bool { sequencer.isIdle }

  /// The number of signals that have begun.
  package var begun: Int { sequencer.begun }

  /// The signal that plays.
  package var current: PlayedSignal? { sequencer.current }

  /// Whether the carrier has muted the buzzers.
  package func isMuted(at now: Instant) -> Bool { silence.isMuted(at: now) }

  /// The instant at which the mute ends; `nil` without a mute or when only `unmute` ends it.
  package var muteEnd: Instant? { silence.muteEnd }

  /// Whether these are quiet hours; at an unknown time of day, only if buzzers are always silent.
  package func isQuiet(at now: Instant) -> Bool { silence.isQuiet(at: now) }

  /// Whether anything depends on the time of day.
  @inline(__always) package var hasHours: Bool { silence.hasHours }

  /// The level of an output, for a line that has returned.
  package func level(of output: String) -> Level { levels[output] ?? .inactive }

  /// The instant at which something is due; `nil` when nothing is.
  package var deadline: Instant? {
    let shown = outputs.contains(where: showsStatusNow) ? statusDeadline : nil
    let lights = Instant.earliest(shown, heldDeadline)
    return .earliest(
      .earliest(sequencer.deadline, lights), .earliest(silence.deadline, cueDeadline))
  }

  // MARK: Changes

  /// Makes the changes that are due.
  package mutating func deadlineReached(at now: Instant) -> [Change] {
    sequencer.deadlineReached(at: now)
    return changes(at: now)
  }

  /// Plays a signal now, or as soon as the signals before it have ended.
  ///
  /// - Parameters:
  ///   - event: The number of the event that the signal announces.
  ///   - cause: What the signal is about, in words.
  package mutating func play(
    _ signal: Signal, event: Int? = nil, cause: String? = nil, at now: Instant
  ) -> [Change] {
    sequencer.play(signal, event: event, cause: cause, at: now)
    return changes(at: now)
  }

  /// A signal without what sounds in it.
  package func lights(of signal: Signal) -> Signal {
    let buzzers = Set(outputs.filter { $0.kind == .buzzer }.map(\.name))
    return Signal(
      name: signal.name, patterns: signal.patterns.filter { !buzzers.contains($0.key) })
  }

  /// Ends the signal that plays, since the carrier has understood it, and starts the next.
  ///
  /// - Parameter pressed: The instant of the press; a signal that began later plays on.
  package mutating func acknowledge(pressed: Instant, at now: Instant) -> [Change] {
    sequencer.acknowledge(pressed: pressed, at: now)
    return changes(at: now)
  }

  /// Repeats the signal of an alarm, unless the same signal plays or waits.
  package mutating func `repeat`(_ signal: Signal, cause: String, at now: Instant) -> [Change] {
    sequencer.repeat(signal, cause: cause, at: now)
    return changes(at: now)
  }

  /// Ends the repetitions of alarms that play or wait.
  package mutating func withdrawRepeats(at now: Instant) -> [Change] {
    sequencer.withdrawRepeats(at: now)
    return changes(at: now)
  }

  /// Drops the reminders that wait.
  package mutating func withdrawReminders() { sequencer.withdrawReminders() }

  /// Shows a status from now on.
  package mutating func show(_ new: LightStatus, at now: Instant) -> [Change] {
    guard new != status?.shown else { return [] }
    status = (new, statusPatterns[new].map { Repetition($0, from: now) })
    return changes(at: now)
  }

  /// Plays a cue from now on whenever no signal plays, or none.
  package mutating func play(_ sound: CueSound?, at now: Instant) -> [Change] {
    cue.show(sound, isPaused: !sequencer.isIdle, at: now)
    return changes(at: now)
  }

  /// Holds these outputs on from now on, each for a side of its regions, and the others off.
  package mutating func hold(_ sides: [String: RegionSide], at now: Instant) -> [Change] {
    for output in outputs where output.holds {
      let side = sides[output.name]
      guard side != held[output.name]?.side else { continue }
      held[output.name] = side.map { HeldLight($0, output, from: now) }
    }
    return changes(at: now)
  }

  /// Mutes the buzzers at once, until an instant or until `unmute`.
  package mutating func mute(until end: Instant? = nil, at now: Instant) -> [Change] {
    silence.mute(until: end)
    return changes(at: now)
  }

  /// Lets the buzzers sound again from the next signal on: half a signal means something else.
  package mutating func unmute(at now: Instant) -> [Change] {
    silence.unmute()
    return changes(at: now)
  }

  /// Sets the time of day, as a fix gives it.
  package mutating func set(_ clock: WallClock, at now: Instant) -> [Change] {
    silence.set(clock, at: now) ? changes(at: now) : []
  }

  /// Adopts the changeable part of reloaded settings.
  package mutating func adopt(_ settings: OutputSettings, at now: Instant) -> [Change] {
    sequencer.backlog = Self.backlog(settings)
    sequencer.rest = settings.rest
    statusPatterns = settings.status
    cue.adopt(settings.cue)
    silence.adopt(settings.quiet)
    guard let shown = status?.shown else { return changes(at: now) }
    status = nil
    return show(shown, at: now)
  }

  /// Ends all signals, the waiting ones too, the states that lights show, and any mute.
  package mutating func stop() -> [Change] {
    sequencer.stop()
    status = nil
    held = [:]
    for output in outputs where output.endsActive {
      held[output.name] = HeldLight(.inside, output, from: Instant(.zero))
    }
    cue.show(nil, isPaused: false, at: Instant(.zero))
    silence.reset()
    return changes(at: Instant(.zero))
  }

  // MARK: Levels

  /// Brings the outputs to the levels that they must have now, and returns the changes.
  private mutating func changes(at now: Instant) -> [Change] {
    let isSilent = silence.isSilent(at: now)
    if isSilent { silenced = sequencer.begun }
    cue.update(isPaused: !sequencer.isIdle, at: now)
    cueDeadline = nil
    let shown = status?.repetition?.level(at: now)
    statusDeadline = shown?.until
    heldDeadline = nil
    var changes: [Change] = []
    for output in outputs {
      let level =
        cueLevel(of: output, isSilent: isSilent, at: now)
        ?? dueLevel(of: output, status: shown?.level ?? .inactive, at: now)
      guard level != self.level(of: output.name) else { continue }
      levels[output.name] = level
      changes.append(Change(output: output.name, level: level))
    }
    return changes
  }

  /// The level that the cue gives an output; `nil` when it leaves the output alone.
  private mutating func cueLevel(of output: Output, isSilent: Bool, at now: Instant) -> Level? {
    guard output.kind != .buzzer || !isSilent,
      let (level, until) = cue.level(of: output.name, at: now)
    else { return nil }
    cueDeadline = .earliest(cueDeadline, until)
    return level.isActive && output.pwm == nil ? .active() : level
  }

  private mutating func dueLevel(of output: Output, status: Level, at now: Instant) -> Level {
    if let level = sequencer.level(of: output.name) {
      if output.kind == .buzzer, silenced == sequencer.begun { return .inactive }
      // Without a PWM channel, a change of pitch is not a change of level.
      return level.isActive && output.pwm == nil ? .active() : level
    }
    guard output.kind != .buzzer else { return .inactive }
    if output.showsStatus { return status.isActive ? .active() : .inactive }
    guard let shown = held[output.name]?.level(at: now) else { return .inactive }
    heldDeadline = .earliest(heldDeadline, shown.until)
    return shown.level.isActive ? .active() : .inactive
  }

  private func showsStatusNow(_ output: Output) -> Bool {
    output.showsStatus && sequencer.level(of: output.name) == nil
  }

  private static func backlog(_ settings: OutputSettings) -> Signal {
    settings.signals["backlog"] ?? Signal(name: "backlog", patterns: [:])
  }
}
