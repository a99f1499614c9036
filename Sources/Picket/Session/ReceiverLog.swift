internal import Geofence
internal import Notation
internal import Receiver
internal import System

/// What the log has about gpsd and its receiver, within a budget: gpsd must not fill a log.
struct ReceiverLog: Sendable {
  private var budget: WriteBudget
  // The number of lines that were left out since the last one.
  private var omitted = 0
  // gpsd's release; `nil` after the connection was lost.
  private var release: String?
  private var rejections: Set<Rejection> = [.noFix, .duplicate]
  private var fields: Set<String> = []
  private var isDateImpossible = false

  /// Creates an empty log.
  init(at now: Instant) { budget = WriteBudget(perHour: 360, at: now) }

  /// A line for the log; `nil` when there is no room for it.
  mutating func line(
    _ text: String, _ priority: Log.Priority = .warning, at now: Instant
  ) -> Directive? {
    guard budget.spend(at: now) == nil else {
      omitted += 1
      return nil
    }
    let more = omitted == 0 ? "" : "; \(omitted.counted("earlier line")) about gpsd left out"
    omitted = 0
    return .log(priority, text + more)
  }

  /// Takes the room for a line that is not about gpsd alone, if there is room.
  mutating func takesRoom(at now: Instant) -> Bool { budget.spend(at: now) == nil }

  /// Notes a rejection; returns whether it is the first for its reason.
  mutating func isNew(_ rejection: Rejection) -> Bool { rejections.insert(rejection).inserted }

  /// Notes a field of a wrong type; returns whether it is the first of its name.
  mutating func isNew(field: String) -> Bool { fields.insert(field).inserted }

  /// Notes gpsd's release; returns whether it is another one, or that of another connection.
  mutating func isNew(release: String) -> Bool {
    // While the receiver is silent, the connection is renewed every 12 s.
    defer { self.release = release }
    return release != self.release
  }

  /// Notes that the connection was lost.
  mutating func loseConnection() { release = nil }

  /// Notes whether the receiver's date can be right; returns whether that has changed.
  mutating func isNew(isDateImpossible: Bool) -> Bool {
    defer { self.isDateImpossible = isDateImpossible }
    return isDateImpossible != self.isDateImpossible
  }
}
