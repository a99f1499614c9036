import Base
import Geofence
import Records

/// An order from elsewhere, for something that the carrier could request as well.
struct Order: Hashable, Sendable {
  /// The kind of the order.
  let kind: LinkSettings.Order

  /// The time from which the order is of no use.
  let expires: Timestamp

  /// The request to the controller, without the sender.
  let request: JSONLine

  /// The reason for which a message is not an order that can be carried out.
  struct Refusal: Error, Hashable, Sendable {
    /// The problem and its remedy, on one line.
    let reason: String

    /// Creates a refusal.
    init(_ reason: String) { self.reason = reason }
  }

  /// Reads a message.
  ///
  /// - Parameters:
  ///   - isRetained: Whether the broker had kept it.
  ///   - allowed: The orders that this board accepts.
  init(
    _ message: [UInt8], isRetained: Bool, allowed: Set<LinkSettings.Order>
  ) throws(Refusal) {
    guard !isRetained else {
      throw Refusal("the broker had kept this order, which may be old; send orders without retain")
    }
    guard message.count <= Self.mostBytes else {
      throw Refusal("the order has \(message.count) bytes; at most \(Self.mostBytes) are allowed")
    }
    guard let text = String(validating: message, as: UTF8.self),
      let members = (try? JSON.parse(text))?.object
    else {
      throw Refusal("the order is not a JSON object such as {\"do\":\"mark\",\"expires\":\"...\"}")
    }
    guard let name = members["do"]?.string else {
      throw Refusal("the order has no text under do, such as \"mark\"")
    }
    let names = LinkSettings.Order.allCases.map(\.rawValue).listed()
    guard let kind = LinkSettings.Order(rawValue: name) else {
      throw Refusal("there is no order \(name.quoted.onOneLine); there are \(names)")
    }
    guard allowed.contains(kind) else {
      throw Refusal(
        "this board does not accept the order \(name.quoted); add it to orders in [link]")
    }
    guard let expires = members["expires"]?.string.flatMap(Timestamp.init(rfc3339:)) else {
      throw Refusal(
        "the order needs a time under expires, such as \"2026-06-03T09:14:31Z\", after which it is "
          + "of no use")
    }
    var request = JSONLine.request(name)
    let known = Self.fields[kind] ?? []
    for key in members.keys.sorted() where !["do", "expires", "id"].contains(key) {
      guard known.contains(key), let value = members[key] else {
        throw Refusal(
          "\(name) has no \(key.quoted.onOneLine); it has \((known + ["expires"]).listed())")
      }
      // It would be sent on as null, which is a missing value: a mute without an end.
      guard value.isFinite else { throw Refusal("\(key) has a number that is too great") }
      request.add(key, value)
    }
    (self.kind, self.expires, self.request) = (kind, expires, request)
  }

  /// The reason for which the order is not carried out at a time; `nil` when it is.
  ///
  /// - Parameter now: The time by the receiver; `nil` while it has reported none.
  func refusal(at now: Timestamp?) -> Refusal? {
    guard let now else {
      return Refusal(
        "the board has no time yet, so the order could be old; send it again when it has a fix")
    }
    guard now < expires else {
      return Refusal("the order expired at \(expires.rfc3339), and it is \(now.rfc3339)")
    }
    guard now.duration(to: expires) <= Self.longest else {
      return Refusal("the order expires more than a day from now; give an earlier time")
    }
    return nil
  }

  // The fields of requests that an order may have: TheSocket.md.
  private static let fields: [LinkSettings.Order: [String]] = [
    .mark: ["text"], .mute: ["seconds"], .acknowledge: ["region"], .walk: ["start", "stop"],
  ]

  private static let mostBytes = 4096

  /// A recorded order can be sent again until it expires.
  private static let longest = Duration.seconds(86_400)
}
