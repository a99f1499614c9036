internal import Base
internal import Board
internal import Geofence
internal import Records

/// What follows from the findings of the monitor: signals, reminders, alarms, cues and held outputs.
///
/// Each of its parts owns its state; this decides their order. It is lent the receiver's side, which
/// cannot be copied: a copy of the monitor would cost as much as a fix.
struct Reactions: Sendable {
  /// The reminders of a carrier on the wrong side of a border.
  private(set) var reminders: Reminders

  /// The alarms of regions that latch.
  private(set) var alarms: Alarms

  /// The outputs that the carrier's side of the regions holds on.
  private(set) var held: Holding

  /// What guides the carrier by ear between signals.
  private(set) var guidance = Guidance()

  // The regions whose states may no longer hold, as they were noted last.
  private var unsure: [String] = []

  /// Continues from a state.
  init(_ regions: [Region], _ outputs: [Output], _ state: SavedState, at counted: Instant) {
    reminders = Reminders(regions, earlier: state.reminders)
    alarms = Alarms(regions, earlier: state.alarms, at: counted)
    held = Holding(outputs, on: state.held)
  }

  // MARK: Time

  /// The counted instant at which something is due besides the reminders.
  var deadline: Instant? { .earliest(held.deadline, alarms.deadline) }

  /// Does what is due without a finding; after most fixes that is nothing.
  mutating func proceed(_ receiving: borrowing Receiving, _ turn: inout Turn) {
    if held.isUsed, held.isOutdated(receiving.monitor) {
      hold(receiving, &turn)
    }
    if let due = deadline, due <= turn.present.counted {
      held.deadlineReached(&turn)
      alarms.sound(receiving.monitor, &turn)
    }
    guard let finder = guidance.finder else { return }
    if finder.end <= turn.now {
      guidance.stopLooking(receiving.monitor, &turn)
    } else {
      guidance.find(receiving.monitor, &turn)
    }
  }

  // MARK: Findings

  /// Reacts to the findings by an instant.
  ///
  /// - Parameters:
  ///   - everywhere: Whether states may have changed without a finding.
  ///   - isTimed: Whether no fix led to them, but the time: a replay has to know the instant.
  mutating func apply(
    _ findings: [Finding], by instant: Instant, everywhere: Bool = false, isTimed: Bool = false,
    _ receiving: borrowing Receiving, _ turn: inout Turn
  ) {
    let due = dueReminders(findings, by: instant, everywhere: everywhere, receiving, &turn)
    if isTimed, !findings.isEmpty || !due.isEmpty { turn.append(.record(.due(instant))) }
    turn.signal(due, receiving.monitor)
    guard !findings.isEmpty else { return }
    turn.logDetermined(findings)
    for finding in findings {
      apply(finding, of: findings, receiving.monitor, &turn)
    }
    // A cue changes no state: it is not worth a write to the card.
    guard findings.contains(where: { !$0.isCue }) else { return }
    // Nor is sight that comes and goes all day: the state is written every ten minutes anyway.
    let isSight = findings.allSatisfy { $0.isCue || $0.isSight }
    if !isSight || !turn.isWaiting(.sight) { turn.save() }
    show(receiving, &turn)
  }

  private mutating func apply(
    _ finding: Finding, of findings: [Finding], _ monitor: RegionMonitor,
    _ turn: inout Turn
  ) {
    switch finding {
    case .event(let event):
      turn.signal(event, monitor.watching[event.region])
      alarms.note(event, &turn)
      turn.append(.recordEvent(event))
    case .determined, .noted: break
    case .expired(let region):
      turn.append(.log(.notice, "\(region): expired, no longer watched"))
      turn.note(.expired, Reason(verbatim: region))
    case .resumed(let region):
      turn.append(
        .log(.notice, "\(region): watched again; the receiver has corrected its date"))
      turn.note(.resumed, Reason(verbatim: region))
    case .blind(let since):
      turn.signalBlind(since: since)
      alarms.becomeBlind(since: monitor.patience, at: turn.present.counted)
    case .sighted(let time, let unseen):
      turn.signalSighted(time, unseen: unseen)
      if alarms.becomeSighted(), !alarms.areOn { turn.append(.withdrawRepeats) }
    case .cue(let cue, _):
      guidance.apply(cue, with: findings, monitor, &turn)
    }
  }

  /// The reminders that are due by an instant; most fixes have none.
  private mutating func dueReminders(
    _ findings: [Finding], by instant: Instant, everywhere: Bool,
    _ receiving: borrowing Receiving, _ turn: inout Turn
  ) -> [Reminder] {
    guard reminders.isUsed else { return [] }
    let nextHoursChange = receiving.monitor.nextHoursChange
    guard
      !findings.isEmpty || everywhere
        || reminders.isDue(at: instant, nextHoursChange: nextHoursChange)
    else { return [] }
    let before = reminders.count
    let due = reminders.advance(
      findings, to: instant, receiving.monitor, everywhere: everywhere)
    if reminders.count < before, !reminders.areRunning { turn.append(.withdrawReminders) }
    return due
  }

  // MARK: States

  /// Shows the reception and the states, and holds the outputs.
  mutating func show(_ receiving: borrowing Receiving, _ turn: inout Turn) {
    let (reception, inside) = (receiving.path.reception, receiving.monitor.inside)
    let unsure = receiving.monitor.unsure
    let status = LightStatus(
      reception, isBlind: receiving.monitor.blindSince != nil, isUnsure: !unsure.isEmpty,
      isInside: !inside.isEmpty)
    let doubt = unsure.isEmpty ? "" : "; unsure \(unsure.named())"
    turn.append(
      .show(
        status,
        text: "\(reception.said.text); inside \(inside.isEmpty ? "none" : inside.named())\(doubt)"))
    hold(receiving, &turn)
  }

  /// Notes which states may no longer hold after a fix, and shows them.
  mutating func noteDoubts(_ receiving: borrowing Receiving, _ turn: inout Turn) {
    let found = receiving.monitor.unsure
    guard found != unsure else { return }
    unsure = found
    let reason =
      found.isEmpty
      ? Reason("doubt.none")
      : Reason("doubt.some", ["names": .names(found), "count": .count(found.count)])
    turn.note(
      found.isEmpty ? .sure : .unsure, reason, regions: Array(found.prefix(Self.mostNamed)),
      about: .doubt)
    show(receiving, &turn)
  }

  /// The most regions that a note names.
  private static var mostNamed: Int { 20 }

  /// Holds the outputs as the present sides demand.
  mutating func hold(_ receiving: borrowing Receiving, _ turn: inout Turn) {
    held.update(receiving.monitor, alarms, &turn)
  }

  /// Watches other regions from now on; afterwards the placement holds those that were watched.
  mutating func watch(
    _ placement: inout RegionMonitor.Placement, _ receiving: inout Receiving,
    _ turn: inout Turn
  ) {
    receiving.watch(&placement, at: turn.present)
    guidance.watch(receiving.monitor, &turn)
    turn.append(.recordRegions(at: turn.present.instant))
    let wereOn = alarms.areOn
    alarms.watch(receiving.monitor.placed)
    if wereOn, !alarms.areOn { turn.append(.withdrawRepeats) }
    reminders.watch(receiving.monitor.placed, receiving.monitor, at: turn.present.instant)
    apply([], by: turn.present.instant, everywhere: true, receiving, &turn)
  }

  // MARK: The carrier

  /// Ends the running reminders and alarms of all regions or of one: the carrier has acknowledged
  /// them.
  ///
  /// - Parameters:
  ///   - cause: What ended them, for the journal.
  ///   - pressed: The time at which the button was pressed; what began later goes on.
  ///   - endsAlarms: Whether alarms end, too, which a mute does not do.
  /// - Returns: The regions whose reminders or alarms ended.
  @discardableResult
  mutating func acknowledge(
    of region: String? = nil, by cause: Acknowledgement, pressed: Present? = nil,
    endsAlarms: Bool = true,
    _ receiving: borrowing Receiving, _ turn: inout Turn
  ) -> [String] {
    let reminded = reminders.acknowledge(region, pressed: pressed?.instant)
    let alarmed =
      endsAlarms && alarms.areOn
      ? alarms.acknowledge(region, pressed: pressed?.counted) : (regions: [], isBlind: false)
    if !alarmed.regions.isEmpty || alarmed.isBlind {
      if !alarms.areOn { turn.append(.withdrawRepeats) }
      hold(receiving, &turn)
    }
    let regions = Set(reminded + alarmed.regions).sorted()
    guard !regions.isEmpty || alarmed.isBlind else { return [] }
    if !reminded.isEmpty, !reminders.areRunning { turn.append(.withdrawReminders) }
    let ended = regions + (alarmed.isBlind ? ["blind"] : [])
    let reason = Reason("ended.\(cause.rawValue)", ["names": .names(ended)])
    turn.note(.acknowledged, reason)
    turn.append(.record(.acknowledged(regions)))
    turn.append(.announce(.notice, "acknowledged: \(reason.text)"))
    turn.save()
    return ended
  }

  /// Looks for a border by ear until an instant; ends that without one.
  mutating func look(
    for region: String?, until end: Instant, _ receiving: borrowing Receiving,
    _ turn: inout Turn
  ) {
    guard let region else { return guidance.stopLooking(receiving.monitor, &turn) }
    guidance.look(for: region, until: end)
    guidance.find(receiving.monitor, &turn)
  }
}

extension Finding {
  fileprivate var isCue: Bool { if case .cue = self { true } else { false } }

  fileprivate var isSight: Bool {
    switch self {
    case .blind, .sighted: true
    default: false
    }
  }
}

/// What ends reminders and alarms.
enum Acknowledgement: String, CaseIterable, Sendable {
  case command
  case button
  case muted
}
