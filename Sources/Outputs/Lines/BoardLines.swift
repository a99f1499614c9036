package import Dispatch
package import Geofence
import Glibc
internal import System

/// What happened to a line that Picket uses.
package enum LineChange: Hashable, Sendable {
  /// An output cannot be set until it has returned.
  case lost(output: String, reason: String)
  /// An output that was lost is there again, and inactive.
  case returned(output: String)
  /// The button cannot be read until it has returned.
  case buttonLost(reason: String)
  /// The button that was lost is there again.
  case buttonReturned
}

/// The lines and PWM channels of a board that Picket uses, held for as long as this object lives.
///
/// Each output is requested inactive and set inactive again before it is let
/// go: some kernels keep an output at its level when its owner is gone. A
/// fault of the process sets them inactive, too. A chip that goes and comes
/// back is found again by the names of its lines or its label.
///
/// Once it watches, everything happens on the queue that it was given. It sets no timer:
/// whoever owns the queue calls `deadlineReached(at:)` when `deadline` has come.
package final class BoardLines: OutputLines, Sendable {
  private let outputs: [Output]
  private let buttonSettings: ButtonSettings?
  private let pwmRoot: String

  /// - Important: Must only be accessed on the queue that it watches on, as all that follows.
  private nonisolated(unsafe) var lines: [String: GPIOLine] = [:]
  private nonisolated(unsafe) var channels: [String: PWMChannel] = [:]
  /// The channels that have returned, and whose files udev has not given to this user yet.
  private nonisolated(unsafe) var exports: [String: PWMExport] = [:]
  private nonisolated(unsafe) var missing: [String: LineFault] = [:]
  private nonisolated(unsafe) var button: ButtonLine?
  private nonisolated(unsafe) var backoff = Backoff()
  private nonisolated(unsafe) var retry: Instant?

  private nonisolated(unsafe) var queue: DispatchQueue?
  private nonisolated(unsafe) var devices: BoardWatch?
  private nonisolated(unsafe) var changed: (LineChange) -> Void = { _ in }
  private nonisolated(unsafe) var pressed: (Button.Press) -> Void = { _ in }
  private nonisolated(unsafe) var deadlineMoved: () -> Void = {}

  /// Requests the lines and channels of the outputs, all inactive, and the button's line.
  ///
  /// - Throws: `LineFault` when one is not there or cannot be had.
  package convenience init(
    _ outputs: [Output], button: ButtonSettings? = nil
  ) throws {
    try self.init(outputs, button: button, pwmRoot: PWMChip.root)
  }

  /// Does the same with PWM chips in another folder.
  package init(
    _ outputs: [Output], button: ButtonSettings?, pwmRoot: String
  ) throws(LineFault) {
    self.outputs = outputs
    buttonSettings = button
    self.pwmRoot = pwmRoot
    let onLines = outputs.filter { $0.pwm == nil }
    if !onLines.isEmpty || button != nil {
      let chips = GPIOChips()
      lines = try GPIOLine.request(onLines, on: chips)
      if let button { self.button = try ButtonLine(button, on: chips) }
    }
    for output in outputs {
      guard let pwm = output.pwm else { continue }
      channels[output.name] = try PWMChannel(pwm, for: GPIOLine.title(output), in: pwmRoot)
    }
  }

  /// Sets one output to a level; a pitch is for a PWM channel only.
  ///
  /// - Throws: `SystemError` when the line does not obey, `LineFault` while it is not there.
  package func set(_ output: String, to level: Level) throws {
    assertQueue()
    if let fault = missing[output] { throw fault }
    do throws(SystemError) {
      try lines[output]?.set(isActive: level.isActive)
      try channels[output]?.set(level)
    } catch {
      // What is there and refuses a pitch is not lost.
      if error.code != EINVAL, error.code != ERANGE {
        lose(output, error.reason)
        deadlineMoved()
      }
      throw error
    }
  }

  // MARK: Watching

  /// Starts to watch chips and the button.
  ///
  /// - Parameters:
  ///   - queue: The queue on which everything happens from now on.
  ///   - changed: Called with what happens to a line.
  ///   - pressed: Called with each press of the button.
  ///   - deadlineMoved: Called when `deadline` may be another one.
  package func watch(
    on queue: DispatchQueue, _ changed: @escaping (LineChange) -> Void,
    pressed: @escaping (Button.Press) -> Void = { _ in },
    deadlineMoved: @escaping () -> Void = {}
  ) {
    dispatchPrecondition(condition: .onQueue(queue))
    self.queue = queue
    self.changed = changed
    self.pressed = pressed
    self.deadlineMoved = deadlineMoved
    if outputs.contains(where: { $0.pwm == nil }) || buttonSettings != nil {
      devices = BoardWatch(on: queue) { [weak self] in self?.devicesChanged() }
      if devices == nil {
        Log.write(.warning, "a GPIO chip that goes is noticed late: \(SystemError("inotify"))")
      }
    }
    startButton()
  }

  /// When something is to be tried again or the button to be read.
  package var deadline: Instant? {
    assertQueue()
    return .earliest(retry, button?.deadline)
  }

  /// Does what is due.
  package func deadlineReached(at now: Instant) {
    assertQueue()
    button?.deadlineReached(at: now)
    if let retry, retry <= now { requestAgain(at: now) }
  }

  /// A chip came, went or was given to somebody.
  private func devicesChanged() {
    assertQueue()
    for (name, line) in lines.sorted(by: { $0.key < $1.key })
    where lines[name] != nil && !line.outputs.chip.isPresent {
      lose(name, "\(line.outputs.chip.path) is gone")
    }
    if let button, !button.isPresent { loseButton("its chip is gone") }
    if retry != nil {
      backoff.reset()
      requestAgain(at: MonotonicClock.now)
    }
    deadlineMoved()
  }

  // MARK: Losing

  /// Lets an output go that cannot be set, and those that are held together with it.
  private func lose(_ output: String, _ reason: String) {
    assertQueue()
    var names = [output]
    if let line = lines[output] {
      names = lines.filter { $0.value.outputs === line.outputs }.map(\.key).sorted()
    } else if channels[output] == nil {
      return
    }
    for name in names {
      lines[name] = nil
      channels[name] = nil
      missing[name] = LineFault("output '\(name)': \(reason); trying to get it back")
    }
    retryLater()
    for name in names { changed(.lost(output: name, reason: reason)) }
  }

  private func loseButton(_ reason: String) {
    assertQueue()
    button?.end()
    button = nil
    retryLater()
    changed(.buttonLost(reason: reason))
  }

  private func retryLater() {
    if retry == nil { retry = MonotonicClock.now.advanced(by: backoff.next()) }
  }

  // MARK: Returning

  /// Requests what is missing and there again; the rest is tried again later.
  private func requestAgain(at now: Instant) {
    assertQueue()
    retry = nil
    let wanted = outputs.filter { missing[$0.name] != nil }
    let chips = GPIOChips()
    var returned = request(wanted.filter { $0.pwm == nil }, on: chips)
    for output in wanted {
      guard let pwm = output.pwm else { continue }
      do throws(LineFault) {
        channels[output.name] = try requestChannel(pwm, of: output)
        returned.append(output.name)
      } catch {
        missing[output.name] = error
      }
    }
    for name in returned { missing[name] = nil }
    let hadButton = button != nil
    if let buttonSettings, !hadButton {
      button = try? ButtonLine(buttonSettings, on: chips)
      startButton()
    }
    if missing.isEmpty, buttonSettings == nil || button != nil {
      backoff.reset()
    } else {
      retry = now.advanced(by: backoff.next())
    }
    for name in returned { changed(.returned(output: name)) }
    if buttonSettings != nil, !hadButton, button != nil { changed(.buttonReturned) }
  }

  /// Requests lines at once if that can be done, or else those that can be had.
  private func request(_ wanted: [Output], on chips: GPIOChips) -> [String] {
    if let held = try? GPIOLine.request(wanted, on: chips) {
      lines.merge(held) { $1 }
      return wanted.map(\.name)
    }
    return wanted.compactMap { output in
      do throws(LineFault) {
        lines.merge(try GPIOLine.request([output], on: chips)) { $1 }
        return output.name
      } catch {
        missing[output.name] = error
        return nil
      }
    }
  }

  /// Requests a channel without waiting: what udev has not done by now is tried again later.
  private func requestChannel(
    _ pwm: PWMSettings, of output: Output
  ) throws(LineFault) -> PWMChannel {
    // Gone before it is exported anew, which the end of the old one would undo.
    if exports[output.name]?.isPresent != true { exports[output.name] = nil }
    let export: PWMExport
    if let known = exports[output.name] {
      export = known
    } else {
      export = try PWMExport(pwm, for: GPIOLine.title(output), in: pwmRoot)
    }
    // Kept: udev begins from the start with files that go and appear again.
    exports[output.name] = export
    let channel = try PWMChannel(export, pitch: pwm.pitch, patience: .zero)
    exports[output.name] = nil
    return channel
  }

  private func startButton() {
    guard let queue else { return }
    button?.start(on: queue) { [weak self] message in
      guard let self else { return }
      switch message {
      case .pressed(let press): pressed(press)
      case .deadlineMoved: deadlineMoved()
      case .lost(let error):
        loseButton(error.reason)
        deadlineMoved()
      }
    }
  }

  private func assertQueue() {
    queue.map { dispatchPrecondition(condition: .onQueue($0)) }
  }
}
