import Base
import Dispatch
import Geofence
import Glibc
import Records

/// Watches the journal of the controller, and hands over its events as they are written.
struct JournalWatch {
  private let directory: String
  private let folder: FolderWatch
  private var follower: JournalFollower
  private var source: (any DispatchSourceRead)?
  private var trouble: SystemError?
  private var newTrouble: String?
  private var hasChanged = true
  // Whether the journal has more events than there was room for.
  private var isBehind = false

  /// The time at which the journal is read again without a notice.
  private(set) var deadline: Instant?

  /// Creates a watch of the journal in a folder, which need not exist yet.
  init(_ directory: String, from cursor: Cursor) throws(SystemError) {
    self.directory = directory
    folder = try FolderWatch(directory)
    follower = JournalFollower(directory: directory, from: cursor)
  }

  /// Hands out the present lines of the journal, which have the last event of each region.
  func readHistory(_ each: (JournalRecord) -> Void) {
    var reader = JournalReader(directory: directory)
    try? reader.next(each: each)
  }

  /// Calls a handler on the queue when the journal may have changed.
  mutating func start(on queue: DispatchQueue, _ changed: @escaping @Sendable () -> Void) {
    let source = DispatchSource.makeReadSource(fileDescriptor: folder.descriptor, queue: queue)
    source.setEventHandler { changed() }
    source.resume()
    self.source = source
  }

  /// Notes that the journal may have changed.
  mutating func change() {
    hasChanged = true
  }

  /// Adds the next events to a queue, as many as it has room for, if the journal may have some.
  ///
  /// - Returns: The lines about the journal for the log.
  mutating func read(into events: inout EventQueue, at now: Instant) -> [String] {
    let isDue = hasChanged || deadline.map { $0 <= now } ?? true
    let room = events.room
    guard isDue || isBehind && room > 0 else { return [] }
    let isWatched = folder.renew()
    hasChanged = false
    defer {
      // A folder that does not exist yet, or that another one replaces, gives no notice.
      deadline = now.advanced(by: isWatched && trouble == nil ? .seconds(60) : .seconds(1))
    }
    guard room > 0 else {
      isBehind = true
      return []
    }
    do throws(SystemError) {
      let more = try follower.next(atMost: room)
      isBehind = more.count == room
      if let correction = follower.popCorrection() { events.move(to: correction) }
      events.add(more)
      trouble = nil
    } catch {
      if error != trouble, ![ENOENT, ENOTDIR].contains(error.code) {
        newTrouble = "\(error); trying again"
      }
      trouble = error
    }
    return follower.popNotices()
  }

  /// A new reason for which the journal cannot be read.
  mutating func popTrouble() -> String? {
    defer { newTrouble = nil }
    return newTrouble
  }
}
