package import Dispatch
package import Geofence
internal import Notation
internal import System

/// Plays signals and shows states on the outputs of a board, and hears its button.
///
/// A line that cannot be set is told and stops nothing. Everything happens on
/// the queue of its owner, who calls `deadlineReached(at:)` when `deadline` has come.
package final class Annunciator: Sendable {
  /// What it has to say.
  package enum Message: Sendable {
    /// An output or the button failed or works again: a text for the journal.
    case changed(String)
    /// An output took a level.
    case set(String, Level)
    /// The button was pressed.
    case pressed(Button.Press)
    /// The deadline may be another one now.
    case deadlineMoved
  }

  private let queue: DispatchQueue

  /// - Important: Must only be accessed on `queue`, as all that follows.
  private nonisolated(unsafe) var receive: @Sendable (Message) -> Void = { _ in }
  private nonisolated(unsafe) var panel: Panel
  // Kept, since it is asked for at each fix.
  private nonisolated(unsafe) var panelDeadline: Instant?
  private nonisolated(unsafe) var signals: [String: Signal]
  private nonisolated(unsafe) var lines: (any OutputLines)?
  // The same, when they are those of a board.
  private nonisolated(unsafe) var board: BoardLines?
  private nonisolated(unsafe) var faulty: Set<String> = []
  private nonisolated(unsafe) var wasBehind = false

  /// Creates one whose outputs are all inactive.
  ///
  /// - Parameters:
  ///   - lines: The outputs.
  ///   - queue: The queue on which everything happens.
  package init(_ settings: OutputSettings, lines: sending any OutputLines, queue: DispatchQueue) {
    self.queue = queue
    self.lines = lines
    board = lines as? BoardLines
    panel = Panel(settings, offset: LocalTime.offset)
    signals = settings.signals
  }

  /// Starts to watch the lines.
  ///
  /// - Parameter receive: Called on the queue with every message.
  package func start(_ receive: @escaping @Sendable (Message) -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    self.receive = receive
    board?.watch(
      on: queue, { [self] change in self.take(change) },
      pressed: { [receive] press in receive(.pressed(press)) },
      deadlineMoved: { [receive] in receive(.deadlineMoved) })
  }

  /// When something is due.
  package var deadline: Instant? {
    .earliest(panelDeadline, board?.deadline)
  }

  /// The numbers of the events whose signals have not ended yet.
  package var unsounded: [Int] { panel.unsounded }

  /// How many signals wait to be played.
  package var waiting: Int { panel.waiting }

  /// How the outputs stand.
  package var overview: Overview {
    let now = MonotonicClock.now
    let isMuted = panel.isMuted(at: now)
    return Overview(
      outputs: panel.outputs.map { output in
        Overview.OutputState(
          name: output.name, kind: output.kind, isActive: panel.level(of: output.name).isActive,
          isFaulty: faulty.contains(output.name))
      }, isMuted: isMuted, muteLeft: isMuted ? panel.muteEnd.map { now.duration(to: $0) } : nil,
      isQuiet: panel.isQuiet(at: now))
  }

  // MARK: What happens

  /// Mutes the buzzers for so long, or until `unmute`.
  package func mute(for duration: Duration?) {
    dispatchPrecondition(condition: .onQueue(queue))
    let now = MonotonicClock.now
    apply(panel.mute(until: duration.map { now.advanced(by: $0) }, at: now))
  }

  /// Lets the buzzers sound again.
  package func unmute() {
    dispatchPrecondition(condition: .onQueue(queue))
    apply(panel.unmute(at: MonotonicClock.now))
  }

  /// Makes what is due.
  package func deadlineReached(at now: Instant) {
    dispatchPrecondition(condition: .onQueue(queue))
    apply(panel.deadlineReached(at: now))
    board?.deadlineReached(at: now)
    tellBacklog()
  }

  /// Plays a signal, if there is one of this name, as soon as its turn comes.
  ///
  /// - Parameter event: The number of the event that it tells.
  package func play(_ name: String, event: Int? = nil, at now: Instant = MonotonicClock.now) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let signal = signals[name] else { return }
    play(signal, event: event, at: now)
  }

  /// Plays a signal of any kind as soon as its turn comes.
  package func play(_ signal: Signal, event: Int? = nil, at now: Instant = MonotonicClock.now) {
    dispatchPrecondition(condition: .onQueue(queue))
    apply(panel.play(signal, event: event, at: now))
    tellBacklog()
  }

  /// Shows how well fixes are received, and where the carrier is.
  ///
  /// - Parameter classes: The class of each region that the carrier is inside of.
  package func show(_ status: Status, insideOf classes: [String?]) {
    dispatchPrecondition(condition: .onQueue(queue))
    let now = MonotonicClock.now
    apply(panel.show(status, at: now))
    apply(panel.hold(insideOf: classes, at: now))
  }

  /// Ends the signal that played when the button was pressed: the carrier has understood.
  package func acknowledge(pressed: Instant) {
    dispatchPrecondition(condition: .onQueue(queue))
    apply(panel.acknowledge(pressed: pressed, at: MonotonicClock.now))
  }

  /// Takes the time of day from a fix, for the quiet hours.
  package func set(_ clock: WallClock, at now: Instant) {
    dispatchPrecondition(condition: .onQueue(queue))
    let changes = panel.set(clock, at: now)
    // Else nothing of it follows, and fixes are many.
    if panel.hasHours { apply(changes) }
  }

  /// Takes from settings that were read again what may change.
  package func take(_ settings: OutputSettings) {
    dispatchPrecondition(condition: .onQueue(queue))
    signals = settings.signals
    apply(panel.take(settings, at: MonotonicClock.now))
  }

  /// Makes every output inactive and lets it go.
  package func stop() {
    dispatchPrecondition(condition: .onQueue(queue))
    apply(panel.stop())
    lines = nil
    board = nil
  }

  // MARK: Lines

  private func apply(_ changes: [Panel.Change]) {
    panelDeadline = panel.deadline
    for change in changes { set(change.output, to: change.level) }
  }

  private func set(_ output: String, to level: Level) {
    do {
      try lines?.set(output, to: level)
      receive(.set(output, level))
      works(output)
    } catch {
      fails(output, "\(error)")
    }
  }

  private func take(_ change: LineChange) {
    switch change {
    case .lost(let output, let reason): fails(output, reason)
    case .returned(let output):
      works(output)
      set(output, to: panel.level(of: output))
    case .buttonLost(let reason): fails("button", reason)
    case .buttonReturned: works("button")
    }
  }

  private func fails(_ name: String, _ reason: String) {
    guard faulty.insert(name).inserted else { return }
    Log.write(.error, "\(name): \(reason)")
    receive(.changed("\(name): \(reason)"))
    // On what is left of the outputs.
    play("fault")
  }

  private func works(_ name: String) {
    guard faulty.remove(name) != nil else { return }
    Log.write(.notice, "\(name) works again")
    receive(.changed("\(name) works again"))
  }

  private func tellBacklog() {
    guard panel.isBehind != wasBehind else { return }
    wasBehind = panel.isBehind
    let text =
      wasBehind ? "signals wait: more than 8 are not played yet" : "no signal waits any more"
    Log.write(wasBehind ? .warning : .notice, text)
    receive(.changed(text))
  }
}
