import Base
import Geofence

/// A change of some notifications, as one line of JSON.
///
/// Its form is `schemas/delta.json` of Signal K's specification 1.8.
enum SignalKDelta {
  /// The lines that bring notifications to a server, each of a size that fits into one datagram.
  ///
  /// - Parameters:
  ///   - changes: The paths with their notifications; `nil` where there is none any more.
  ///   - board: The name of the board, which names the source.
  static func lines(
    _ changes: [(path: String, notification: SignalKNotification?)], of board: String,
    at time: Timestamp
  ) -> [String] {
    var lines: [String] = []
    var values: [JSONLine] = []
    var size = 0
    func end() {
      guard !values.isEmpty else { return }
      lines.append(line(values, board, time))
      values = []
      size = 0
    }
    for change in changes {
      var value = JSONLine()
      value.add("path", change.path)
      if let notification = change.notification {
        value.add("value", notification.value)
      } else {
        value.add("value", .null)
      }
      if size + value.text.utf8.count > most { end() }
      size += value.text.utf8.count + 1
      values.append(value)
    }
    end()
    return lines
  }

  private static func line(_ values: [JSONLine], _ board: String, _ time: Timestamp) -> String {
    var update = JSONLine()
    update.add("$source", "picket.\(SignalKNotification.level(board))")
    update.add("timestamp", time.rfc3339)
    update.add("values", values)
    var line = JSONLine()
    line.add("context", "vessels.self")
    line.add("updates", [update])
    return line.text
  }

  // Bytes of values: with the rest of a line, below the 1,472 of a packet on Ethernet, so that a
  // lost piece loses no other.
  private static let most = 1_200
}
