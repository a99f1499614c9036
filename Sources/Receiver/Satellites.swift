internal import Notation

/// The numbers of satellites in a SKY report.
package struct Satellites: Hashable, Sendable {
  /// The number of satellites that the fix uses.
  package let used: Int

  /// The number of satellites that are received.
  package let seen: Int

  /// The mean strength in dB-Hz of the four strongest that are used; `nil` where none is reported.
  package let strength: Double?

  /// Whether a SKY without spaces lists satellites.
  ///
  /// The satellites are only counted at the request of a client.
  static func isListed(in bytes: [UInt8]) -> Bool {
    // gpsd's first bracket is this one, after a tenth of the report; quotes come by the dozen.
    bytes.holds("\"satellites\":[")
  }

  /// Counts the satellites of a SKY; `nil` when it is of another device or unreadable.
  ///
  /// - Parameter names: The other paths of the device.
  package init?(_ line: [UInt8], device: String?, names: Set<String> = []) {
    guard let fields = (try? JSON.parse(String(decoding: line, as: UTF8.self)))?.object,
      device == nil
        || fields["device"]?.string.map({ $0 == device || names.contains($0) }) ?? false,
      let list = fields["satellites"]?.array
    else { return nil }
    func isUsed(_ entry: JSON) -> Bool { entry.object?["used"] == .boolean(true) }
    // Receivers also list satellites that they search for, with a strength of 0 or without one. Some
    // report no strength at all, but a satellite that the fix uses is received.
    seen = list.count { entry in
      guard let strength = entry.object?["ss"]?.number, strength > 0 else {
        return isUsed(entry)
      }
      return true
    }
    used = list.count(where: isUsed)
    strength = SignalScan(line).strength
  }
}
