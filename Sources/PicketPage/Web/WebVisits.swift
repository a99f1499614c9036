internal import Geofence

/// The connections of a server, from the beginning of each to its end.
struct WebVisits {
  /// The stage of a connection.
  enum Phase: Hashable {
    /// The connection has to send a request.
    case waiting
    /// Its request is being answered.
    case answering
    /// Messages are sent to it, for an unlimited time.
    case streaming
  }

  private struct Visit {
    let descriptor: Int32
    /// The time at which the present stage began.
    var since: Instant
    var phase = Phase.waiting
  }

  private var visits: [WebDaemon.Connection: Visit] = [:]

  // The longest time for a whole request, however slowly it is sent.
  private static let patience = Duration.seconds(20)

  // The longest time for reading an answer; the longest answer has 1 MB.
  private static let longestAnswer = Duration.seconds(120)

  /// Adds a connection that was made.
  mutating func begin(_ connection: WebDaemon.Connection, descriptor: Int32, at now: Instant) {
    visits[connection] = Visit(descriptor: descriptor, since: now)
  }

  /// Removes a connection that has ended.
  mutating func end(_ connection: WebDaemon.Connection) {
    visits[connection] = nil
  }

  /// Moves a connection to another stage.
  mutating func enter(_ phase: Phase, _ connection: WebDaemon.Connection, at now: Instant) {
    visits[connection]?.phase = phase
    visits[connection]?.since = now
  }

  /// Whether the time of some connection is limited.
  var areLimited: Bool { visits.values.contains { $0.phase != .streaming } }

  /// The descriptors of the connections that have taken too long.
  ///
  /// - Parameter suspended: The connections that wait for this program, whose time does not count.
  func late(at now: Instant, except suspended: Set<WebDaemon.Connection>) -> [Int32] {
    visits.compactMap { connection, visit in
      guard visit.phase != .streaming, !suspended.contains(connection) else { return nil }
      let limit = visit.phase == .waiting ? Self.patience : Self.longestAnswer
      return visit.since.duration(to: now) >= limit ? visit.descriptor : nil
    }
  }
}
