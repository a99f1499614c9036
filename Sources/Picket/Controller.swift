import Dispatch
internal import Geofence
import Glibc

/// Runs Picket: moves fixes from gpsd to the monitor, and what it finds to the outputs.
///
/// One serial queue owns everything that changes. One one-shot timer on it is
/// set to the earliest of all deadlines. Slow work (the state file, the
/// terminal) has queues of its own and is handed values. Once started it lives
/// as long as the process.
package final class Controller: Sendable {
  private let queue = DispatchQueue(label: "picket.controller")
  private let configuration: Configuration
  private let console: Console
  private let ledger: Ledger
  private let pace: Pace
  private let reread: @Sendable () -> Result<Settings, Problems>

  /// - Important: Must only be accessed on `queue`, as all that follows.
  private nonisolated(unsafe) var client: GPSDClient?
  private nonisolated(unsafe) var decoder = ReportDecoder()
  private nonisolated(unsafe) var filter: FixFilter
  private nonisolated(unsafe) var monitor: RegionMonitor
  private nonisolated(unsafe) var signals: [String: Signal]
  private nonisolated(unsafe) var panel: Panel
  private nonisolated(unsafe) var lines: (any OutputLines)?
  private nonisolated(unsafe) var faultyOutputs: Set<String> = []
  private nonisolated(unsafe) var reception = Reception.connecting
  private nonisolated(unsafe) var tally = Tally()
  private nonisolated(unsafe) var toldRejections: Set<Rejection> = [.noFix, .duplicate]
  private nonisolated(unsafe) var saveDeadline: Instant?
  private nonisolated(unsafe) var earlierUnsounded: [Int]
  private nonisolated(unsafe) var watchdogDeadline: Instant?
  private nonisolated(unsafe) var timer: (any DispatchSourceTimer)?
  private nonisolated(unsafe) var signalSources: [any DispatchSourceSignal] = []

  /// Creates a controller that does nothing until it is started.
  ///
  /// - Parameters:
  ///   - settings: The configuration and the regions.
  ///   - state: What was known when it last ended, from the state file and the journal.
  ///   - lines: The outputs, all inactive.
  ///   - console: Where events are shown.
  ///   - speed: How many times as fast as life the fixes come.
  ///   - reread: Reads the configuration and the regions again.
  package init(
    settings: Settings, state: SavedState, lines: sending any OutputLines, console: Console,
    speed: Double = 1, reread: @escaping @Sendable () -> Result<Settings, Problems>
  ) {
    configuration = settings.configuration
    self.console = console
    self.reread = reread
    self.lines = lines
    signals = settings.configuration.signals
    panel = Panel(settings.configuration)
    let now = MonotonicClock.now
    pace = Pace(factor: speed, start: now)
    filter = FixFilter(device: settings.configuration.gpsd.device)
    monitor = RegionMonitor(
      regions: settings.regions, blindLimit: settings.configuration.blind.limit,
      memory: state.memory, start: pace.counted(now))
    earlierUnsounded = state.unsounded
    let trouble = Trouble()
    ledger = Ledger(
      settings.configuration, next: state.memory.nextSequence, console: console, queue: queue
    ) { isNewFault in
      if isNewFault { trouble.controller?.play("fault") }
      trouble.controller?.rearm()
    }
    trouble.controller = self
  }

  /// Tells the controller that something cannot be written.
  private final class Trouble: Sendable {
    /// Set once, before anything is written.
    nonisolated(unsafe) weak var controller: Controller?
  }

  // MARK: Start and end

  /// Starts to monitor.
  package func start() {
    signal(SIGPIPE, SIG_IGN)
    Log.detach()
    queue.async { [self] in startOnQueue() }
  }

  private func startOnQueue() {
    dispatchPrecondition(condition: .onQueue(queue))
    for (number, handler) in [
      (SIGTERM, end), (SIGINT, end), (SIGHUP, readAgain),
    ] as [(Int32, @Sendable () -> Void)] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler(handler: DispatchWorkItem(block: handler))
      source.resume()
      signalSources.append(source)
    }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { [self] in timerFired() }
    self.timer = timer
    timer.resume()

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
    Systemd.notify("READY=1")
    tellStatus()
    rearm()
  }

  /// Ends cleanly: outputs inactive, state written.
  private func end() {
    dispatchPrecondition(condition: .onQueue(queue))
    Systemd.notify("STOPPING=1")
    client?.stop()
    let unsounded = panel.unsounded
    apply(panel.stop())
    lines = nil
    note(.stop, "ended by a signal; inside: \(inside)")
    ledger.save(SavedState(memory: monitor.memory, unsounded: unsounded))
    ledger.finish()
    for line in tally.lines(regions: monitor.regions.keys.sorted()) { console.show(line) }
    console.finish(within: 1)
    Log.finish(within: 1)
    exit(0)
  }

  private func readAgain() {
    dispatchPrecondition(condition: .onQueue(queue))
    Systemd.notify("RELOADING=1\nMONOTONIC_USEC=\(MonotonicClock.microseconds)")
    DispatchQueue.global().async { [self] in
      let result = reread()
      queue.async { [self] in take(result) }
    }
  }

  private func take(_ result: Result<Settings, Problems>) {
    dispatchPrecondition(condition: .onQueue(queue))
    switch result {
    case .failure(let problems):
      for problem in problems.list { Log.write(problem) }
      Log.write(.error, "the running configuration and regions are kept")
      note(.configuration, "refused: \(problems.list.first.map { "\($0)" } ?? "")")
    case .success(let settings):
      for warning in settings.warnings { Log.write(warning) }
      monitor.watch(settings.regions)
      signals = settings.configuration.signals
      apply(panel.take(settings.configuration, at: MonotonicClock.now))
      Log.write(.notice, "read again: watching \(settings.regions.count) regions")
      note(.configuration, "read again: watching \(settings.regions.count) regions")
      for section in configuration.fixedSections(differingIn: settings.configuration) {
        Log.write(.warning, "[\(section)] has changed: that takes effect after a restart")
      }
      save()
    }
    Systemd.notify("READY=1")
    rearm()
  }

  // MARK: Time

  /// Sets the timer to the earliest of all deadlines.
  private func rearm() {
    dispatchPrecondition(condition: .onQueue(queue))
    let deadlines = [
      client?.deadline, panel.deadline, ledger.deadline, saveDeadline, watchdogDeadline,
      monitor.deadline.map { deadline in
        pace.actual(deadline.advanced(by: pace.transit - filter.timelineLead))
      },
    ]
    guard let earliest = deadlines.compactMap({ $0 }).min() else { return }
    let wait = max(.zero, MonotonicClock.now.duration(to: earliest))
    timer?.schedule(deadline: .now() + wait.inSeconds, leeway: .milliseconds(1))
  }

  /// Asks everything that may have something due: the timer is only a hint.
  private func timerFired() {
    dispatchPrecondition(condition: .onQueue(queue))
    // A fix that is already here comes before a deadline that it may speak against.
    client?.drain()
    let now = MonotonicClock.now
    let unsounded = panel.unsounded
    apply(panel.deadlineReached(at: now))
    // A signal ends some time after its last change.
    if panel.unsounded != unsounded { save() }
    client?.deadlineReached(at: now)
    let instant = pace.counted(now).advanced(by: filter.timelineLead - pace.transit)
    take(monitor.deadlineReached(at: instant))
    ledger.deadlineReached(at: now)
    if let due = saveDeadline, due <= now { save() }
    if let due = watchdogDeadline, due <= now {
      Systemd.notify("WATCHDOG=1")
      watchdogDeadline = Systemd.watchdogInterval.map { now.advanced(by: $0 / 2) }
    }
    rearm()
  }

  // MARK: Fixes

  private func receive(_ message: GPSDClient.Message) {
    dispatchPrecondition(condition: .onQueue(queue))
    defer { rearm() }
    guard case .line(let line) = message else { return tell(reception.after(message)) }
    guard case .whole(let bytes) = line else {
      tally.countUnreadable()
      return Log.write(.warning, "gpsd sent a line longer than 32 kB; it was left out")
    }
    let report = decoder.decode(bytes)
    switch report {
    case .fix(let fix): take(fix)
    case .unreadable(let reason):
      tally.countUnreadable()
      Log.write(.warning, "gpsd sent a line that cannot be read: \(reason)")
    case .error(let reason): Log.write(.warning, "gpsd says: \(reason)")
    case .version(let release): Log.write(.info, "connected to gpsd \(release)")
    default: break
    }
    tell(reception.after(report, device: configuration.gpsd.device))
  }

  private func take(_ fix: Fix) {
    let verdict = filter.receive(fix, arrival: pace.counted(MonotonicClock.now))
    tally.count(verdict)
    switch verdict {
    case .trusted(let fix): take(monitor.receive(fix))
    case .rejected(let reason):
      guard toldRejections.insert(reason).inserted else { return }
      Log.write(.info, "a fix was rejected: \(reason.rawValue); more of the kind are only counted")
    }
  }

  private func tell(_ new: Reception) {
    guard new != reception else { return }
    reception = new
    Log.write(
      new.hasFix || new == .connected ? .notice : .warning, new.description,
      fields: ["reception": new.description])
    note(.gpsd, new.description)
    tellStatus()
  }

  private func tellStatus() {
    Systemd.notify("STATUS=\(reception); inside \(inside)")
  }

  /// The regions that the carrier is inside, for a person.
  private var inside: String {
    let inside = monitor.inside
    return inside.isEmpty ? "none" : inside.joined(separator: ", ")
  }

  // MARK: Findings

  private func take(_ findings: [Finding]) {
    guard !findings.isEmpty else { return }
    for finding in findings {
      tally.count(finding)
      switch finding {
      case .event(let event): take(event)
      case .determined(let region, let state): Log.write(.info, "\(region): \(state.rawValue)")
      case .expired(let region):
        Log.write(.notice, "\(region): expired, no longer watched")
        note(.expired, region)
      case .blind(let since):
        let last = since?.rfc3339 ?? "the start"
        announce(.warning, "blind: no fix that can be trusted since \(last)")
        note(.blind, "no fix that can be trusted since \(last)")
        play("blind")
      case .sighted(let time, let unseen):
        let gap = unseen.map { " after \(JSONLine.rounded($0.inSeconds, 1)) s" } ?? ""
        announce(.notice, "sighted at \(time.rfc3339)\(gap)")
        note(.sighted, "sighted\(gap)")
        play("sighted")
      }
    }
    save()
    tellStatus()
  }

  private func take(_ event: Event) {
    let own = monitor.regions[event.region]?.signal
    play(own ?? event.kind.rawValue, event: event.sequence)
    ledger.record(event)
    guard Systemd.isJournal else { return }
    Log.write(
      .notice, "\(event.kind.rawValue) \(event.region)",
      fields: [
        "event": event.kind.rawValue, "region": event.region, "seq": String(event.sequence),
        "time": event.time.rfc3339,
      ])
  }

  /// Tells a person who watches, or else the log.
  private func announce(_ priority: Log.Priority, _ line: String) {
    if Systemd.isJournal || console.isJSON {
      Log.write(priority, line)
    } else {
      console.show("    \(line)")
    }
  }

  // MARK: Outputs

  private func play(_ name: String, event: Int? = nil) {
    guard let signal = signals[name] else { return }
    apply(panel.play(signal, event: event, at: MonotonicClock.now))
  }

  private func apply(_ changes: [Panel.Change]) {
    for change in changes {
      do {
        try lines?.set(change.output, to: change.level)
        if faultyOutputs.remove(change.output) != nil {
          Log.write(.notice, "output '\(change.output)' works again")
          note(.output, "\(change.output) works again")
        }
      } catch {
        guard faultyOutputs.insert(change.output).inserted else { continue }
        Log.write(.error, "output '\(change.output)': \(error)")
        note(.output, "\(change.output): \(error)")
      }
    }
  }

  // MARK: State

  private func save() {
    ledger.save(SavedState(memory: monitor.memory, unsounded: panel.unsounded))
    // The time of the last fix tells how long was not seen after a power cut.
    saveDeadline = MonotonicClock.now.advanced(by: .seconds(600))
  }

  /// Writes down what changed around the monitor.
  private func note(_ kind: Note.Kind, _ text: String) {
    ledger.record(Note(kind, text, time: time))
  }

  /// The time of day as far as the receiver has said it.
  private var time: Timestamp? {
    guard let fix = monitor.lastFix else { return nil }
    let now = pace.counted(MonotonicClock.now).advanced(by: filter.timelineLead)
    return fix.time.advanced(by: fix.instant.duration(to: now))
  }

  /// Tells of the events whose signals may not have sounded before a crash.
  private func tellUnsounded() {
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
