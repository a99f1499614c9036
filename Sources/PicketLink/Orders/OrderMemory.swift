import Base
import Geofence

/// The orders that were sent to the controller and have not expired, so that none is carried out
/// twice.
///
/// Brokers may deliver a message more than once.
struct OrderMemory: Sendable {
  /// The end of an order.
  enum End: Sendable {
    /// The controller has not answered, and may have carried it out.
    case unknown
    case refused
    case carriedOut
  }

  private let limit: Int
  private var orders: [[UInt8]: (until: Timestamp, end: End)] = [:]

  /// Creates a memory of no orders.
  ///
  /// - Parameter limit: The most orders. The controller accepts at most 600 an hour.
  init(limit: Int = 20_000) {
    self.limit = limit
  }

  /// The name of an order of a sender in the memory.
  static func key(_ message: [UInt8], from sender: String) -> [UInt8] {
    SHA256.digest(Array("\(sender)\n".utf8) + message)
  }

  /// Notes an order, which must happen before it is sent to the controller.
  ///
  /// - Returns: The reason not to send it; `nil` when it is new.
  mutating func admit(_ key: [UInt8], until: Timestamp, at now: Timestamp) -> Order.Refusal? {
    orders = orders.filter { $0.value.until > now }
    switch orders[key]?.end {
    case .carriedOut?:
      return Order.Refusal("this order has been carried out already; send a new one")
    case .refused?: return Order.Refusal("this order was refused before; send a new one")
    case .unknown?:
      return Order.Refusal(
        "picket gave no answer to this order, and may have carried it out; look, and send a new one "
          + "if it has not")
    case nil: break
    }
    guard orders.count < limit else {
      return Order.Refusal(
        "the board remembers \(limit) orders that have not expired; send this one later")
    }
    orders[key] = (until: until, end: .unknown)
    return nil
  }

  /// Notes the end of an order.
  mutating func settle(_ key: [UInt8], _ end: End) {
    orders[key]?.end = end
  }
}
