internal import Base
package import Dispatch
package import Geofence
import Glibc

/// The lines and PWM channels of a board that Picket uses, held for as long as this object lives.
///
/// Each output is requested inactive and set inactive again before it is
/// released: some kernels keep an output at its level when its owner is gone. When
/// the process crashes, the outputs are set inactive, too. A relay or a servo that ends
/// active is active at these times. A chip that disappears
/// and returns is found again by the names of its lines or its label.
///
/// After `watch`, everything happens on the queue that it was given: it belongs to the object that
/// owns this queue, and cannot be shared.
package final class BoardLines: OutputLines {
  private let outputs: [Output]
  private let buttonSettings: ButtonSettings?
  private let pwmRoot: String

  private var lines: [String: GPIOLine] = [:]
  private var channels: [String: PWMChannel] = [:]
  /// The channels that have returned, but whose files udev has not given to this user yet.
  private var exports: [String: PWMExport] = [:]
  private var missing: [String: LineFault] = [:]
  private var button: ButtonLine?
  private var backoff = Backoff()
  private var retry: Instant?

  private var queue: DispatchQueue?
  private var devices: BoardWatch?
  private var receive: (LineMessage) -> Void = { _ in }

  /// Requests the lines and channels of the outputs, all inactive, and the button's line.
  ///
  /// - Throws: `LineFault` when one is missing, held by another program or forbidden.
  package convenience init(
    _ outputs: [Output], button: ButtonSettings? = nil
  ) throws {
    try self.init(outputs, button: button, pwmRoot: PWMChip.root)
  }

  /// Requests the same lines and channels, with the PWM chips of another folder.
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
      channels[output.name] = try PWMChannel(output, pwm, in: pwmRoot)
    }
  }

  /// Sets one output to a level; a pitch is for a PWM channel only.
  ///
  /// - Throws: `SystemError` when the line cannot be set, `LineFault` while it is lost.
  package func set(_ output: String, to level: Level) throws {
    assertQueue()
    if let fault = missing[output] { throw fault }
    do throws(SystemError) {
      try lines[output]?.set(isActive: level.isActive)
      try channels[output]?.set(level)
    } catch {
      // A channel that refuses a pitch is not lost.
      if error.code != EINVAL, error.code != ERANGE {
        lose(output, error.reason)
        receive(.deadlineMoved)
      }
      throw error
    }
  }

  // MARK: Watching

  /// Starts to watch chips and the button.
  package func watch(on queue: DispatchQueue, _ receive: @escaping (LineMessage) -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    self.queue = queue
    self.receive = receive
    if outputs.contains(where: { $0.pwm == nil }) || buttonSettings != nil {
      devices = BoardWatch(on: queue) { [weak self] in self?.devicesChanged() }
      if devices == nil {
        Log.write(.warning, "the loss of a GPIO chip is noticed late: \(SystemError("inotify"))")
      }
    }
    startButton()
  }

  /// The instant at which lost lines are requested again or the button is read.
  package var deadline: Instant? {
    assertQueue()
    return .earliest(retry, button?.deadline)
  }

  /// Performs the steps that are due.
  package func deadlineReached(at now: Instant) {
    assertQueue()
    button?.deadlineReached(at: now)
    if let retry, retry <= now { requestAgain(at: now) }
  }

  /// Handles a chip that appeared, disappeared or was given to another group.
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
    receive(.deadlineMoved)
  }

  // MARK: Losing

  /// Releases an output that cannot be set, and the outputs that are held together with it.
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
    for name in names { receive(.lost(output: name, reason: reason)) }
  }

  private func loseButton(_ reason: String) {
    assertQueue()
    button?.end()
    button = nil
    retryLater()
    receive(.buttonLost(reason: reason))
  }

  private func retryLater() {
    if retry == nil { retry = MonotonicClock.now.advanced(by: backoff.next()) }
  }

  // MARK: Returning

  /// Requests the lost lines that have returned; the others are tried again later.
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
    for name in returned { receive(.returned(output: name)) }
    if buttonSettings != nil, !hadButton, button != nil { receive(.buttonReturned) }
  }

  /// Requests lines together if possible, or else each free line by itself.
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

  /// Requests a channel without waiting; while udev is not ready, the channel is tried again later.
  private func requestChannel(
    _ pwm: PWMSettings, of output: Output
  ) throws(LineFault) -> PWMChannel {
    // The old export is released first: releasing it later would undo the new one.
    if exports[output.name]?.isPresent != true { exports[output.name] = nil }
    let export: PWMExport
    if let known = exports[output.name] {
      export = known
    } else {
      export = try PWMExport(pwm, for: GPIOLine.title(output), in: pwmRoot)
    }
    // Kept: when files disappear and appear again, udev starts over.
    exports[output.name] = export
    let channel = try PWMChannel(export, PWMLevels(output, pwm), patience: .zero)
    exports[output.name] = nil
    return channel
  }

  private func startButton() {
    guard let queue else { return }
    button?.start(on: queue) { [weak self] message in
      guard let self else { return }
      switch message {
      case .pressed(let press): receive(.pressed(press))
      case .deadlineMoved: receive(.deadlineMoved)
      case .lost(let error):
        loseButton(error.reason)
        receive(.deadlineMoved)
      }
    }
  }

  private func assertQueue() {
    queue.map { dispatchPrecondition(condition: .onQueue($0)) }
  }
}
