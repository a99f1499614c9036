import ArgumentParser
import Base
import Board
import Geofence
import Glibc
import Picket

/// The outputs of a command that plays on them itself, since no controller runs.
final class OutputPlayer {
  private let lines: any OutputLines
  private var panel: Panel
  // No signal may end this process while an output is active: `wait` receives them instead.
  private var held: HeldSignals

  /// Opens the lines; what is tried sounds at any hour.
  init(_ configuration: Configuration, _ console: Console) throws {
    var settings = configuration.outputs
    (settings.quiet.hours, settings.quiet.isAlways) = (nil, false)
    if settings.kind == .gpiod {
      do {
        lines = try BoardLines(settings.list)
      } catch {
        Log.write(.error, "\(error)")
        throw ExitCode(69)
      }
    } else {
      Log.write(.info, "the configuration has no lines: the outputs are drawn on the terminal")
      lines = TerminalLines(settings.list, console: console, showsLines: true)
    }
    panel = Panel(settings, offset: LocalTime.offset)
    held = HeldSignals()
  }

  deinit {
    held.release()
  }

  /// Plays a signal to its end; SIGINT and SIGTERM end it, and the command, with every output inactive.
  func play(_ signal: Signal) throws {
    try apply(panel.play(signal, at: MonotonicClock.now))
    if let number = try waitForTheEnd() { throw ExitCode(128 + number) }
  }

  /// Repeats a status on the lights that show it, until a signal of the system ends it.
  func show(_ status: LightStatus) throws {
    try apply(panel.show(status, at: MonotonicClock.now))
    // A steady pattern has nothing that is due.
    while try waitForTheEnd() == nil {
      if held.wait(.seconds(3600)) != nil { return try apply(panel.stop()) }
    }
  }

  /// Drives the lines until nothing is due any more; the number of a signal that comes before, with every
  /// output inactive then.
  private func waitForTheEnd() throws -> Int32? {
    while let deadline = panel.deadline {
      if let number = held.wait(MonotonicClock.now.duration(to: deadline)) {
        try apply(panel.stop())
        return number
      }
      try apply(panel.deadlineReached(at: MonotonicClock.now))
    }
    return nil
  }

  private func apply(_ changes: [Panel.Change]) throws {
    for change in changes {
      do {
        try lines.set(change.output, to: change.level)
      } catch {
        Log.write(.error, "output '\(change.output)': \(error)")
        throw ExitCode(69)
      }
    }
  }
}

/// SIGINT, SIGTERM and SIGHUP, held back so that a command can clean up before it ends.
struct HeldSignals {
  private var signals: sigset_t
  private var before: sigset_t

  /// Holds the signals until `release`.
  init() {
    (signals, before) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, &before)
  }

  /// Waits for a duration; returns the number of a signal that arrives before its end.
  mutating func wait(_ duration: Duration) -> Int32? {
    let (seconds, attoseconds) = max(.zero, duration).components
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    let number = sigtimedwait(&signals, nil, &time)
    return number > 0 ? number : nil
  }

  /// Lets the signals through again.
  mutating func release() {
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
