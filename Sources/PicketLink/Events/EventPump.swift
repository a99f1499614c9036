import Base
import Dispatch
import Geofence
import Records

/// Sends the events of the journal to the broker, and moves the cursor behind the accepted ones.
///
/// It must only be called on the queue that it is created with.
final class EventPump: Sendable {
  private let settings: LinkSettings
  private let topics: Topics
  private let broker: Broker
  private let log: LinkLog
  private let queue: DispatchQueue

  /// What only the queue may reach.
  private struct State {
    let cursorFile: CursorFile
    var keeper: CursorKeeper
    var journal: JournalWatch
    var timer: DeadlineTimer?
    var events: EventQueue
  }

  private let confined: Confined<State>

  /// The events on their way to the broker.
  var events: EventQueue { confined.value.events }

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
    let state = State(
      cursorFile: file, keeper: CursorKeeper(written: cursor),
      journal: try JournalWatch(settings.controller.state, from: cursor),
      events: EventQueue(from: cursor))
    confined = Confined(state, on: queue)
  }

  /// Hands out the present lines of the journal, which have the last event of each region.
  func readHistory(_ each: (JournalRecord) -> Void) { confined.value.journal.readHistory(each) }

  /// Starts to watch the journal.
  func start() {
    dispatchPrecondition(condition: .onQueue(queue))
    confined.value.timer = DeadlineTimer(queue: queue) { [self] in
      confined.value.timer?.fired()
      turn()
    }
    confined.value.journal.start(on: queue) { [self] in
      confined.value.journal.change()
      turn()
    }
  }

  /// Notes a new connection, on which sending begins at the next turn.
  func connect() { confined.value.events.connect() }

  /// Notes that the connection has ended.
  func disconnect() { confined.value.events.disconnect() }

  /// Writes the cursor, if it is not written yet.
  func finish() {
    if let cursor = confined.value.keeper.rest { write(cursor) }
  }

  /// Does all that is due.
  func turn() {
    dispatchPrecondition(condition: .onQueue(queue))
    let now = MonotonicClock.now
    readJournal(now)
    while let sending = confined.value.events.next(at: now) { send(sending) }
    confined.value.keeper.keep(confined.value.events.cursor)
    if let cursor = confined.value.keeper.next(at: now) { write(cursor) }
    rearm()
  }

  private func readJournal(_ now: Instant) {
    // In one access, since two at once are a mistake.
    func notices(_ state: inout State) -> [String] {
      state.journal.read(into: &state.events, at: now)
    }
    for notice in notices(&confined.value) { Log.write(.warning, notice) }
    if let trouble = confined.value.journal.popTrouble() { Log.write(.error, trouble) }
  }

  private func send(_ sending: EventQueue.Sending) {
    if settings.ownTracks, let transition = OwnTracks(topics).transition(sending.event) {
      broker.publish(transition) { [log] in log.ended($0, of: transition.topic) }
    }
    let message = sending.event.message(
      of: settings.board, in: topics, isShort: sending.isShort)
    broker.publish(message) { [self] publication in
      let change = confined.value.events.end(sending, publication, at: MonotonicClock.now)
      if let change { log.changed(change) }
      // In another turn, since the broker may answer at once.
      queue.async { [self] in turn() }
    }
  }

  private func write(_ cursor: Cursor) {
    do throws(SystemError) {
      try confined.value.cursorFile.write(cursor)
      confined.value.keeper.wrote(cursor)
      log.wroteCursor()
    } catch {
      confined.value.keeper.failed(at: MonotonicClock.now)
      log.failedCursor(error)
    }
  }

  private func rearm() {
    let next = [
      confined.value.events.deadline, confined.value.keeper.deadline,
      confined.value.journal.deadline,
    ]
    .reduce(nil) { Instant.earliest($0, $1) }
    if let next { confined.value.timer?.set(to: next) }
  }
}
