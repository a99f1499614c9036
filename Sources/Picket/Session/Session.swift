internal import Geofence
internal import Notation
internal import Outputs
internal import Receiver
internal import RegionFiles
internal import System

/// All that a run decides: reports, presses, requests, settings and deadlines in, directives and
/// the next deadline out.
///
/// It is handed the time with every call, by the monotonic clock, and touches no file, no line
/// and no queue. After each call its owner carries out the directives, in their order, and calls
/// `deadlineReached(at:)` when `deadline` has come.
struct Session: ~Copyable {
  /// The configuration of the start; what may change while it runs is in `newest`.
  let configuration: Configuration

  /// How the clock is read: on the bench, faster than life.
  let pace: Pace

  /// When it began.
  let started: Instant

  /// The path of the fixes, with the monitor at its end.
  var path: FixPath<RegionMonitor>

  /// What is to be done, for its owner to take and carry out.
  var directives: [Directive] = []

  // The configuration that was read last, and the file of the regions that are watched.
  var newest: Configuration
  var regionsFile: String
  // Kept for answers only.
  var latest = Latest()
  var hindsight = Hindsight()
  // The reasons for which no further line is logged.
  var loggedRejections: Set<Rejection> = [.noFix, .duplicate]
  // The release of gpsd that was logged last; none after a loss.
  var loggedRelease: String?
  // How many lines about gpsd were left out since the last that was logged.
  var omitted = 0
  // How often gpsd may have something logged, and something written to the journal.
  var complaints: WriteBudget
  var receptions: WriteBudget
  // How often clients may have something written.
  var asked: WriteBudget
  var mutes: WriteBudget
  private var saveDeadline: Instant?
  private var unsounded: [Int]

  /// Creates a session that goes on from a state.
  ///
  /// - Parameters:
  ///   - state: What was known when the last session ended.
  ///   - pace: How many times as fast as life fixes come.
  init(_ settings: Settings, state: SavedState, pace: Pace, at now: Instant) {
    configuration = settings.configuration
    newest = settings.configuration
    regionsFile = settings.configuration.regions.file
    self.pace = pace
    started = now
    path = FixPath(
      device: settings.configuration.gpsd.device,
      decider: RegionMonitor(
        regions: settings.regions, blindLimit: settings.configuration.blind.limit,
        memory: state.memory, start: pace.counted(now)))
    unsounded = state.unsounded
    complaints = WriteBudget(perHour: 360, at: now)
    receptions = WriteBudget(perHour: 360, at: now)
    asked = WriteBudget(perHour: 600, at: now)
    mutes = WriteBudget(perHour: 600, at: now)
  }

  /// What watches the regions; lent, since a copy would cost as much as a fix.
  var monitor: RegionMonitor { _read { yield path.decider } }

  // MARK: Start and end

  /// Begins.
  mutating func start(at now: Instant) {
    let text = "watching \(monitor.regions.count) regions; inside when last seen: \(inside)"
    directives.append(.log(.notice, text))
    note(.start, text, at: now)
    directives.append(.play("ready", at: now))
    reportUnsounded(at: now)
  }

  /// Reports the events whose signals may not have sounded before a crash.
  private mutating func reportUnsounded(at now: Instant) {
    guard !unsounded.isEmpty else { return }
    let numbers = unsounded.map(String.init).joined(separator: ", ")
    let text = "the signals of events \(numbers) may not have sounded before the restart"
    directives.append(.log(.warning, text))
    note(.unsounded, text, at: now)
    if configuration.state.unsounded == .again {
      for number in unsounded { directives.append(.play("again", event: number, at: now)) }
    }
    unsounded = []
    save(at: now)
  }

  /// Ends.
  mutating func stop(at now: Instant) {
    note(.stop, "ended by a signal; inside: \(inside)", at: now)
  }

  // MARK: Time

  /// When it is to be called if nothing comes before.
  var deadline: Instant? {
    let due = monitor.deadline.map { deadline in
      pace.actual(deadline.advanced(by: pace.transit - path.filter.timelineLead))
    }
    return .earliest(due, saveDeadline)
  }

  /// Finds what has come about by now without a new fix.
  mutating func deadlineReached(at now: Instant) {
    let instant = pace.counted(now).advanced(by: path.filter.timelineLead - pace.transit)
    let findings = path.deadlineReached(at: instant)
    // That it was asked for just now decides what a replay finds.
    if !findings.isEmpty { directives.append(.record(.due(instant))) }
    apply(findings, at: now)
    if let due = saveDeadline, due <= now { save(at: now) }
  }

  /// An instant on the timeline of the fixes.
  func moment(at now: Instant) -> Instant {
    pace.counted(now).advanced(by: path.filter.timelineLead)
  }

  /// The time of day, as far as the receiver has reported it.
  func time(at now: Instant) -> Timestamp? {
    guard let fix = monitor.lastFix else { return nil }
    return fix.time.advanced(by: fix.instant.duration(to: moment(at: now)))
  }

  // MARK: What is shown and kept

  /// Has the state written, now and again after some time without a change.
  mutating func save(at now: Instant) {
    directives.append(.save(monitor.memory))
    // After a power cut the time of the last fix shows how long nothing was seen.
    saveDeadline = now.advanced(by: .seconds(600))
  }

  /// Has what changed around the monitor written to the journal.
  mutating func note(_ kind: Note.Kind, _ text: String, at now: Instant) {
    directives.append(.note(Note(kind, text, time: time(at: now))))
  }

  /// Has the reception and the states shown.
  mutating func show() {
    let regions = monitor.inside
    let status = Status(
      path.reception, isBlind: monitor.blindSince != nil, isInside: !regions.isEmpty)
    let classes = regions.map { monitor.regions[$0]?.category }
    directives.append(
      .show(status, insideOf: classes, text: "\(path.reception); inside \(inside)"))
  }

  /// The regions that the carrier is inside, for a person.
  private var inside: String {
    let inside = monitor.inside
    return inside.isEmpty ? "none" : inside.named()
  }
}
