package import Base
package import Board
import Dispatch
internal import Geofence
import Glibc
package import Records

/// Runs Picket: hands reports, presses and requests to a session and carries out its directives.
///
/// One serial queue owns everything that changes. A one-shot timer on this queue is set to the
/// earliest of all deadlines. Slow work (the state file, the terminal) is done on other queues,
/// with values. Once started, the controller lives as long as the process.
///
/// It is not an actor, although an actor whose executor is the queue compiles and runs: each
/// handler that Dispatch calls would need `assumeIsolated`, which allocates twice and takes nine
/// times as long as `dispatchPrecondition` (Swift 6.3.1), for every line from gpsd. What happens
/// for every line leaves that check to `confined.value`, which makes it, too.
package final class Controller: Sendable {
  private let queue = DispatchQueue(label: "picket.controller")
  private let configuration: Configuration
  private let configurationPath: String?
  private let console: Console
  private let annunciator: Annunciator
  private let ledger: Ledger
  private let control: ControlServer
  private let reloader: Reloader
  private let surveyor: Surveyor

  /// What only the queue may reach.
  private struct State: ~Copyable {
    var session: Session
    var requests = Requests()
    // Kept so that a fix allocates nothing.
    var spare: [Directive] = []
    var client: GPSDClient?
    var walks: WalkKeeper?
    var timer: DeadlineTimer?
    var watchdog: Watchdog?

    /// Removes the directives of the session; `nil` when there are none.
    mutating func popDirectives() -> [Directive]? {
      guard !session.turn.isEmpty else { return nil }
      var directives: [Directive] = []
      swap(&directives, &spare)
      session.turn.take(&directives)
      return directives
    }

    /// Answers a request.
    mutating func respond(
      to request: Request, _ hearing: Annunciator.Hearing, at now: Instant
    ) -> Result<Handling, Refusal> {
      requests.respond(to: request, &session, hearing, at: now)
    }

    /// Sets the timer to the earliest of all deadlines.
    ///
    /// - Parameters:
    ///   - other: The earliest deadline of the parts that are not here.
    ///   - turnEnd: The instant at which the outputs need the queue.
    mutating func rearm(_ other: Instant?, turnEnd: Instant?) {
      let due = client?.plan(interval: session.receiving.path.interval, turnEnd: turnEnd)
      let earliest = Instant.earliest(
        .earliest(session.deadline, due), .earliest(other, watchdog?.deadline))
      if let earliest { timer?.set(to: earliest) }
    }
  }

  private let confined: Confined<State>

  /// Creates a controller that does nothing until `start`.
  ///
  /// - Parameters:
  ///   - settings: The configuration and the regions.
  ///   - state: The state when Picket last ended, from the state file and the journal.
  ///   - lines: The outputs, all inactive.
  ///   - console: The console that shows events.
  ///   - control: The socket for clients; `nil` if it could not be made, which is tried again.
  ///   - lock: The lock that keeps a second Picket out of the folder of the state.
  ///   - speed: The pace of the fixes; 2 is twice as fast as real time.
  ///   - reread: Reads the configuration and the regions again.
  package init(
    settings: Settings, state: SavedState, lines: sending any OutputLines, console: Console,
    control: ControlSocket? = nil, lock: FolderLock? = nil, speed: Double = 1,
    reread: @escaping @Sendable (RegionsSource) -> Result<Settings, Problems>
  ) {
    configuration = settings.configuration
    configurationPath = settings.configurationPath
    self.console = console
    reloader = Reloader(queue: queue, fleetFile: settings.fleetFile, reread)
    surveyor = Surveyor(queue: queue)
    let now = MonotonicClock.now
    annunciator = Annunciator(settings.configuration.outputs, lines: lines, queue: queue)
    let server = ControlServer(
      control, path: settings.configuration.socketPath,
      clients: settings.configuration.control.clients)
    self.control = server
    ledger = Ledger(
      settings.configuration, lock: lock, next: state.memory.nextSequence, console: console,
      queue: queue
    ) { server.publish(.event, $0) }
    let session = Session(
      settings, state: state, pace: Pace(factor: speed, start: now),
      names: settings.configuration.gpsd.names, at: now)
    confined = Confined(State(session: session), on: queue)
  }

  // MARK: Start and end

  /// Starts to monitor.
  package func start() {
    signal(SIGPIPE, SIG_IGN)
    Log.detach()
    queue.async { [self] in startOnQueue() }
  }

  /// The signals that `serve` waits for; they must be blocked before a second thread starts.
  package static let signals = [SIGTERM, SIGINT, SIGHUP]

  /// Handles signals, also those that arrived before `start`, until the process ends.
  package func serve() -> Never {
    while true {
      let isReload = ProcessSignals.next(of: Self.signals) == SIGHUP
      queue.async { [self] in isReload ? reloader.reload() : end() }
    }
  }

  private func startOnQueue() {
    dispatchPrecondition(condition: .onQueue(queue))
    annunciator.start { [self] message in receive(message) }
    ledger.start { [self] isNewFault in storageChanged(isNewFault: isNewFault) }
    confined.value.timer = DeadlineTimer(queue: queue) { [self] in timerFired() }
    confined.value.watchdog = Watchdog(at: MonotonicClock.now)
    reloader.start(
      watched: { [self] in .init(confined.value.session) }, report: { [self] in report($0) },
      adopt: { [self] in adopt($0, isRequested: $1) })
    confined.value.walks = WalkKeeper(configuration, queue: queue) { [self] name in
      let start = WalkStart(name, confined.value.session, at: MonotonicClock.now)
      return (start, confined.value.session.monitor.placed, configurationPath)
    }
    confined.value.walks?.start()
    confined.value.client = GPSDClient(
      queue: queue, host: configuration.gpsd.host, port: configuration.gpsd.port
    ) { [self] message in receive(message) }
    confined.value.client?.start()
    confined.value.session.start(at: MonotonicClock.now)
    perform()
    control.start { [self] request, answer in queue.async { self.handle(request, answer) } }
    becomeReady()
    Heap.giveBack()
  }

  /// Reports to the service manager that the start or a reload is done, and the present status.
  private func becomeReady() {
    dispatchPrecondition(condition: .onQueue(queue))
    Systemd.notify("READY=1")
    confined.value.session.show(at: MonotonicClock.now)
    perform()
    rearm()
  }

  /// Ends the process with outputs inactive and the state written.
  private func end() {
    dispatchPrecondition(condition: .onQueue(queue))
    Systemd.notify("STOPPING=1")
    control.close()
    confined.value.client?.stop()
    let unsounded = annunciator.unsounded
    annunciator.stop()
    confined.value.session.stop(at: MonotonicClock.now)
    perform()
    var state = confined.value.session.state
    state.unsounded = unsounded
    ledger.save(state)
    confined.value.walks?.finish(at: confined.value.session.present(at: MonotonicClock.now).time)
    ledger.finish()
    let regions = Array(confined.value.session.monitor.watching.keys)
    for line in confined.value.session.receiving.path.tally.lines(regions: regions, most: 200) {
      console.show(line)
    }
    for part in console.finish(within: 1) {
      Log.write(.error, "some lines could not be written to the \(part.rawValue)")
    }
    control.finish(within: 1)
    Log.finish(within: 1)
    Systemd.finish(within: 1)
    exit(0)
  }

  // MARK: Time

  /// Sets the timer to the earliest of all deadlines.
  private func rearm() {
    let step = annunciator.deadline
    let other = Instant.earliest(step, ledger.deadline)
    confined.value.rearm(other, turnEnd: step)
  }

  /// Calls every part that may have something due: the timer is only a hint.
  private func timerFired() {
    dispatchPrecondition(condition: .onQueue(queue))
    confined.value.timer?.fired()
    // No fix changes a signal that plays, and its steps must be in time.
    saveIfSounded { annunciator.deadlineReached(at: MonotonicClock.now) }
    confined.value.client?.turnEnd = annunciator.deadline
    // A fix that has arrived is handled first, since it may contradict what a deadline confirms.
    confined.value.client?.drain()
    let now = MonotonicClock.now
    confined.value.client?.deadlineReached(at: now)
    confined.value.session.deadlineReached(at: now)
    perform()
    ledger.deadlineReached(at: now)
    confined.value.watchdog?.deadlineReached(at: now)
    rearm()
  }

  // MARK: Messages

  private func receive(_ message: GPSDClient.Message) {
    let now = if case .line(_, let arrival) = message { arrival } else { MonotonicClock.now }
    // A walk that begins here begins with this line, so the session must receive the line later.
    if case .line(.whole(let bytes), _) = message {
      confined.value.walks?.add(report: bytes, at: confined.value.session.present(at: now).time)
    }
    let mayBeDue = confined.value.session.receive(message, at: now)
    perform()
    confined.value.session.keepForAnswers()
    if control.areFixesWatched { control.publishFix(of: confined.value.session.receiving.path) }
    if mayBeDue { rearm() }
  }

  private func receive(_ message: Annunciator.Message) {
    dispatchPrecondition(condition: .onQueue(queue))
    switch message {
    case .set(let output, let level): control.publish(output, level)
    case .changed(let reason, let priority):
      Log.write(priority, reason.text)
      confined.value.session.begin(at: MonotonicClock.now)
      confined.value.session.turn.note(.output, reason)
    case .pressed(let press): confined.value.session.press(press, at: MonotonicClock.now)
    case .deadlineMoved: break
    }
    perform()
    rearm()
  }

  private func storageChanged(isNewFault: Bool) {
    dispatchPrecondition(condition: .onQueue(queue))
    if isNewFault { annunciator.play("fault") }
    confined.value.session.show(at: MonotonicClock.now)
    perform()
    rearm()
  }

  // MARK: Directives

  /// Carries out the directives of the session.
  private func perform() {
    // A directive may lead to further ones, such as when an output fails: they follow at once.
    guard var directives = confined.value.popDirectives() else { return }
    var isSaveDue = false
    for index in directives.indices {
      if case .save = directives[index] { isSaveDue = true } else { perform(directives[index]) }
    }
    // After all of them, once: the lines are set by then, and the journal's events precede the
    // state.
    if isSaveDue { save() }
    directives.removeAll(keepingCapacity: true)
    confined.value.spare = directives
  }

  private func perform(_ directive: Directive) {
    dispatchPrecondition(condition: .onQueue(queue))
    switch directive {
    case .clock(let clock, let now): annunciator.set(clock, at: now)
    case .play(let name, let event, let cause, let isMuted):
      annunciator.play(name, event: event, cause: cause, isMuted: isMuted)
    case .cue(let sound): annunciator.play(sound)
    case .test(let pattern, let output):
      annunciator.play(Signal(name: "test", patterns: [output: pattern]))
    case .acknowledge(let pressed): saveIfSounded { annunciator.acknowledge(pressed: pressed) }
    case .repeat(let name, let cause, let isMuted):
      annunciator.repeat(name, cause: cause, isMuted: isMuted)
    case .withdrawRepeats: annunciator.withdrawRepeats()
    case .withdrawReminders: annunciator.withdrawReminders()
    case .mute(let duration): annunciator.mute(for: duration)
    case .unmute: annunciator.unmute()
    case .hold(let sides): annunciator.hold(sides)
    case .show(let status, let text):
      annunciator.show(status)
      Systemd.notify(status: text, storageFaults: ledger.storageFaults)
    case .use(let settings): annunciator.adopt(settings)
    case .event(let event):
      ledger.record(event)
      Log.write(event)
    case .note(let note): ledger.record(note)
    case .tell(let note): ledger.tell(note)
    // Done after all others, see above.
    case .save: break
    case .record(let entry): confined.value.walks?.add(entry)
    case .recordEvent(let event): confined.value.walks?.add(.event(event.json))
    case .recordRegions(let instant):
      confined.value.walks?.add(
        regions: confined.value.session.monitor.placed, at: instant,
        time: confined.value.session.present(at: MonotonicClock.now).time)
    case .log(let priority, let text, let fields): Log.write(priority, text, fields: fields)
    case .logProblems(let problems): Log.write(problems)
    case .announce(let priority, let text): console.announce(priority, text)
    case .draw(let text): console.draw(text)
    }
  }

  /// Writes the present state of the session soon.
  private func save() {
    dispatchPrecondition(condition: .onQueue(queue))
    var state = confined.value.session.state
    state.unsounded = annunciator.unsounded
    ledger.save(state)
  }

  /// Does work that may end signals, and saves the state if a signal has ended.
  private func saveIfSounded(_ work: () -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    let unsounded = annunciator.unsounded
    work()
    guard annunciator.unsounded != unsounded else { return }
    confined.value.session.begin(at: MonotonicClock.now)
    confined.value.session.turn.save()
    perform()
  }

  // MARK: Requests

  private func handle(_ request: Request, _ answer: AnswerPromise) {
    dispatchPrecondition(condition: .onQueue(queue))
    let now = MonotonicClock.now
    let result = confined.value.respond(to: request, annunciator.hearing, at: now)
    perform()
    switch result {
    case .failure(let refusal): answer.refuse(refusal)
    case .success(.fields(let fields)): answer.give(fields)
    case .success(.status(var draft)):
      draft.add(annunciator)
      draft.add(
        ledger, in: configuration.state.directory, reloader, confined.value.walks, at: now)
      answer.give(draft.fields(SystemClock.now, isKept: SystemClock.isSynchronised))
    case .success(.walk(let order)): confined.value.walks?.handle(order, answer)
    case .success(.files(let request)): reloader.reload(for: request, answer)
    case .success(.survey(let request)): surveyor.draw(request, answer)
    }
    rearm()
  }

  private func report(_ lateness: Lateness) {
    dispatchPrecondition(condition: .onQueue(queue))
    confined.value.session.report(lateness, at: MonotonicClock.now)
    if case .begun = lateness { annunciator.play("fault") }
    // The service manager must not wait for the disk.
    becomeReady()
  }

  private func adopt(_ files: ReloadedFiles, isRequested: Bool) -> Int {
    dispatchPrecondition(condition: .onQueue(queue))
    if isRequested {
      confined.value.session.adopt(files, at: MonotonicClock.now)
      perform()
      becomeReady()
    }
    return confined.value.session.monitor.watching.count
  }
}
