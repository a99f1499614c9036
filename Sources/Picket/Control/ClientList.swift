internal import Base
internal import Geofence
import Glibc
internal import Records

/// The clients of the control socket that are connected, and their places.
struct ClientList: Sendable {
  private let limit: Int
  private let patience: Duration
  private var clients: [ObjectIdentifier: ControlClient] = [:]

  /// Further places for root, so that other users cannot keep root from asking for the status.
  static let placesOfRoot = 4

  // From this number of places on, a user other than root and the controller's own has half of
  // them: the page alone needs nine.
  private static let manyPlaces = 18

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - limit: The most clients at a time.
  ///   - patience: The time for which a client that sends no requests and watches nothing keeps its
  ///     place.
  init(limit: Int, patience: Duration) {
    self.limit = limit
    self.patience = patience
  }

  /// The reason for which a client of a user has no place; `nil` when it has one.
  func refusal(for credentials: Credentials) -> Refusal? {
    let more = credentials.user == 0 ? Self.placesOfRoot : 0
    let own = clients.values.count { $0.credentials.user == credentials.user }
    if more == 0, credentials.user != geteuid(), limit >= Self.manyPlaces, own >= limit / 2 {
      return Refusal(
        "\(limit / 2) clients of one user are served at a time, and that many of user "
          + "\(credentials.user) are connected ([control] clients); close some", .busy)
    }
    guard clients.count >= limit + more else { return nil }
    let forRoot = more > 0 ? " and \(more) more for root" : ""
    return Refusal(
      "\(limit) clients are served at a time\(forRoot), and that many are connected "
        + "([control] clients); try again later", .busy)
  }

  /// Adds a client.
  mutating func add(_ client: ControlClient) { clients[ObjectIdentifier(client)] = client }

  /// Removes a client.
  mutating func remove(_ client: ControlClient) { clients[ObjectIdentifier(client)] = nil }

  /// The subjects that the clients watch.
  var subscriptions: [Subscription] { clients.values.compactMap(\.subscription) }

  /// Sends a line with its newline to all clients that watch its topic.
  func send(_ line: [UInt8], to topic: ControlServer.Topic) {
    for client in clients.values where client.subscription?.includes(topic) == true {
      client.send(line)
    }
  }

  /// Whether no client is connected.
  var isEmpty: Bool { clients.isEmpty }

  /// Sends all clients their waiting lines and a reason, and ends their connections.
  func finishAll(_ reason: String) {
    for client in clients.values { client.finish(reason) }
  }

  /// Drops clients that keep a place without use.
  func dropIdle(at now: Instant) {
    for client in clients.values {
      guard let since = client.idleSince, since.duration(to: now) >= patience else { continue }
      client.drop(
        "no request and no read for \(patience.inSeconds.elapsedText), and nothing is watched; "
          + "connect again")
    }
  }

  /// Whether a client can become idle: a client that watches cannot.
  var canBeIdle: Bool { clients.values.contains { $0.subscription == nil } }
}
