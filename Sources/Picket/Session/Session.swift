internal import Base
internal import Board
internal import Geofence
internal import Records
internal import RegionFiles

/// The decisions of a run: reports, presses, requests, settings and deadlines in, directives and
/// the next deadline out.
///
/// It is given the time with every call, by the monotonic clock, and touches no file, no output
/// and no queue. After each call its owner takes the directives of the turn and carries them out in
/// their order, and calls `deadlineReached(at:)` at `deadline`.
struct Session: ~Copyable {
  /// The configuration at the start; settings that a reload can change are in `files`.
  let configuration: Configuration

  /// The time at which the session began.
  let started: Instant

  /// From gpsd to the findings of the monitor.
  private(set) var receiving: Receiving

  /// What follows from them.
  private(set) var reactions: Reactions

  /// The anchors that are dropped.
  private(set) var anchors: AnchorWatch

  /// What was read from the files last.
  private(set) var files: FilesInUse

  /// The present call, whose directives the owner takes.
  var turn: Turn

  // The events whose signals may not have sounded before a crash.
  private var unsounded: [(event: Int, region: String?)]

  /// Creates a session that continues from a state.
  ///
  /// - Parameters:
  ///   - state: The state at the end of the last session.
  ///   - pace: The pace of the clock: on the bench, faster than real time.
  ///   - names: The paths of the receiver; without them, no link to it is followed.
  init(
    _ settings: Settings, state: SavedState, pace: Pace, names: DeviceNames? = nil, at now: Instant
  ) {
    configuration = settings.configuration
    started = now
    files = FilesInUse(settings)
    let taken = Set(settings.regions.map(\.id))
    anchors = AnchorWatch(state.anchors.filter { !taken.contains($0.id) }, configuration.regions)
    // Without an anchor the regions are not copied: there may be very many.
    var regions = settings.regions
    if !anchors.dropped.isEmpty { regions += anchors.regions }
    let counted = pace.counted(now)
    let monitor = RegionMonitor(
      regions: regions, blindLimit: configuration.blind.limit, memory: state.memory,
      start: counted)
    receiving = Receiving(monitor, device: configuration.gpsd.device, names: names, pace)
    reactions = Reactions(regions, configuration.outputs.list, state, at: counted)
    turn = Turn(receiving.present(at: now))
    unsounded = state.unsounded.map { ($0, state.unsoundedRegions[$0]) }
  }

  /// The monitor of the regions; it is lent, since a copy would cost as much as a fix.
  var monitor: RegionMonitor { _read { yield receiving.path.decider } }

  /// The state to save, without the events that have not sounded.
  var state: SavedState {
    SavedState(
      memory: monitor.memory, reminders: reactions.reminders.saved(monitor.lastFix),
      held: reactions.held.on, alarms: reactions.alarms.saved, anchors: anchors.dropped)
  }

  /// The present by each clock.
  func present(at now: Instant) -> Present { receiving.present(at: now) }

  /// Begins a call: what follows happens now.
  mutating func begin(at now: Instant) { turn.begin(present(at: now)) }

  /// Shows the reception and the states, and holds the outputs.
  mutating func show(at now: Instant) {
    begin(at: now)
    show()
  }

  private mutating func show() { reactions.show(receiving, &turn) }

  // MARK: Start and end

  /// Begins the session.
  mutating func start(at now: Instant) {
    begin(at: now)
    turn.log(.start, Reason(verbatim: "\(watching); inside when last seen: \(inside)"))
    // Before any signal, since a line may have been requested at another level.
    reactions.hold(receiving, &turn)
    if reactions.held.isUsed { turn.append(.hold(reactions.held.sides)) }
    turn.append(.play("ready"))
    guard !unsounded.isEmpty else { return }
    turn.log(
      .unsounded,
      Reason(
        verbatim:
          "the signals of events \(unsounded.map(\.event).rangesText(most: 20)) may not have "
          + "sounded before the restart"), .warning)
    if configuration.state.unsounded == .again {
      for (number, region) in unsounded {
        let isMuted = region.map { monitor.isMuted($0) } ?? false
        turn.append(
          .play("again", event: number, cause: "event \(number) again", isMuted: isMuted))
      }
    }
    unsounded = []
    turn.save()
  }

  /// Ends the session.
  mutating func stop(at now: Instant) {
    begin(at: now)
    turn.note(.stop, Reason(verbatim: "ended by a signal; inside: \(inside)"))
  }

  private var inside: String { monitor.inside.isEmpty ? "none" : monitor.inside.named() }

  private var watching: String {
    let part = files.fleet.map { ", \($0.count) of them by \($0.version.words)" } ?? ""
    return "watching \(monitor.watching.count.counted("region"))\(part)"
  }

  // MARK: Fixes and deadlines

  /// Receives the input from gpsd's connection.
  ///
  /// - Parameter now: The time of its arrival.
  /// - Returns: Whether the deadline may have changed.
  mutating func receive(_ message: GPSDClient.Message, at now: Instant) -> Bool {
    let before = receiving.path.reception
    switch receiving.receive(message, &turn, at: now) {
    case .none: return false
    case .other: break
    case .fix(let findings): apply(findings)
    }
    guard receiving.path.reception != before else { return true }
    turn.note(receiving.path.reception)
    show()
    return true
  }

  private mutating func apply(_ findings: [Finding]) {
    guard let fix = receiving.judge(findings, &turn) else { return }
    reactions.apply(findings, by: fix.by, everywhere: fix.everywhere, receiving, &turn)
    reactions.noteDoubts(receiving, &turn)
    reactions.proceed(receiving, &turn)
  }

  /// Keeps the fix of the last report for answers.
  ///
  /// The owner calls it once for each report, after it has carried out the directives: no line should
  /// wait for it.
  mutating func keepForAnswers() { receiving.keepForAnswers(&anchors) }

  /// The time at which `deadlineReached(at:)` is to be called, unless another call comes first.
  var deadline: Instant? {
    let counted = reactions.deadline.map { receiving.pace.actual($0) }
    let others = Instant.earliest(reactions.guidance.finder?.end, turn.deadline)
    return .earliest(.earliest(receiving.due(reactions.reminders.deadline), counted), others)
  }

  /// Applies the deadlines that have passed, without a new fix.
  mutating func deadlineReached(at now: Instant) {
    begin(at: now)
    let instant = turn.present.instant.advanced(by: .zero - receiving.pace.transit)
    let findings = receiving.deadlineReached(at: instant)
    reactions.apply(findings, by: instant, isTimed: true, receiving, &turn)
    reactions.proceed(receiving, &turn)
    turn.deadlineReached()
  }

  // MARK: The carrier

  /// Handles a press of the button.
  mutating func press(_ press: Button.Press, at now: Instant) {
    begin(at: now)
    switch press.length {
    case .short:
      turn.append(.acknowledge(pressed: press.start))
      acknowledge(by: .button, pressed: press.start)
      acknowledgeCue()
    case .double:
      if let id = configuration.outputs.button?.doubleDrops { toggleAnchor(id) }
    case .long: mark(WordlessMark.button.rawValue, at: press.start)
    case .veryLong:
      for name in Readout.signals(of: monitor.states) { turn.append(.play(name)) }
    }
  }

  /// Ends the running reminders and alarms of all regions or of one: see `Reactions`.
  @discardableResult
  mutating func acknowledge(
    of region: String? = nil, by cause: Acknowledgement, pressed: Instant? = nil,
    endsAlarms: Bool = true
  ) -> [String] {
    reactions.acknowledge(
      of: region, by: cause, pressed: pressed.map { present(at: $0) }, endsAlarms: endsAlarms,
      receiving, &turn)
  }

  /// Silences the approach cue until the carrier has turned back.
  private mutating func acknowledgeCue() {
    let findings = receiving.acknowledgeCue(at: turn.present)
    guard !findings.isEmpty else { return }
    // A replay must do the same at the same instant.
    turn.append(.record(.cueAcknowledged(turn.present.instant)))
    reactions.apply(findings, by: turn.present.instant, receiving, &turn)
  }

  /// Writes the carrier's position at an instant down.
  mutating func mark(_ text: String, at instant: Instant) {
    turn.mark(text, monitor.lastFix, at: instant)
  }

  /// Sounds the distance to the border of a region until an instant; ends that without one.
  mutating func look(for region: String?, until end: Instant) {
    reactions.look(for: region, until: end, receiving, &turn)
  }

  /// Begins the course anew; returns the number of regions that had reported.
  mutating func resetCourse() -> Int {
    let count = receiving.resetCourse()
    // A replay must do the same at the same instant.
    turn.append(.record(.courseReset(turn.present.instant)))
    // The state first: with the note alone, a power cut would bring the old course back.
    turn.save()
    turn.announce(.course, Reason("course.begun", ["count": .count(count)]))
    return count
  }

  // MARK: Anchors

  /// Drops an anchor here; returns it, and the number of fixes whose mean it is.
  mutating func drop(
    _ id: String, _ swing: AnchorWatch.Swing
  ) throws(Refusal) -> (Anchor, fixes: Int) {
    let dropped = try anchors.drop(id, swing, receiving, at: turn.present)
    watchAnchors(dropped.note)
    return (dropped.anchor, dropped.fixes)
  }

  /// Lifts an anchor.
  mutating func lift(_ id: String) throws(Refusal) {
    watchAnchors(lifted: [id], try anchors.lift(id, monitor.lastFix, at: turn.present))
  }

  /// Changes the radius of an anchor, and returns the anchor.
  mutating func resize(_ id: String, to radius: Double) throws(Refusal) -> Anchor {
    let resized = try anchors.resize(
      id, to: radius, sigma: monitor.estimate?.sigma ?? 0, at: turn.present)
    watchAnchors(resized.note)
    return resized.anchor
  }

  /// Watches the anchors besides the regions of the files, and confirms their change.
  private mutating func watchAnchors(lifted: Set<String> = [], _ note: Note) {
    var placement = anchors.placement(beside: monitor.placed, lifted: lifted)
    reactions.watch(&placement, &receiving, &turn)
    turn.confirm(note)
    show()
  }

  /// Drops an anchor, or lifts it if it is dropped: the carrier has pressed the button twice.
  private mutating func toggleAnchor(_ id: String) {
    do throws(Refusal) {
      if anchors.has(id) { try lift(id) } else { _ = try drop(id, .radius(Anchor.usualRadius)) }
    } catch {
      // A carrier at the button has no other answer.
      turn.append(.play("fault"))
      let values: [String: Reason.Value] = ["region": .text(id), "reason": .reason(error.said)]
      turn.announce(.anchor, Reason("anchor.refused", values), .warning)
    }
  }

  // MARK: Files

  /// Uses the files from now on, or keeps the running settings if the files have errors.
  ///
  /// - Parameter read: The files; afterwards this holds the regions that were watched before.
  mutating func adopt(_ read: ReloadedFiles, at now: Instant) {
    begin(at: now)
    switch read.result {
    case .success(let contents):
      turn.append(.logProblems(contents.warnings))
      // Unchanged files need no note: the journal has limited room.
      let areOthers = !monitor.watches(read.placement)
      if areOthers { reactions.watch(&read.placement, &receiving, &turn) }
      let isChanged = files.adopt(contents) || areOthers
      turn.use(contents, isChanged: isChanged, watching)
      for section in configuration.fixedSections(differingIn: contents.configuration) {
        let text = "[\(section)] has changed: that takes effect after a restart"
        turn.append(.log(.warning, text))
      }
      for ended in anchors.adopt(read, contents.configuration.regions) {
        turn.note(.anchor, Reason("anchor.ended", ["region": .text(ended)]))
      }
      guard read.anchors != anchors.regions else { return }
      // Anchors that were dropped while the files were read are watched, too.
      let lifted = Set(read.anchors.map(\.id)).subtracting(read.taken)
      var placement = anchors.placement(beside: monitor.placed, lifted: lifted)
      reactions.watch(&placement, &receiving, &turn)
    case .failure(let problems): turn.refuse(problems)
    }
  }

  /// Reports a reading of the files that takes too long, or its end.
  mutating func report(_ lateness: Lateness, at now: Instant) {
    begin(at: now)
    switch lateness {
    case .begun(let fault): turn.log(.configuration, Reason(verbatim: fault), .error)
    case .ended:
      let text = "the files of the regions and the configuration can be read again"
      turn.log(.configuration, Reason(verbatim: text))
    }
  }
}
