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
    /// It was shut down for a newer connection, and the library has not ended it yet.
    case leaving
  }

  private struct Visit {
    let descriptor: Int32
    let peer: IPAddress?
    /// The time at which the present stage began.
    var since: Instant
    var phase = Phase.waiting
    /// Whether it has sent a whole head.
    var hasRequested = false
  }

  private var visits: [WebDaemon.Connection: Visit] = [:]

  // The longest time for a whole request, however slowly it is sent.
  private static let patience = Duration.seconds(20)

  // The longest time for reading an answer; the longest answer has 1 MB.
  private static let longestAnswer = Duration.seconds(120)

  /// The most connections: ten phones need thirty.
  static let most = 64

  /// The most connections of one address, which may be that of a proxy with many phones behind it.
  static let mostOfAddress = 32

  /// Adds a connection that was made.
  ///
  /// - Returns: The descriptor of the connection that has to leave for it; `nil` while there is
  ///   room.
  mutating func begin(
    _ connection: WebDaemon.Connection, descriptor: Int32, from peer: IPAddress? = nil,
    at now: Instant, suspended: Set<WebDaemon.Connection> = []
  ) -> Int32? {
    visits[connection] = Visit(descriptor: descriptor, peer: peer, since: now)
    let present = visits.filter { $0.value.phase != .leaving }
    let own = present.filter { $0.value.peer == peer }
    guard own.count > Self.mostOfAddress || present.count > Self.most else { return nil }
    let candidates = own.count > Self.mostOfAddress ? own : present
    let leaving = Self.dispensable(
      candidates.filter { $0.key != connection && !suspended.contains($0.key) })
    visits[leaving ?? connection]?.phase = .leaving
    return visits[leaving ?? connection]?.descriptor
  }

  /// The connection that is missed least: the oldest without a whole request, then the one that
  /// has been idle for longest, then the one that has not read its answer for longest.
  ///
  /// A phone sends its request at once, and so never waits behind those that send nothing.
  private static func dispensable(
    _ visits: [WebDaemon.Connection: Visit]
  ) -> WebDaemon.Connection? {
    func rank(_ visit: Visit) -> Int {
      visit.phase == .answering ? 2 : visit.hasRequested ? 1 : 0
    }
    return visits.filter { $0.value.phase != .streaming }
      .min { (rank($0.value), $0.value.since) < (rank($1.value), $1.value.since) }?.key
  }

  /// The descriptor of a connection.
  func descriptor(of connection: WebDaemon.Connection) -> Int32? { visits[connection]?.descriptor }

  /// Removes a connection that has ended.
  mutating func end(_ connection: WebDaemon.Connection) {
    visits[connection] = nil
  }

  /// Moves a connection to another stage.
  mutating func enter(_ phase: Phase, _ connection: WebDaemon.Connection, at now: Instant) {
    guard let visit = visits[connection], visit.phase != .leaving else { return }
    visits[connection]?.phase = phase
    visits[connection]?.since = now
  }

  /// Records that the head of a request has arrived.
  mutating func request(_ connection: WebDaemon.Connection, at now: Instant) {
    visits[connection]?.hasRequested = true
    // The body may take as long as the head.
    enter(.waiting, connection, at: now)
  }

  /// Whether the time of some connection is limited.
  var areLimited: Bool {
    visits.values.contains { [.waiting, .answering].contains($0.phase) }
  }

  /// The descriptors of the connections that have taken too long.
  ///
  /// - Parameter suspended: The connections that wait for this program, whose time does not count.
  func late(at now: Instant, except suspended: Set<WebDaemon.Connection>) -> [Int32] {
    visits.compactMap { connection, visit in
      guard [.waiting, .answering].contains(visit.phase), !suspended.contains(connection) else {
        return nil
      }
      let limit = visit.phase == .waiting ? Self.patience : Self.longestAnswer
      return visit.since.duration(to: now) >= limit ? visit.descriptor : nil
    }
  }
}
