internal import Geofence
internal import Notation
internal import Outputs
internal import Receiver
internal import Records
internal import RegionFiles
internal import System

/// The decisions of a run: reports, presses, requests, settings and deadlines in, directives and
/// the next deadline out.
///
/// It is given the time with every call, by the monotonic clock, and touches no file, no output
/// and no queue. After each call its owner carries out the directives, in their order, and calls
/// `deadlineReached(at:)` at `deadline`.
struct Session: ~Copyable {
  /// The configuration at the start; settings that a reload can change are in `files`.
  let configuration: Configuration

  /// The pace of the clock: on the bench, faster than real time.
  let pace: Pace

  /// The time at which the session began.
  let started: Instant

  /// The path of the fixes, with the monitor at its end.
  var path: FixPath<RegionMonitor>

  /// The reminders of a carrier on the wrong side of a border.
  var reminders: Reminders

  /// The anchors that are dropped.
  var anchors: AnchorWatch

  /// The alarms of regions that latch.
  var alarms: Alarms

  /// The outputs that the carrier's side of the regions holds on.
  var held: Holding

  /// The directives for the owner, which removes them and carries them out.
  var directives: [Directive] = []

  /// What was read from the files last.
  var files: FilesInUse

  // Kept for answers only.
  var latest = Latest()
  var hindsight = Hindsight()

  /// What guides the carrier by ear between signals.
  var guidance = Guidance()

  /// What the log has about gpsd.
  var receiverLog: ReceiverLog

  /// The notes that may come again and again.
  var repeated: RepeatedNotes

  /// The regions whose state may no longer hold, as they were shown last.
  var unsure: [String] = []

  /// The limits of requests.
  var limits = RequestLimits()

  private var saveDeadline: Instant?
  private var unsounded: [Int]
  private var unsoundedRegions: [Int: String]

  /// Creates a session that continues from a state.
  ///
  /// - Parameters:
  ///   - state: The state at the end of the last session.
  ///   - pace: The pace of the fixes.
  init(_ settings: Settings, state: SavedState, pace: Pace, at now: Instant) {
    configuration = settings.configuration
    files = FilesInUse(settings)
    self.pace = pace
    let taken = Set(settings.regions.map(\.id))
    anchors = AnchorWatch(state.anchors.filter { !taken.contains($0.id) })
    let rules = settings.configuration.regions
    // Without an anchor the regions are not copied: there may be very many.
    var regions = settings.regions
    if !anchors.dropped.isEmpty { regions += anchors.regions(rules) }
    started = now
    path = FixPath(
      filter: FixFilter(
        device: settings.configuration.gpsd.device,
        // On a bench, a recording from an earlier year is as good as any.
        earliest: pace.factor == 1 ? DateDoubt.earliest : nil),
      decider: RegionMonitor(
        regions: regions, blindLimit: settings.configuration.blind.limit,
        memory: state.memory, start: pace.counted(now)))
    reminders = Reminders(regions, earlier: state.reminders)
    alarms = Alarms(regions, earlier: state.alarms, at: pace.counted(now))
    held = Holding(HeldOutputs(settings.configuration.outputs.list, on: state.held))
    (unsounded, unsoundedRegions) = (state.unsounded, state.unsoundedRegions)
    receiverLog = ReceiverLog(at: now)
    repeated = RepeatedNotes(at: now)
  }

  /// The monitor of the regions; it is lent, since a copy would cost as much as a fix.
  var monitor: RegionMonitor { _read { yield path.decider } }

  // MARK: Start and end

  /// Begins the session.
  mutating func start(at now: Instant) {
    let text = "watching \(counted); inside when last seen: \(inside)"
    directives.append(.log(.notice, text))
    note(.start, text, at: now)
    // Before any signal, since a line may have been requested at another level.
    hold(at: now)
    if held.outputs.isUsed { directives.append(.hold(held.outputs.sides)) }
    directives.append(.play("ready"))
    reportUnsounded(at: now)
  }

  /// Reports the events whose signals may not have sounded before a crash.
  private mutating func reportUnsounded(at now: Instant) {
    guard !unsounded.isEmpty else { return }
    let text =
      "the signals of events \(unsounded.rangesText(most: 20)) may not have sounded before the "
      + "restart"
    directives.append(.log(.warning, text))
    note(.unsounded, text, at: now)
    if configuration.state.unsounded == .again {
      for number in unsounded {
        let isMuted = unsoundedRegions[number].map { self.isMuted($0) } ?? false
        directives.append(
          .play("again", event: number, cause: "event \(number) again", isMuted: isMuted))
      }
    }
    (unsounded, unsoundedRegions) = ([], [:])
    save(at: now)
  }

  /// Ends the session.
  mutating func stop(at now: Instant) {
    note(.stop, "ended by a signal; inside: \(inside)", at: now)
  }

  // MARK: Time

  /// The time at which `deadlineReached(at:)` is to be called, unless another call comes first.
  var deadline: Instant? {
    let due = Instant.earliest(monitor.deadline, reminders.deadline).map { deadline in
      pace.actual(deadline.advanced(by: pace.transit - path.timelineLead))
    }
    let others = Instant.earliest(
      .earliest(due, saveDeadline), .earliest(guidance.finder?.end, repeated.due))
    // Not `map(pace.actual)`, which allocates.
    return .earliest(
      others, Instant.earliest(held.outputs.deadline, alarms.deadline).map { pace.actual($0) })
  }

  /// Applies the deadlines that have passed, without a new fix.
  mutating func deadlineReached(at now: Instant) {
    let instant = pace.counted(now).advanced(by: path.timelineLead - pace.transit)
    let findings = path.deadlineReached(at: instant)
    let reminders = dueReminders(findings, to: instant)
    // A replay must call its monitor at the same instant to reach the same findings.
    if !findings.isEmpty || !reminders.isEmpty { directives.append(.record(.due(instant))) }
    apply(reminders, at: now)
    apply(findings, at: now)
    holdIfDue(at: now)
    soundAlarms(at: now)
    if let due = saveDeadline, due <= now { save(at: now) }
    for (subject, text) in repeated.deadlineReached(at: now) { note(subject, text, at: now) }
    endFinder(at: now)
    // The finder is silent while the controller is blind.
    if !findings.isEmpty { find(at: now) }
  }

  /// An instant on the timeline of the fixes.
  func moment(at now: Instant) -> Instant {
    pace.counted(now).advanced(by: path.timelineLead)
  }

  /// The time of day; `nil` before the receiver has reported it.
  func time(at now: Instant) -> Timestamp? {
    guard let fix = monitor.lastFix else { return nil }
    return fix.time.advanced(by: fix.instant.duration(to: moment(at: now)))
  }

  // MARK: Showing and saving

  /// Saves the state now, and again after some time without a change.
  mutating func save(at now: Instant) {
    directives.append(.save)
    // After a power cut, the time of the last fix shows how long no fix was seen.
    saveDeadline = now.advanced(by: .seconds(600))
  }

  /// The state to save, without the events that have not sounded.
  var state: SavedState {
    SavedState(
      memory: monitor.memory, reminders: reminders.saved(monitor.lastFix), held: held.outputs.on,
      alarms: alarms.saved,
      anchors: anchors.dropped)
  }

  /// Writes the text of a merged note to the journal, or shows the note until its turn comes.
  mutating func note(_ kind: Note.Kind, _ text: String, merged: String?, at now: Instant) {
    guard let merged else { return directives.append(.tell(Note(kind, text, time: time(at: now)))) }
    note(kind, merged, at: now)
  }

  /// Writes a note about a subject to the journal.
  private mutating func note(_ subject: RepeatedNotes.Subject, _ text: String, at now: Instant) {
    switch subject {
    case .reload: noteReload(text, at: now)
    case .reception: note(.gpsd, text, at: now)
    case .sight: note(monitor.blindSince == nil ? .sighted : .blind, text, at: now)
    case .doubt: noteDoubt(text, at: now)
    case .switching: note(.output, text, at: now)
    }
  }

  /// Writes a note to the journal.
  mutating func note(_ kind: Note.Kind, _ text: String, at now: Instant) {
    directives.append(.note(Note(kind, text, time: time(at: now))))
  }

  /// The number of watched regions, and the fleet's part of it, in words.
  var counted: String {
    let part = files.fleet.map { ", \($0.count) of them by \($0.version.words)" } ?? ""
    return "\(monitor.watching.count.counted("region"))\(part)"
  }
}
