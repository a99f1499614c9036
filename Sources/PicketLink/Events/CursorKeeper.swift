import Geofence
import Records

/// Decides when the cursor is written: at once, but at most once a second.
///
/// A week's events arrive within seconds; a write for each would wear out a card. After a crash the
/// events of the last second are sent again.
struct CursorKeeper: Hashable, Sendable {
  private var written: Cursor?
  private var newest: Cursor?
  private var last: Instant?

  /// Creates a keeper of a cursor that is in its file.
  init(written: Cursor?) {
    self.written = written
  }

  /// The time from which `next(at:)` has a cursor to write; `nil` without a cursor.
  var deadline: Instant? {
    guard newest != nil else { return nil }
    return last?.advanced(by: Self.interval) ?? Instant(.zero)
  }

  /// Keeps a cursor.
  mutating func keep(_ cursor: Cursor) {
    newest = cursor == written ? nil : cursor
  }

  /// The cursor to write now; `nil` when there is none, or it is too early.
  mutating func next(at now: Instant) -> Cursor? {
    guard let newest, let deadline, deadline <= now else { return nil }
    last = now
    return newest
  }

  /// The cursor that is still to be written, even if it is too early for that.
  var rest: Cursor? { newest }

  /// Notes that a cursor is on the disk.
  mutating func wrote(_ cursor: Cursor) {
    written = cursor
    if newest == cursor { newest = nil }
  }

  /// Notes that writing has failed; the cursor is written later.
  mutating func failed(at now: Instant) {
    last = now.advanced(by: Self.retryInterval)
  }

  private static let interval = Duration.seconds(1)
  private static let retryInterval = Duration.seconds(9)
}
