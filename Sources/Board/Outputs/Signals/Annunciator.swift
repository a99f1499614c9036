package import Base
package import Dispatch
package import Geofence

/// Plays signals and shows states on the outputs of a board, and reports presses of its button.
///
/// A line that cannot be set is reported; the others continue to play. Everything happens on one
/// queue, whose owner calls `deadlineReached(at:)` when `deadline` is reached.
package final class Annunciator: Sendable {
  /// A report to the owner of the queue.
  package enum Message: Sendable {
    /// An output or the button failed or works again, for the log and the journal.
    case changed(Reason, Log.Priority)
    /// An output was set to a level.
    case set(String, Level)
    /// The button was pressed.
    case pressed(Button.Press)
    /// The deadline may have changed.
    case deadlineMoved
  }

  private let queue: DispatchQueue

  /// What only the queue may reach.
  private struct State {
    var receive: @Sendable (Message) -> Void = { _ in }
    var panel: Panel
    // Stored, because it is read at each fix.
    var panelDeadline: Instant?
    var signals: [String: Signal]
    var lines: (any OutputLines)?
    var faulty: Set<String> = []
    var wasBehind = false
    var shown = 0

    /// Sets the time of day, and returns the changes; `nil` without quiet hours.
    mutating func set(_ clock: WallClock, at now: Instant) -> [Panel.Change]? {
      let changes = panel.set(clock, at: now)
      return panel.hasHours ? changes : nil
    }

    /// The signal of this name, or only its lights.
    func signal(_ name: String, isMuted: Bool) -> Signal? {
      let signal = signals[name]
      return isMuted ? signal.map { panel.lights(of: $0) } : signal
    }

    /// Whether buzzers are silent and signals wait.
    func hearing(at now: Instant) -> Hearing {
      var hearing = Hearing()
      hearing.isMuted = panel.isMuted(at: now)
      if hearing.isMuted { hearing.muteLeft = panel.muteEnd.map(now.duration(to:)) }
      hearing.isQuiet = panel.isQuiet(at: now)
      hearing.waiting = panel.waiting
      return hearing
    }

    /// Notes when the panel is due after a change, and shows the signal that has begun with it.
    mutating func panelChanged(at now: Instant) {
      panelDeadline = panel.deadline
      guard panel.begun != shown else { return }
      shown = panel.begun
      guard let signal = panel.current else { return }
      lines?.show(signal, isSilent: panel.isMuted(at: now) || panel.isQuiet(at: now))
    }

    /// The message that signals have begun to fall behind, or have caught up.
    mutating func backlog() -> Message? {
      guard panel.isBehind != wasBehind else { return nil }
      wasBehind = panel.isBehind
      let most = Reason.Value.count(Sequencer.mostWaiting)
      return wasBehind
        ? .changed(Reason("output.behind", ["most": most]), .warning)
        : .changed(Reason("output.caughtUp"), .notice)
    }
  }

  private let confined: Confined<State>

  /// Creates an annunciator whose outputs are all inactive.
  ///
  /// - Parameters:
  ///   - lines: The outputs.
  ///   - queue: The queue on which everything happens.
  package init(_ settings: OutputSettings, lines: sending any OutputLines, queue: DispatchQueue) {
    self.queue = queue
    confined = Confined(
      State(
        panel: Panel(settings, offset: LocalTime.offset), signals: settings.signals, lines: lines),
      on: queue)
  }

  /// Starts to watch the lines.
  ///
  /// - Parameter receive: Called on the queue with every message.
  package func start(_ receive: @escaping @Sendable (Message) -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    confined.value.receive = receive
    confined.value.lines?.watch(on: queue) { [self] message in handle(message) }
  }

  /// The instant at which something is due.
  package var deadline: Instant? {
    .earliest(confined.value.panelDeadline, confined.value.lines?.deadline)
  }

  /// The numbers of the events whose signals have not ended yet.
  package var unsounded: [Int] { confined.value.panel.unsounded }

  /// What the carrier can hear now.
  package var hearing: Hearing { confined.value.hearing(at: MonotonicClock.now) }

  /// Whether an output sounds or is lit, and whether its line cannot be set.
  package func state(of output: String) -> (isActive: Bool, isFaulty: Bool) {
    (confined.value.panel.level(of: output).isActive, confined.value.faulty.contains(output))
  }

  // MARK: Changes

  /// Mutes the buzzers for a duration, or until `unmute`.
  package func mute(for duration: Duration?) {
    dispatchPrecondition(condition: .onQueue(queue))
    change { panel, now in panel.mute(until: duration.map { now.advanced(by: $0) }, at: now) }
  }

  /// Lets the buzzers sound again.
  package func unmute() {
    dispatchPrecondition(condition: .onQueue(queue))
    change { $0.unmute(at: $1) }
  }

  /// Makes the changes that are due.
  package func deadlineReached(at now: Instant) {
    dispatchPrecondition(condition: .onQueue(queue))
    apply(confined.value.panel.deadlineReached(at: now), at: now)
    confined.value.lines?.deadlineReached(at: now)
    reportBacklog()
  }

  /// Plays the signal of this name, if there is one, as soon as its turn comes.
  ///
  /// - Parameters:
  ///   - event: The number of the event that the signal announces.
  ///   - cause: What the signal is about, in words.
  ///   - isMuted: Whether only its lights play.
  package func play(
    _ name: String, event: Int? = nil, cause: String? = nil, isMuted: Bool = false
  ) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let signal = confined.value.signal(name, isMuted: isMuted) else { return }
    play(signal, event: event, cause: cause)
  }

  /// Plays a signal as soon as its turn comes.
  package func play(_ signal: Signal, event: Int? = nil, cause: String? = nil) {
    dispatchPrecondition(condition: .onQueue(queue))
    // Timed from now, not from the fix: after a stall the first step would be too short.
    change { $0.play(signal, event: event, cause: cause, at: $1) }
    reportBacklog()
  }

  /// Repeats the signal of this name for an alarm, unless it plays or waits.
  package func `repeat`(_ name: String, cause: String, isMuted: Bool = false) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let signal = confined.value.signal(name, isMuted: isMuted) else { return }
    change { $0.repeat(signal, cause: cause, at: $1) }
  }

  /// Ends the repetitions of alarms that play or wait.
  package func withdrawRepeats() {
    dispatchPrecondition(condition: .onQueue(queue))
    change { $0.withdrawRepeats(at: $1) }
  }

  /// Drops the reminders that wait.
  package func withdrawReminders() {
    dispatchPrecondition(condition: .onQueue(queue))
    confined.value.panel.withdrawReminders()
  }

  /// Shows how well fixes are received.
  package func show(_ status: LightStatus) {
    dispatchPrecondition(condition: .onQueue(queue))
    change { $0.show(status, at: $1) }
  }

  /// Holds these outputs on, each for a side of its regions, and the others off.
  package func hold(_ sides: [String: RegionSide]) {
    dispatchPrecondition(condition: .onQueue(queue))
    change { $0.hold(sides, at: $1) }
  }

  /// Plays a cue from now on whenever no signal plays, or none.
  package func play(_ cue: CueSound?) {
    dispatchPrecondition(condition: .onQueue(queue))
    change { $0.play(cue, at: $1) }
  }

  /// Ends the signal that played when the button was pressed.
  package func acknowledge(pressed: Instant) {
    dispatchPrecondition(condition: .onQueue(queue))
    change { $0.acknowledge(pressed: pressed, at: $1) }
  }

  /// Sets the time of day, by which quiet hours begin and end.
  package func set(_ clock: WallClock, at now: Instant) {
    // Without quiet hours nothing changes, and this method is called at each fix.
    if let changes = confined.value.set(clock, at: now) { apply(changes, at: now) }
  }

  /// Adopts the changeable part of reloaded settings.
  package func adopt(_ settings: OutputSettings) {
    dispatchPrecondition(condition: .onQueue(queue))
    confined.value.signals = settings.signals
    change { $0.adopt(settings, at: $1) }
  }

  /// Makes every output inactive and releases it.
  package func stop() {
    dispatchPrecondition(condition: .onQueue(queue))
    change { panel, _ in panel.stop() }
    confined.value.lines = nil
  }

  // MARK: Lines

  /// Changes the panel at the present instant, which is read once.
  private func change(_ change: (inout Panel, Instant) -> [Panel.Change]) {
    let now = MonotonicClock.now
    apply(change(&confined.value.panel, now), at: now)
  }

  private func apply(_ changes: [Panel.Change], at now: Instant) {
    confined.value.panelChanged(at: now)
    for change in changes { set(change.output, to: change.level) }
  }

  private func set(_ output: String, to level: Level) {
    do {
      try confined.value.lines?.set(output, to: level)
      confined.value.receive(.set(output, level))
      reportRecovery(of: output)
    } catch {
      reportFault(of: output, "\(error)")
    }
  }

  private func handle(_ message: LineMessage) {
    dispatchPrecondition(condition: .onQueue(queue))
    switch message {
    case .lost(let output, let reason): reportFault(of: output, reason)
    case .returned(let output):
      reportRecovery(of: output)
      set(output, to: confined.value.panel.level(of: output))
    case .buttonLost(let reason): reportFault(of: "button", reason)
    case .buttonReturned: reportRecovery(of: "button")
    case .pressed(let press): confined.value.receive(.pressed(press))
    case .deadlineMoved: confined.value.receive(.deadlineMoved)
    }
  }

  private func reportFault(of name: String, _ reason: String) {
    guard confined.value.faulty.insert(name).inserted else { return }
    let values: [String: Reason.Value] = ["name": .text(name), "reason": .text(reason)]
    confined.value.receive(.changed(Reason("output.failed", values), .error))
    // The outputs that still work play the signal.
    play("fault")
  }

  private func reportRecovery(of name: String) {
    guard confined.value.faulty.remove(name) != nil else { return }
    confined.value.receive(.changed(Reason("output.works", ["name": .text(name)]), .notice))
  }

  private func reportBacklog() {
    if let message = confined.value.backlog() { confined.value.receive(message) }
  }
}

extension Annunciator {
  /// Whether buzzers are silent, and the number of signals that wait to be played.
  package struct Hearing: Sendable {
    /// Whether the carrier has muted the buzzers.
    package var isMuted = false
    /// The time left of the mute; `nil` without a mute or when only `unmute` ends it.
    package var muteLeft: Duration?
    /// Whether these are quiet hours.
    package var isQuiet = false
    /// The number of signals that wait to be played.
    package var waiting = 0

    /// Whether the buzzers are silent now.
    package var isSilent: Bool { isMuted || isQuiet }
  }
}
