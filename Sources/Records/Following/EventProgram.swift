package import Base
internal import Geofence
import Glibc

/// A program that is run for each event of a journal, one after the other.
///
/// An event is handled when the program has ended with status 0; then the cursor is written, and
/// the next event begins. So the program receives each event at least once, in order.
package final class EventProgram {
  private let program: Program
  private let file: CursorFile
  private let limit: Duration
  private let attempts: Int
  private let signals: SignalInbox
  private let folder: FolderWatch
  private var follower: JournalFollower
  private var trouble: SystemError?
  // Whether the journal has more events than were read.
  private var isBehind = false

  /// The reason why following has ended without a signal.
  package enum Failure: Error {
    /// The journal cannot be read, or there are no descriptors to watch it with.
    case journal(SystemError)
    /// The cursor, or the file that is the program's standard input, cannot be written.
    case file(SystemError)
  }

  /// The way to continue after a wait.
  private enum Wake {
    case proceed
    case end
  }

  /// The signals that end following, and the signal of a program that has ended.
  package static let signals = [SIGTERM, SIGINT, SIGHUP, SIGCHLD]

  /// Creates a value that has not run the program yet.
  ///
  /// - Parameters:
  ///   - directory: The folder of the journal.
  ///   - follower: The source of its events.
  ///   - file: The file of the cursor.
  ///   - limit: The time that the program may need for an event.
  ///   - attempts: The number of attempts at one event.
  ///   - signals: The inbox that receives `signals`.
  package init(
    _ program: Program, directory: String, follower: JournalFollower, file: CursorFile,
    limit: Duration, attempts: Int, signals: SignalInbox
  ) throws(SystemError) {
    self.program = program
    self.file = file
    self.limit = limit
    self.attempts = attempts
    self.signals = signals
    self.follower = follower
    folder = try FolderWatch(directory)
  }

  /// Follows the journal until a signal ends it.
  package func run() throws(Failure) {
    guard waitForEarlierProgram(until: MonotonicClock.now.advanced(by: limit)) else { return }
    while true {
      let isWatched = folder.renew()
      for event in try events() {
        guard try handle(event) else { return }
      }
      guard !isBehind else { continue }
      // A folder that does not exist yet, or that another one replaces, gives no notice.
      let patience = isWatched && trouble == nil ? Self.checkInterval : Self.missingInterval
      let end = MonotonicClock.now.advanced(by: patience)
      guard wait(until: end, forJournal: true) == .proceed else { return }
    }
  }

  private func events() throws(Failure) -> [FollowedEvent] {
    let events: [FollowedEvent]
    do throws(SystemError) {
      events = try follower.next(atMost: Self.most)
    } catch {
      guard ![EACCES, EPERM].contains(error.code) else { throw .journal(error) }
      // Following waits for a folder that does not exist yet.
      if error != trouble, ![ENOENT, ENOTDIR].contains(error.code) {
        Log.write(.error, "\(error); trying again")
      }
      trouble = error
      isBehind = false
      return []
    }
    trouble = nil
    isBehind = events.count == Self.most
    for notice in follower.popNotices() { Log.write(.warning, notice) }
    if let correction = follower.popCorrection() { try keep(correction) }
    return events
  }

  private func keep(_ cursor: Cursor) throws(Failure) {
    do throws(SystemError) {
      try file.write(cursor)
    } catch {
      throw .file(error)
    }
  }

  // MARK: One event

  /// Runs the program until it has handled an event; returns whether to continue with the next.
  private func handle(_ event: FollowedEvent) throws(Failure) -> Bool {
    var attempts = Attempts(limit: attempts)
    while true {
      guard let outcome = try attempt(event) else { return false }
      guard case .failure(let reason) = outcome else { break }
      let text = "\(event.words): \(program.words[0]) \(reason)"
      guard case .again(let delay) = attempts.fail() else {
        Log.write(.error, "\(text); skipped after \(attempts.failed.counted("attempt"))")
        break
      }
      Log.write(
        .warning,
        "\(text); again in \(delay.inSeconds.secondsText()), attempt "
          + "\(attempts.failed + 1) of \(attempts.limit)")
      let next = MonotonicClock.now.advanced(by: delay)
      while MonotonicClock.now < next {
        guard wait(until: next) == .proceed else { return false }
      }
    }
    try keep(event.cursor)
    return true
  }

  /// The result of one attempt.
  private enum AttemptResult {
    case success
    case failure(String)
  }

  /// Runs the program once; `nil` when a signal has ended it.
  private func attempt(_ event: FollowedEvent) throws(Failure) -> AttemptResult? {
    let input: OpenFile
    do throws(SystemError) {
      input = try self.input(event)
    } catch {
      throw .file(error)
    }
    let run: ProgramRun
    do throws(SystemError) {
      run = try program.start(input: input.descriptor, variables: event.variables)
    } catch {
      let remedy = error.code == ENOEXEC ? "; a script begins with #!, such as #!/bin/sh" : ""
      return .failure("cannot be started: \(error.reason)\(remedy)")
    }
    let end = MonotonicClock.now.advanced(by: limit)
    while true {
      switch run.ending() {
      case .status(0)?: return .success
      case let ending?: return .failure(ending.description)
      case nil: break
      }
      guard MonotonicClock.now < end else {
        run.end(within: Self.grace)
        return .failure("has not ended after \(limit.inSeconds.secondsText()) and was ended")
      }
      guard wait(until: end) == .proceed else {
        run.end(within: Self.grace)
        return nil
      }
    }
  }

  // MARK: Standard input

  private var inputPath: String { "\(file.path).event" }

  /// A file with the event that is the program's standard input.
  ///
  /// The file is locked, and a program keeps the lock as long as the file is its standard input,
  /// even if this process is killed. So the next process finds that the program still runs.
  private func input(_ event: FollowedEvent) throws(SystemError) -> OpenFile {
    unlink(inputPath)
    let written = try OpenFile(inputPath, O_WRONLY | O_CREAT | O_EXCL)
    try written.write(Array("\(event.json)\n".utf8), at: 0)
    let input = try OpenFile(file: inputPath, O_RDONLY)
    try FileLock.acquire(input.descriptor, of: inputPath)
    return input
  }

  /// Waits until the program of an earlier process has ended.
  ///
  /// - Returns: Whether to continue.
  private func waitForEarlierProgram(until end: Instant) -> Bool {
    guard let input = try? OpenFile(file: inputPath, O_RDONLY) else { return true }
    while isLocked(input) {
      guard MonotonicClock.now < end else {
        Log.write(.warning, "a program that was started earlier still runs; not waiting for it")
        return true
      }
      let next = MonotonicClock.now.advanced(by: .milliseconds(20))
      guard wait(until: next) == .proceed else { return false }
    }
    return true
  }

  private func isLocked(_ input: OpenFile) -> Bool {
    do throws(SystemError) {
      try FileLock.acquire(input.descriptor, of: inputPath)
      return false
    } catch {
      return error.code == EWOULDBLOCK
    }
  }

  // MARK: Waiting

  /// Waits until a time, a signal or, with `forJournal`, a change of the journal's folder.
  private func wait(until end: Instant, forJournal: Bool = false) -> Wake {
    let left = MonotonicClock.now.duration(to: end) / .milliseconds(1)
    var wanted = [
      pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: folder.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    poll(&wanted, forJournal ? 2 : 1, Int32(max(0, min(left.rounded(.up), 1e9))))
    return signals.next().subtracting([SIGCHLD]).isEmpty ? .proceed : .end
  }

  // The time that a program has after SIGTERM: everything ends within a second.
  private static let grace = Duration.milliseconds(500)
  // The events that wait in memory, about 1 KB each.
  private static let most = 500
  private static let checkInterval = Duration.seconds(60)
  private static let missingInterval = Duration.seconds(1)
}

extension FollowedEvent {
  /// The environment of a program, with the names that the system's journal uses.
  ///
  /// A variable is empty where the event does not have its value.
  fileprivate var variables: KeyValuePairs<String, String> {
    let fields = (try? JSON.parse(json).object) ?? [:]
    func text(_ name: String) -> String { fields[name].map { $0.string ?? $0.text } ?? "" }
    return [
      "PICKET_EVENT": text("event"), "PICKET_REGION": region ?? "", "PICKET_SEQ": text("seq"),
      "PICKET_TIME": text("time"), "PICKET_NOTE": text("note"), "PICKET_CLASS": text("class"),
      "PICKET_LAT": text("lat"), "PICKET_LON": text("lon"), "PICKET_DEPTH": text("depth"),
      "PICKET_SPEED": text("speed"), "PICKET_TRACK": text("track"), "PICKET_TEXT": text("text"),
    ]
  }
}

/// The attempts at an event before it is skipped.
package struct Attempts: Hashable, Sendable {
  /// The consequence of a failure.
  package enum Consequence: Hashable, Sendable {
    /// The next attempt, after this long.
    case again(after: Duration)
    /// The event is skipped.
    case skip
  }

  /// The greatest number of attempts.
  package let limit: Int

  /// The number of attempts that have failed.
  package private(set) var failed = 0

  private var backoff = Backoff(from: .seconds(1), to: .seconds(300))

  /// Creates the attempts before the first one.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Counts a failed attempt.
  package mutating func fail() -> Consequence {
    failed += 1
    return failed < limit ? .again(after: backoff.next()) : .skip
  }
}
