import Base
import Geofence
import Records

/// A notification of Signal K: the state of one thing on board, and words to show or to speak.
///
/// Its form is `schemas/groups/notifications.json` of Signal K's specification 1.8.
struct SignalKNotification: Hashable, Sendable {
  /// How much a notification matters.
  enum State: String, Hashable, Sendable {
    case normal, warn, alarm, emergency

    /// The ways to raise it: none, the screen, or the screen and a sound.
    fileprivate var methods: [String] {
      switch self {
      case .normal: []
      case .warn: ["visual"]
      case .alarm, .emergency: ["visual", "sound"]
      }
    }
  }

  let state: State
  let message: String

  /// The value of the notification in a delta.
  var value: JSONLine {
    var line = JSONLine()
    line.add("state", state.rawValue)
    line.add("method", state.methods)
    line.add("message", message)
    return line
  }

  /// A text as one level of a path: letters, digits and hyphens.
  ///
  /// Another text keeps what fits and ends with eight digits of its SHA-256, and so do the names of
  /// Signal K's own alarms, which have no other place.
  static func level(_ text: String) -> String {
    let fits = text.utf8.allSatisfy(isPlain)
    guard text.isEmpty || !fits || ownAlarms.contains(text) else { return text }
    let kept = String(
      decoding: text.utf8.map { isPlain($0) ? $0 : UInt8(ascii: "-") }, as: UTF8.self)
    let digits = SHA256.digest(Array(text.utf8)).prefix(4).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return "\(kept)-\(digits.joined())"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  private static let ownAlarms: Set<String> = [
    "mob", "fire", "sinking", "flooding", "collision", "grounding", "listing", "adrift", "piracy",
    "abandon",
  ]
}
