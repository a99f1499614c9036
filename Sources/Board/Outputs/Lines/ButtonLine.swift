internal import Base
import Dispatch
internal import Geofence

/// The line of a button, held and watched on the queue that `start` is given.
///
/// It sets no timer: the owner calls `deadlineReached(at:)` when `deadline` is reached.
final class ButtonLine {
  /// A change of the button or its line.
  enum Message {
    /// The button was pressed.
    case pressed(Button.Press)
    /// The deadline may have changed.
    case deadlineMoved
    /// The line can no longer be read.
    case lost(SystemError)
  }

  private let watch: GPIOChip.Watch
  private let debounce: Duration

  /// Set by `start`; from then on, everything happens on this queue.
  private var queue: DispatchQueue?
  private var button: Button
  private var pairs: PressPairs?
  private var source: (any DispatchSourceRead)?
  private var receive: (Message) -> Void = { _ in }
  private var isPaused = false

  /// The shortest time until the line is read again, where the kernel does not debounce.
  private static let shortestDebounce = Duration.milliseconds(1)

  /// Finds and requests the line of a button.
  ///
  /// - Throws: `LineFault` when the line is missing, held by another program or forbidden.
  init(_ settings: ButtonSettings, on chips: GPIOChips) throws(LineFault) {
    let place = try chips.find(settings.line, for: "button")
    let line = GPIOChip.Settings(
      offset: place.offset, isActiveLow: settings.isActiveLow, bias: settings.bias)
    if settings.doubleDrops != nil { pairs = PressPairs() }
    let kernelDebounces = GPIOChip.debouncesEdges && settings.debounce > .zero
    debounce = kernelDebounces ? .zero : max(settings.debounce, Self.shortestDebounce)
    do throws(SystemError) {
      watch = try GPIOChip.Watch(line, debounce: settings.debounce, of: place.chip)
      button = Button(settings, debounce: debounce, isPressed: try watch.isActive())
    } catch {
      throw GPIOChips.refusal("button", place, error)
    }
  }

  deinit {
    release()
  }

  /// Whether the device of its chip still exists.
  var isPresent: Bool { watch.isPresent }

  /// The instant at which the line is to be read again.
  var deadline: Instant? {
    assertQueue()
    return .earliest(button.deadline, pairs?.deadline)
  }

  /// Starts to watch.
  func start(on queue: DispatchQueue, _ receive: @escaping (Message) -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard source == nil else { return }
    self.queue = queue
    self.receive = receive
    let source = DispatchSource.makeReadSource(fileDescriptor: watch.descriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.edgesCame() }
    // The descriptor must outlive the source.
    source.setCancelHandler { [watch] in _ = watch }
    self.source = source
    source.resume()
  }

  /// Stops watching.
  func end() {
    assertQueue()
    release()
  }

  /// Ends the source; the last reference may be released on any queue.
  private func release() {
    source?.cancel()
    // Dispatch does not release a suspended source.
    if isPaused { source?.resume() }
    isPaused = false
    source = nil
  }

  /// Reads the edges and the level of the line, if this is due.
  func deadlineReached(at now: Instant) {
    assertQueue()
    for press in pairs?.deadlineReached(at: now) ?? [] { receive(.pressed(press)) }
    guard let due = button.deadline, due <= now else { return }
    // Edges that have arrived by now are older than the level that is read here.
    guard readEdges() != nil, let due = button.deadline, due <= now else { return }
    do throws(SystemError) {
      let presses = button.deadlineReached(at: now, isPressed: try watch.isActive())
      resume()
      report(presses)
    } catch {
      receive(.lost(error))
    }
  }

  private func edgesCame() {
    assertQueue()
    // The edges may have been read at a deadline already.
    guard source != nil, let count = readEdges(), count > 0 else { return }
    // A contact that keeps bouncing, or a wire without a pull resistor, must not
    // keep the queue busy: the next edges are read when the line may be steady.
    if debounce > .zero, !isPaused {
      source?.suspend()
      isPaused = true
    }
    receive(.deadlineMoved)
  }

  /// Reads the edges that have arrived and returns their number; `nil` when the line is lost.
  private func readEdges() -> Int? {
    assertQueue()
    do throws(SystemError) {
      let edges = try watch.edges()
      var presses: [Button.Press] = []
      for edge in edges { presses += button.edge(isPressed: edge.isActive, at: edge.instant) }
      // The kernel keeps no more edges than this: it may have dropped some.
      if edges.count == GPIOChip.Watch.capacity, debounce > .zero {
        button.edgesLost(at: MonotonicClock.now, isPressed: try watch.isActive())
      }
      report(presses)
      return edges.count
    } catch {
      receive(.lost(error))
      return nil
    }
  }

  private func resume() {
    assertQueue()
    guard isPaused else { return }
    isPaused = false
    source?.resume()
  }

  private func report(_ presses: [Button.Press]) {
    for press in presses {
      let certain = pairs?.add(press, at: MonotonicClock.now) ?? [press]
      for press in certain { receive(.pressed(press)) }
    }
  }

  private func assertQueue() {
    queue.map { dispatchPrecondition(condition: .onQueue($0)) }
  }
}
