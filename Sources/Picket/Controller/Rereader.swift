import Dispatch
internal import Notation
internal import System

/// Reads the configuration and the regions again, on a thread that delays nothing.
final class Rereader: Sendable {
  private let queue: DispatchQueue
  private let read: @Sendable () -> Result<Settings, Problems>

  /// - Important: Must only be accessed on `queue`, as all that follows.
  private nonisolated(unsafe) var reloads = ReloadQueue<Reloader>()
  private nonisolated(unsafe) var watched: @Sendable () -> String = { "" }
  private nonisolated(unsafe) var adopt: @Sendable (Rereading, Bool) -> Int = { _, _ in 0 }

  /// Creates a reader that reads nothing until it is asked.
  ///
  /// - Parameters:
  ///   - queue: The queue of its owner.
  ///   - read: Reads both files, on another thread.
  init(queue: DispatchQueue, _ read: @escaping @Sendable () -> Result<Settings, Problems>) {
    self.queue = queue
    self.read = read
  }

  /// Gets ready to read.
  ///
  /// - Parameters:
  ///   - watched: Called on the queue for the path of the regions that are watched.
  ///   - adopt: Called on the queue with what was read and whether it is to be used; returns how
  ///     many regions are watched then.
  func start(
    watched: @escaping @Sendable () -> String,
    adopt: @escaping @Sendable (_ reading: Rereading, _ isMeant: Bool) -> Int
  ) {
    dispatchPrecondition(condition: .onQueue(queue))
    self.watched = watched
    self.adopt = adopt
  }

  /// Has the files read by a reading that begins after now.
  func reload(for reloader: Reloader) {
    dispatchPrecondition(condition: .onQueue(queue))
    reloads.add(reloader)
    beginReading()
  }

  private func beginReading() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let reloaders = reloads.begin() else { return }
    if reloaders.contains(where: \.isSignal) {
      Systemd.notify("RELOADING=1\nMONOTONIC_USEC=\(MonotonicClock.microseconds)")
    }
    let work: @Sendable () -> Void = { [self, watched = watched()] in
      readAgain(watched: watched, for: reloaders)
    }
    do throws(SystemError) {
      try OwnThread.start(.ordinary, work)
    } catch {
      DispatchQueue.global().async(execute: work)
    }
  }

  private func readAgain(watched: String, for reloaders: [Reloader]) {
    let reading = Rereading(read(), watched: watched)
    let adopted = DispatchSemaphore(value: 0)
    queue.async { [self] in
      handOver(reading, to: reloaders)
      adopted.signal()
    }
    adopted.wait()
    // What was watched until now, and all that was needed to read.
    reading.clear()
    Heap.giveBack()
    queue.async { [self] in
      reloads.end()
      beginReading()
    }
  }

  private func handOver(_ reading: Rereading, to reloaders: [Reloader]) {
    dispatchPrecondition(condition: .onQueue(queue))
    let count = adopt(reading, reloaders.contains { $0.means(reading.file) })
    for case .client(let file, let answer) in reloaders {
      let isMeant = file.map { $0 == reading.file } ?? true
      answer.give { reading.reply(isMeant: isMeant, watched: count) }
    }
  }
}
