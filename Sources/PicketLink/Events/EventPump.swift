import Dispatch
import Geofence
import Notation
import Records
import System

/// Sends the events of the journal to the broker, and moves the cursor behind the accepted ones.
///
/// It must only be called on the queue that it is created with.
final class EventPump: Sendable {
  private let settings: LinkSettings
  private let topics: Topics
  private let broker: Broker
  private let log: LinkLog
  private let queue: DispatchQueue

  /// - Important: Must only be accessed on `queue`, like all properties below.
  private nonisolated(unsafe) let cursorFile: CursorFile
  private nonisolated(unsafe) var keeper: CursorKeeper
  private nonisolated(unsafe) var journal: JournalWatch
  private nonisolated(unsafe) var timer: DeadlineTimer?

  /// The events on their way to the broker.
  private(set) nonisolated(unsafe) var events: EventQueue

  /// Creates a pump that does nothing yet.
  ///
  /// - Parameters:
  ///   - cursor: The place behind the last event that the broker has.
  ///   - file: The file of that cursor.
  init(
    _ settings: LinkSettings, from cursor: Cursor, in file: CursorFile, to broker: Broker,
    _ log: LinkLog, on queue: DispatchQueue
  ) throws(SystemError) {
    self.settings = settings
    self.broker = broker
    self.log = log
    self.queue = queue
    topics = Topics(prefix: settings.prefix, board: settings.board)
    cursorFile = file
    keeper = CursorKeeper(written: cursor)
    journal = try JournalWatch(settings.controller.state, from: cursor)
    events = EventQueue(from: cursor)
  }

  /// Hands out the present lines of the journal, which have the last event of each region.
  func readHistory(_ each: (JournalRecord) -> Void) { journal.readHistory(each) }

  /// Starts to watch the journal.
  func start() {
    dispatchPrecondition(condition: .onQueue(queue))
    timer = DeadlineTimer(queue: queue) { [self] in
      timer?.fired()
      turn()
    }
    journal.start(on: queue) { [self] in
      journal.change()
      turn()
    }
  }

  /// Notes a new connection, on which sending begins at the next turn.
  func connect() { events.connect() }

  /// Notes that the connection has ended.
  func disconnect() { events.disconnect() }

  /// Writes the cursor, if it is not written yet.
  func finish() {
    if let cursor = keeper.rest { write(cursor) }
  }

  /// Does all that is due.
  func turn() {
    dispatchPrecondition(condition: .onQueue(queue))
    let now = MonotonicClock.now
    readJournal(now)
    while let sending = events.next(at: now) { send(sending) }
    keeper.keep(events.cursor)
    if let cursor = keeper.next(at: now) { write(cursor) }
    rearm()
  }

  private func readJournal(_ now: Instant) {
    for notice in journal.read(into: &events, at: now) { Log.write(.warning, notice) }
    if let trouble = journal.popTrouble() { Log.write(.error, trouble) }
  }

  private func send(_ sending: EventQueue.Sending) {
    if settings.ownTracks, let transition = OwnTracks(topics).transition(sending.event) {
      broker.publish(transition) { [log] in log.ended($0, of: transition.topic) }
    }
    let message = sending.event.message(
      of: settings.board, in: topics, isShort: sending.isShort)
    broker.publish(message) { [self] publication in
      let change = events.end(sending, publication, at: MonotonicClock.now)
      if let change { log.changed(change) }
      // In another turn, since the broker may answer at once.
      queue.async { [self] in turn() }
    }
  }

  private func write(_ cursor: Cursor) {
    do throws(SystemError) {
      try cursorFile.write(cursor)
      keeper.wrote(cursor)
      log.wroteCursor()
    } catch {
      keeper.failed(at: MonotonicClock.now)
      log.failedCursor(error)
    }
  }

  private func rearm() {
    let next = [events.deadline, keeper.deadline, journal.deadline]
      .reduce(nil) { Instant.earliest($0, $1) }
    if let next { timer?.set(to: next) }
  }
}
