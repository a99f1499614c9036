import Geofence
import Notation

/// The orders that were carried out and have not expired, so that none is carried out twice.
///
/// Brokers may deliver a message more than once.
struct OrderMemory: Sendable {
  private var orders: [[UInt8]: Timestamp] = [:]

  /// Creates a memory of no orders.
  init() {}

  /// Notes an order of a sender.
  ///
  /// - Returns: Whether the order is new.
  mutating func note(_ message: [UInt8], from sender: String, until: Timestamp, at now: Timestamp)
    -> Bool
  {
    orders = orders.filter { $0.value > now }
    let key = SHA256.digest(Array("\(sender)\n".utf8) + message)
    guard orders[key] == nil, orders.count < Self.most else { return false }
    orders[key] = until
    return true
  }

  // The controller accepts at most 600 an hour.
  private static let most = 20_000
}
