import Geofence
import Notation

/// The orders that were carried out and have not expired: none is carried out twice.
///
/// Brokers may deliver a message more than once.
struct OrderMemory: Sendable {
  private var orders: [[UInt8]: Timestamp] = [:]

  /// Creates a memory of no orders.
  init() {}

  /// Notes an order of a sender.
  ///
  /// - Returns: Whether it is a new one.
  mutating func note(_ message: [UInt8], from sender: String, until: Timestamp, at now: Timestamp)
    -> Bool
  {
    orders = orders.filter { $0.value > now }
    let key = SHA256.digest(Array("\(sender)\n".utf8) + message)
    guard orders[key] == nil, orders.count < Self.most else { return false }
    orders[key] = until
    return true
  }

  // The controller takes 600 an hour at most.
  private static let most = 20_000
}
