internal import Notation

/// How many satellites a receiver sees, from gpsd's SKY.
package struct Satellites: Hashable, Sendable {
  /// Those whose signals make the fix.
  package let used: Int

  /// All whose signals are received.
  package let seen: Int

  /// Whether a SKY, without spaces, says anything about satellites.
  ///
  /// All that is done for each of them: the rest is for who asks.
  static func isListed(in bytes: [UInt8]) -> Bool {
    bytes.count(of: "\"satellites\":[", upTo: 1) > 0
  }

  /// Counts those in a SKY; `nil` when it is of another device or cannot be read.
  package init?(_ line: [UInt8], device: String?) {
    guard let fields = (try? JSON.parse(String(decoding: line, as: UTF8.self)))?.object,
      device == nil || fields["device"]?.string == device,
      let list = fields["satellites"]?.array
    else { return nil }
    // Receivers list what they look for as well, without any strength.
    seen = list.count { entry in
      guard case .number(let strength)? = entry.object?["ss"] else { return false }
      return strength > 0
    }
    used = list.count { $0.object?["used"] == .boolean(true) }
  }
}
