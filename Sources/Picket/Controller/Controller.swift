import Dispatch
internal import Geofence
import Glibc
package import Notation
package import Outputs
internal import Receiver
internal import RegionFiles
package import System

/// Runs Picket: moves fixes from gpsd to the monitor, and what it finds to the outputs.
///
/// One serial queue owns everything that changes. One one-shot timer on it is
/// set to the earliest of all deadlines. Slow work (the state file, the
/// terminal) has queues of its own and is handed values. Once started it lives
/// as long as the process.
package final class Controller: Sendable {
  let queue = DispatchQueue(label: "picket.controller")
  let configuration: Configuration
  let console: Console
  let annunciator: Annunciator
  let ledger: Ledger
  let control: ControlServer?
  let pace: Pace
  let configurationPath: String?
  let started = MonotonicClock.now
  let reread: @Sendable () -> Result<Settings, Problems>

  /// - Important: Must only be accessed on `queue`, as all that follows.
  nonisolated(unsafe) var client: GPSDClient?
  nonisolated(unsafe) var walks: WalkKeeper?
  nonisolated(unsafe) var decoder = ReportDecoder()
  nonisolated(unsafe) var filter: FixFilter
  nonisolated(unsafe) var receiver: FollowedReceiver
  nonisolated(unsafe) var monitor: RegionMonitor
  nonisolated(unsafe) var regionsFile: String
  nonisolated(unsafe) var reception = Reception.connecting
  nonisolated(unsafe) var tally = Tally()
  // What only those who ask are told.
  nonisolated(unsafe) var latest = Latest()
  nonisolated(unsafe) var hindsight = Hindsight()
  nonisolated(unsafe) var toldRejections: Set<Rejection> = [.noFix, .duplicate]
  // How often gpsd may be complained about, and what it has to be written down.
  nonisolated(unsafe) var complaints: WriteBudget
  nonisolated(unsafe) var receptions: WriteBudget
  nonisolated(unsafe) var leftOut = 0
  // The release of the gpsd that the log last said it is connected to; none after a loss.
  nonisolated(unsafe) var toldRelease: String?
  // How often something is written down because somebody asks for it.
  nonisolated(unsafe) var asked: WriteBudget
  nonisolated(unsafe) var mutes: WriteBudget
  // The configuration that was read last.
  nonisolated(unsafe) var lastRead: Configuration
  nonisolated(unsafe) var saveDeadline: Instant?
  nonisolated(unsafe) var earlierUnsounded: [Int]
  nonisolated(unsafe) var watchdogDeadline: Instant?
  nonisolated(unsafe) var timer: (any DispatchSourceTimer)?
  nonisolated(unsafe) var armed: Instant?
  nonisolated(unsafe) var reloads = ReloadQueue<Reloader>()

  /// Creates a controller that does nothing until it is started.
  ///
  /// - Parameters:
  ///   - settings: The configuration and the regions.
  ///   - state: What was known when it last ended, from the state file and the journal.
  ///   - lines: The outputs, all inactive.
  ///   - console: Where events are shown.
  ///   - control: The socket over which it is talked to.
  ///   - lock: What keeps a second Picket out of the folder of the state, as long as this lives.
  ///   - speed: How many times as fast as life the fixes come.
  ///   - reread: Reads the configuration and the regions again.
  package init(
    settings: Settings, state: SavedState, lines: sending any OutputLines, console: Console,
    control: ControlSocket? = nil, lock: FolderLock? = nil, speed: Double = 1,
    reread: @escaping @Sendable () -> Result<Settings, Problems>
  ) {
    configuration = settings.configuration
    configurationPath = settings.configurationPath
    regionsFile = settings.configuration.regions.file
    self.console = console
    self.reread = reread
    let now = MonotonicClock.now
    pace = Pace(factor: speed, start: now)
    filter = FixFilter(device: settings.configuration.gpsd.device)
    receiver = FollowedReceiver(configured: settings.configuration.gpsd.device)
    monitor = RegionMonitor(
      regions: settings.regions, blindLimit: settings.configuration.blind.limit,
      memory: state.memory, start: pace.counted(now))
    earlierUnsounded = state.unsounded
    complaints = WriteBudget(perHour: 360, at: now)
    receptions = WriteBudget(perHour: 360, at: now)
    asked = WriteBudget(perHour: 600, at: now)
    mutes = WriteBudget(perHour: 600, at: now)
    lastRead = settings.configuration
    annunciator = Annunciator(settings.configuration.outputs, lines: lines, queue: queue)
    let server = control.map {
      ControlServer($0, clients: settings.configuration.control.clients)
    }
    self.control = server
    ledger = Ledger(
      settings.configuration, lock: lock, next: state.memory.nextSequence, console: console,
      queue: queue
    ) { server?.tell(.event, $0) }
  }

  // MARK: Start and end

  /// Starts to monitor.
  package func start() {
    signal(SIGPIPE, SIG_IGN)
    Log.detach()
    queue.async { [self] in startOnQueue() }
  }

  /// The signals that `serve` takes, which must be held before there is a second thread.
  package static let signals = [SIGTERM, SIGINT, SIGHUP]

  /// Does what signals ask for until one of them asks for the end; those that came before
  /// `start` are among them.
  package func serve() -> Never {
    while true {
      let isReload = ProcessSignals.next(of: Self.signals) == SIGHUP
      queue.async { [self] in isReload ? readAgain() : end() }
    }
  }

  func startOnQueue() {
    dispatchPrecondition(condition: .onQueue(queue))
    annunciator.start { [self] message in receive(message) }
    ledger.start { [self] isNewFault in
      if isNewFault { play("fault") }
      tellStatus()
      rearm()
    }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { [self] in timerFired() }
    self.timer = timer
    timer.resume()

    startWalks()
    let client = GPSDClient(
      queue: queue, host: configuration.gpsd.host, port: configuration.gpsd.port
    ) { [self] message in receive(message) }
    self.client = client
    client.start()
    if let interval = Systemd.watchdogInterval {
      watchdogDeadline = MonotonicClock.now.advanced(by: interval / 2)
    }
    Log.write(
      .notice, "watching \(monitor.regions.count) regions; inside when last seen: \(inside)")
    note(.start, "watching \(monitor.regions.count) regions; inside when last seen: \(inside)")
    play("ready")
    tellUnsounded()
    control?.start { [self] request, answer in queue.async { self.take(request, answer) } }
    Systemd.notify("READY=1")
    tellStatus()
    rearm()
  }

  /// Ends cleanly: outputs inactive, state written.
  func end() {
    dispatchPrecondition(condition: .onQueue(queue))
    Systemd.notify("STOPPING=1")
    control?.close()
    client?.stop()
    let unsounded = annunciator.unsounded
    annunciator.stop()
    note(.stop, "ended by a signal; inside: \(inside)")
    ledger.save(SavedState(memory: monitor.memory, unsounded: unsounded))
    walks?.finish(at: time)
    ledger.finish()
    for line in tally.lines(regions: Array(monitor.regions.keys), most: 200) { console.show(line) }
    for part in console.finish(within: 1) {
      Log.write(.error, "not all that happened could be written to the \(part.rawValue)")
    }
    control?.finish(within: 1)
    Log.finish(within: 1)
    Systemd.finish(within: 1)
    exit(0)
  }

  // MARK: Time

  /// Sets the timer to the earliest of all deadlines.
  func rearm() {
    dispatchPrecondition(condition: .onQueue(queue))
    var earliest = monitor.deadline.map { deadline in
      pace.actual(deadline.advanced(by: pace.transit - filter.timelineLead))
    }
    earliest = .earliest(earliest, client?.deadline)
    earliest = .earliest(earliest, annunciator.deadline)
    earliest = .earliest(earliest, ledger.deadline)
    earliest = .earliest(earliest, saveDeadline)
    earliest = .earliest(earliest, watchdogDeadline)
    guard let earliest else { return }
    // Setting a timer takes back that it has fired, if nobody has heard of that yet: a flood of
    // fixes, each of which sets it, would silence it. One that fires too early does no harm.
    if let armed, armed <= earliest { return }
    armed = earliest
    let wait = max(.zero, MonotonicClock.now.duration(to: earliest))
    timer?.schedule(deadline: .now() + wait.inSeconds, leeway: .milliseconds(1))
  }

  /// Asks everything that may have something due: the timer is only a hint.
  func timerFired() {
    dispatchPrecondition(condition: .onQueue(queue))
    armed = nil
    // A fix that is already here comes before a deadline that it may speak against.
    client?.drain()
    let now = MonotonicClock.now
    saveIfSounded { annunciator.deadlineReached(at: now) }
    client?.deadlineReached(at: now)
    let instant = pace.counted(now).advanced(by: filter.timelineLead - pace.transit)
    takeDeadline(at: instant, now)
    ledger.deadlineReached(at: now)
    if let due = saveDeadline, due <= now { save() }
    if let due = watchdogDeadline, due <= now {
      Systemd.notify("WATCHDOG=1")
      watchdogDeadline = Systemd.watchdogInterval.map { now.advanced(by: $0 / 2) }
    }
    rearm()
  }

  // MARK: State

  func save() {
    ledger.save(SavedState(memory: monitor.memory, unsounded: annunciator.unsounded))
    // The time of the last fix tells how long was not seen after a power cut.
    saveDeadline = MonotonicClock.now.advanced(by: .seconds(600))
  }

  /// Does what may end signals, and writes the state when one has: some time after its last change.
  func saveIfSounded(_ work: () -> Void) {
    let unsounded = annunciator.unsounded
    work()
    if annunciator.unsounded != unsounded { save() }
  }

  /// Writes down what changed around the monitor.
  func note(_ kind: Note.Kind, _ text: String) {
    ledger.record(Note(kind, text, time: time))
  }

  /// The time of day as far as the receiver has said it.
  var time: Timestamp? {
    guard let fix = monitor.lastFix else { return nil }
    return fix.time.advanced(by: fix.instant.duration(to: moment))
  }

  /// The present moment on the timeline of the fixes.
  var moment: Instant {
    pace.counted(MonotonicClock.now).advanced(by: filter.timelineLead)
  }

  /// Tells of the events whose signals may not have sounded before a crash.
  func tellUnsounded() {
    guard !earlierUnsounded.isEmpty else { return }
    let numbers = earlierUnsounded.map(String.init).joined(separator: ", ")
    let text = "the signals of events \(numbers) may not have sounded before the restart"
    Log.write(.warning, text)
    note(.unsounded, text)
    if configuration.state.unsounded == .again {
      for number in earlierUnsounded { play("again", event: number) }
    }
    earlierUnsounded = []
    save()
  }
}
