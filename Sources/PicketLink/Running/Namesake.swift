import Base
import Geofence
import Records

/// The signs of another link with the name of this board.
///
/// Each link writes a number of its own into a retained message of the board. A broker ends the
/// connection of a client when another one with its name connects: such links end each other's
/// connections again and again.
struct Namesake: Sendable {
  /// The number of this link, as long as it runs.
  let nonce: String
  private let host: String

  private var isWritten = false
  private var shortConnections = 0
  private var connectedAt: Instant?

  /// Creates the signs before the first connection.
  init(nonce: String, host: String) {
    self.nonce = nonce
    self.host = host
  }

  /// The message with the number.
  func message(_ topics: Topics) -> Message {
    var line = JSONLine()
    line.add("link", nonce)
    line.add("host", host)
    return Message(topics.session, line.text, isRetained: true)
  }

  /// Reads a message; returns the sign of another link.
  ///
  /// A number that is there before this link's own is of an earlier run.
  mutating func read(_ message: ReceivedMessage) -> String? {
    guard message.payload.count <= 1024,
      let reply = Reply(String(decoding: message.payload, as: UTF8.self)),
      let found = reply.text("link")
    else { return nil }
    guard found != nonce else {
      isWritten = true
      return nil
    }
    guard isWritten else { return nil }
    let place = reply.text("host").map { ", on the host \($0.quoted.onOneLine)" } ?? ""
    return "another picket-link has the name of this board at the broker\(place)"
  }

  /// Notes a connection.
  mutating func connected(at now: Instant) { connectedAt = now }

  /// Notes the end of a connection; returns the sign of another link.
  mutating func disconnected(at now: Instant) -> String? {
    guard let since = connectedAt else { return nil }
    connectedAt = nil
    shortConnections = since.duration(to: now) < Self.lasting ? shortConnections + 1 : 0
    guard shortConnections >= Self.many else { return nil }
    return
      "connections end again and again right after they were accepted: another picket-link may "
      + "have the name of this board"
  }

  private static let lasting = Duration.seconds(10)
  private static let many = 3
}
