import Dispatch
internal import Geofence
import Glibc
package import Notation
package import Outputs
internal import Receiver
package import System

/// Runs Picket: hands what happens to a session and carries out its directives.
///
/// One serial queue owns everything that changes. One one-shot timer on it is
/// set to the earliest of all deadlines. Slow work (the state file, the
/// terminal) has queues of its own and is handed values. Once started it lives
/// as long as the process.
///
/// It is no actor, though one whose executor is the queue compiles and runs: each handler that
/// Dispatch calls would have to go through `assumeIsolated`, which allocates twice and takes nine
/// times as long as `dispatchPrecondition` (Swift 6.3.1), for every line of gpsd's.
package final class Controller: Sendable {
  private let queue = DispatchQueue(label: "picket.controller")
  private let configuration: Configuration
  private let configurationPath: String?
  private let console: Console
  private let annunciator: Annunciator
  private let ledger: Ledger
  private let control: ControlServer?
  private let rereader: Rereader

  /// - Important: Must only be accessed on `queue`, as all that follows.
  private nonisolated(unsafe) var session: Session
  // Kept so that a fix allocates nothing.
  private nonisolated(unsafe) var spare: [Directive] = []
  private nonisolated(unsafe) var client: GPSDClient?
  private nonisolated(unsafe) var walks: WalkKeeper?
  private nonisolated(unsafe) var timer: DeadlineTimer?
  private nonisolated(unsafe) var watchdog: Watchdog?

  /// Creates a controller that does nothing until it is started.
  ///
  /// - Parameters:
  ///   - settings: The configuration and the regions.
  ///   - state: What was known when it last ended, from the state file and the journal.
  ///   - lines: The outputs, all inactive.
  ///   - console: Where events are shown.
  ///   - control: The socket on which clients ask.
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
    self.console = console
    rereader = Rereader(queue: queue, reread)
    let now = MonotonicClock.now
    session = Session(settings, state: state, pace: Pace(factor: speed, start: now), at: now)
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

  /// The signals for which `serve` waits; they must be held before there is a second thread.
  package static let signals = [SIGTERM, SIGINT, SIGHUP]

  /// Does what signals ask for until one of them asks for the end; those that came before
  /// `start` are among them.
  package func serve() -> Never {
    while true {
      let isReload = ProcessSignals.next(of: Self.signals) == SIGHUP
      queue.async { [self] in isReload ? rereader.reload(for: .signal) : end() }
    }
  }

  private func startOnQueue() {
    dispatchPrecondition(condition: .onQueue(queue))
    annunciator.start { [self] message in receive(message) }
    ledger.start { [self] isNewFault in storageChanged(isNewFault: isNewFault) }
    timer = DeadlineTimer(queue: queue) { [self] in timerFired() }
    watchdog = Watchdog(at: MonotonicClock.now)
    rereader.start { [self] in
      session.regionsFile
    } adopt: { [self] reading, isMeant in
      adopt(reading, isMeant: isMeant)
    }
    walks = WalkKeeper(configuration, queue: queue) { [self] name in
      let start = session.walkStart(name, at: MonotonicClock.now)
      return (start, session.monitor.placed, configurationPath)
    }
    walks?.start()
    client = GPSDClient(
      queue: queue, host: configuration.gpsd.host, port: configuration.gpsd.port
    ) { [self] message in receive(message) }
    client?.start()
    session.start(at: MonotonicClock.now)
    perform()
    control?.start { [self] request, answer in queue.async { self.handle(request, answer) } }
    becomeReady()
  }

  /// Reports to the service manager that all that was asked for is done, and how it is now.
  private func becomeReady() {
    dispatchPrecondition(condition: .onQueue(queue))
    Systemd.notify("READY=1")
    session.show()
    perform()
    rearm()
  }

  /// Ends cleanly: outputs inactive, state written.
  private func end() {
    dispatchPrecondition(condition: .onQueue(queue))
    Systemd.notify("STOPPING=1")
    control?.close()
    client?.stop()
    let unsounded = annunciator.unsounded
    annunciator.stop()
    session.stop(at: MonotonicClock.now)
    perform()
    ledger.save(SavedState(memory: session.monitor.memory, unsounded: unsounded))
    walks?.finish(at: session.time(at: MonotonicClock.now))
    ledger.finish()
    let regions = Array(session.monitor.regions.keys)
    for line in session.path.tally.lines(regions: regions, most: 200) { console.show(line) }
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
  private func rearm() {
    dispatchPrecondition(condition: .onQueue(queue))
    var earliest = Instant.earliest(session.deadline, client?.deadline)
    earliest = .earliest(earliest, annunciator.deadline)
    earliest = .earliest(earliest, ledger.deadline)
    earliest = .earliest(earliest, watchdog?.deadline)
    if let earliest { timer?.set(to: earliest) }
  }

  /// Asks everything that may have something due: the timer is only a hint.
  private func timerFired() {
    dispatchPrecondition(condition: .onQueue(queue))
    timer?.fired()
    // A fix that is already here comes before a deadline that it may speak against.
    client?.drain()
    let now = MonotonicClock.now
    saveIfSounded { annunciator.deadlineReached(at: now) }
    client?.deadlineReached(at: now)
    session.deadlineReached(at: now)
    perform()
    ledger.deadlineReached(at: now)
    watchdog?.deadlineReached(at: now)
    rearm()
  }

  // MARK: What happens

  private func receive(_ message: GPSDClient.Message) {
    dispatchPrecondition(condition: .onQueue(queue))
    let now = if case .line(_, let arrival) = message { arrival } else { MonotonicClock.now }
    // A walk that begins here begins with this line, so the session must not know it yet.
    if case .line(.whole(let bytes), _) = message {
      walks?.add(report: bytes, at: session.time(at: now))
    }
    let mayBeDue = session.receive(message, at: now)
    perform()
    control?.tellFix(of: session.path)
    if mayBeDue { rearm() }
  }

  private func receive(_ message: Annunciator.Message) {
    dispatchPrecondition(condition: .onQueue(queue))
    switch message {
    case .set(let output, let level): control?.tell(output, level)
    case .changed(let text): session.note(.output, text, at: MonotonicClock.now)
    case .pressed(let press): session.press(press, at: MonotonicClock.now)
    case .deadlineMoved: break
    }
    perform()
    rearm()
  }

  private func storageChanged(isNewFault: Bool) {
    dispatchPrecondition(condition: .onQueue(queue))
    if isNewFault { annunciator.play("fault") }
    session.show()
    perform()
    rearm()
  }

  // MARK: Directives

  /// Carries out what the session has asked for until now.
  private func perform() {
    dispatchPrecondition(condition: .onQueue(queue))
    // What is carried out may lead to more, such as an output that fails: that is done at once.
    var directives = spare
    spare = []
    swap(&directives, &session.directives)
    for index in directives.indices { perform(directives[index]) }
    directives.removeAll(keepingCapacity: true)
    spare = directives
  }

  private func perform(_ directive: Directive) {
    dispatchPrecondition(condition: .onQueue(queue))
    switch directive {
    case .clock(let clock, let now): annunciator.set(clock, at: now)
    case .play(let name, let event, let now): annunciator.play(name, event: event, at: now)
    case .test(let pattern, let output):
      annunciator.play(Signal(name: "test", patterns: [output: pattern]))
    case .acknowledge(let pressed): saveIfSounded { annunciator.acknowledge(pressed: pressed) }
    case .mute(let duration): annunciator.mute(for: duration)
    case .unmute: annunciator.unmute()
    case .show(let status, let classes, let text):
      annunciator.show(status, insideOf: classes)
      Systemd.notify(status: text, trouble: ledger.trouble)
    case .use(let settings): annunciator.adopt(settings)
    case .event(let event):
      ledger.record(event)
      Log.write(event)
    case .note(let note): ledger.record(note)
    case .save(let memory):
      ledger.save(SavedState(memory: memory, unsounded: annunciator.unsounded))
    case .record(let entry): walks?.add(entry)
    case .recordRegions(let instant):
      walks?.add(
        regions: session.monitor.placed, at: instant, time: session.time(at: MonotonicClock.now))
    case .log(let priority, let text, let fields): Log.write(priority, text, fields: fields)
    case .logProblems(let problems): Log.write(problems)
    case .announce(let priority, let text): console.announce(priority, text)
    }
  }

  /// Does what may end signals, and has the state written when one has ended: some time after
  /// its last change.
  private func saveIfSounded(_ work: () -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    let unsounded = annunciator.unsounded
    work()
    guard annunciator.unsounded != unsounded else { return }
    session.save(at: MonotonicClock.now)
    perform()
  }

  // MARK: Requests

  private func handle(_ request: Request, _ answer: Answer) {
    dispatchPrecondition(condition: .onQueue(queue))
    let now = MonotonicClock.now
    let surroundings = Surroundings(annunciator, ledger, walks, at: now)
    let result = session.respond(to: request, surroundings, at: now)
    perform()
    switch result {
    case .failure(let refusal): answer.refuse(refusal.reason)
    case .success(.fields(let fields)): answer.give(fields)
    case .success(.startWalk(let name)):
      walks?.start(name, in: configuration.walkDirectory, answer)
    case .success(.stopWalk): walks?.stop(at: session.time(at: now), answer)
    case .success(.reload(let file)): rereader.reload(for: .client(file: file, answer))
    }
    rearm()
  }

  // MARK: Reading again

  private func adopt(_ reading: Rereading, isMeant: Bool) -> Int {
    dispatchPrecondition(condition: .onQueue(queue))
    if isMeant {
      session.adopt(reading, at: MonotonicClock.now)
      perform()
      becomeReady()
    }
    return session.monitor.regions.count
  }
}
