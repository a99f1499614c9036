import Dispatch
internal import Notation
internal import RegionFiles
internal import System

/// Reads the configuration and the regions again, on another thread, so that nothing is delayed.
final class Reloader: Sendable {
  /// The sender of a request to read the files again.
  enum Requester: Sendable {
    /// The sender of a SIGHUP, such as the service manager.
    case signal
    /// A client.
    case client(FilesRequest, Answer)

    /// Whether it is the sender of a signal.
    var isSignal: Bool {
      if case .signal = self { true } else { false }
    }

    /// Whether it requests a reload of this file of regions.
    func means(_ file: String) -> Bool {
      switch self {
      case .signal: true
      case .client(.reload(let meant), _): meant.map { $0 == file } ?? true
      // For an edit, this was checked when the file was written.
      case .client(.edit, _), .client(.fleet, _): true
      case .client(.document, _): false
      }
    }

    /// Whether it has a separate reading.
    var isAlone: Bool {
      switch self {
      case .signal, .client(.reload, _): false
      case .client: true
      }
    }
  }

  /// The regions that are watched.
  struct Watched: Sendable {
    /// The path of the regions' file.
    let file: String
    /// The version of the fleet's update among them; `nil` without a fleet.
    let fleet: FleetVersion?

    /// The regions of a session.
    init(_ session: borrowing Session) {
      file = session.regionsFile
      fleet = session.fleet?.version
    }
  }

  private let queue: DispatchQueue
  private let read: Reading

  /// - Important: Must only be accessed on `queue`, like all properties below.
  private nonisolated(unsafe) var waiting = ReloadQueue<Requester>(isAlone: \.isAlone)
  private nonisolated(unsafe) var watched: (@Sendable () -> Watched)?
  private nonisolated(unsafe) var adopt: @Sendable (ReloadedFiles, Bool) -> Int = { _, _ in 0 }

  /// Reads all files, with an update in place of the fleet's regions if there is one.
  typealias Reading =
    @Sendable (
      _ update: (text: FleetUpdate.Text, path: String)?
    ) -> Result<Settings, Problems>

  /// Creates a reloader that reads nothing until `reload`.
  ///
  /// - Parameters:
  ///   - queue: The queue of its owner.
  ///   - read: Called on another thread.
  init(queue: DispatchQueue, _ read: @escaping Reading) {
    self.queue = queue
    self.read = read
  }

  /// Prepares for reloads.
  ///
  /// - Parameters:
  ///   - watched: Called on the queue for the regions that are watched.
  ///   - adopt: Called on the queue with the files and whether they are to be used; returns the
  ///     number of regions that are watched then.
  func start(
    watched: @escaping @Sendable () -> Watched,
    adopt: @escaping @Sendable (_ files: ReloadedFiles, _ isRequested: Bool) -> Int
  ) {
    dispatchPrecondition(condition: .onQueue(queue))
    self.watched = watched
    self.adopt = adopt
  }

  /// Reads the files again for a requester; the reading begins after this call.
  func reload(for requester: Requester) {
    dispatchPrecondition(condition: .onQueue(queue))
    waiting.add(requester)
    beginReading()
  }

  private func beginReading() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let watched, let requesters = waiting.begin() else { return }
    if requesters.contains(where: \.isSignal) {
      Systemd.notify("RELOADING=1\nMONOTONIC_USEC=\(MonotonicClock.microseconds)")
    }
    let work: @Sendable () -> Void = { [self, watched = watched()] in
      readAgain(watched: watched, for: requesters)
    }
    do throws(SystemError) {
      try OwnThread.start(.ordinary, work)
    } catch {
      DispatchQueue.global().async(execute: work)
    }
  }

  private func readAgain(watched: Watched, for requesters: [Requester]) {
    switch requesters.first {
    case .client(.document(let first, let path), let answer)?:
      RegionsPage(from: first, path: path).give(to: answer)
    case .client(.edit(let editing), let answer)?:
      switch editing.carryOut({ [read] in read(nil) }) {
      case .answered(let line): answer.give { line }
      case .written(let settings, let line):
        adopt(ReloadedFiles(.success(settings), watched: watched.file), requesters, line)
      }
    default:
      // Nothing else may hold the settings: their memory is given back below.
      adopt(ReloadedFiles(read(for: requesters, watched), watched: watched.file), requesters)
    }
    // This includes the memory that the reading needed.
    Heap.giveBack()
    queue.async { [self] in
      waiting.end()
      beginReading()
    }
  }

  /// Lets the owner use the files, and frees the regions that it used before.
  private func adopt(
    _ files: ReloadedFiles, _ requesters: [Requester], _ line: JSONLine = JSONLine()
  ) {
    let adopted = DispatchSemaphore(value: 0)
    queue.async { [self] in
      handOver(files, to: requesters, line)
      adopted.signal()
    }
    adopted.wait()
    // These are the regions that were watched before.
    files.clear()
  }

  private func read(
    for requesters: [Requester], _ watched: Watched
  ) -> Result<Settings, Problems> {
    guard case .client(.fleet(let update, let path), _)? = requesters.first else {
      return read(nil)
    }
    return apply(update, after: watched.fleet, path: path)
  }

  /// Reads an update of the fleet's regions and writes it to their path if it has no errors.
  private func apply(
    _ update: FleetUpdate, after present: FleetVersion?, path: String
  ) -> Result<Settings, Problems> {
    do throws(Problem) {
      // Another update may have arrived since the request was accepted.
      if let reason = update.version.refusal(after: present) {
        throw Problem(file: update.file, wrong: reason)
      }
      let text = try update.text()
      let result = read((text, path))
      guard case .success = result else { return result }
      do throws(SystemError) {
        try FleetFile.write(text.stamped, to: path)
      } catch {
        throw Problem(file: path, wrong: "\(error)", remedy: "nothing was changed; send it again")
      }
      return result
    } catch {
      return .failure(Problems([error]))
    }
  }

  private func handOver(
    _ files: ReloadedFiles, to requesters: [Requester], _ line: JSONLine
  ) {
    dispatchPrecondition(condition: .onQueue(queue))
    let count = adopt(files, requesters.contains { $0.means(files.path) })
    for requester in requesters {
      switch requester {
      case .signal, .client(.document, _): break
      case .client(.edit, let answer):
        answer.give {
          var line = line
          line.add("watched", count)
          return line
        }
      case .client(.reload(let file), let answer):
        let isRequested = file.map { $0 == files.path } ?? true
        answer.give { files.reply(isRequested: isRequested, watched: count) }
      case .client(.fleet(let update, _), let answer):
        answer.give { files.reply(to: update, watched: count) }
      }
    }
  }
}
