internal import Base

/// The satellites of a SKY report.
package struct Satellites: Hashable, Sendable {
  /// The path of the receiver; `nil` where the report does not name it.
  package var device: String?

  /// The number of satellites that the fix uses.
  package private(set) var used = 0

  /// The number of satellites that are received.
  package private(set) var seen = 0

  // The carrier-to-noise densities of the four strongest that are used; 0 where there are fewer.
  private var best = SIMD4<Double>(repeating: 0)

  /// The mean strength in dB-Hz of the four strongest that are used; `nil` where none is reported.
  package var strength: Double? {
    let count = (0..<4).count { best[$0] > 0 }
    return count > 0 ? best.sum() / Double(count) : nil
  }

  /// Creates the satellites of a receiver, without any.
  init(device: String?) {
    self.device = device
  }

  /// Adds a satellite, with its carrier-to-noise density in dB-Hz.
  ///
  /// Receivers also list satellites that they search for, with a strength of 0 or without one. Some
  /// report no strength at all, but a satellite that the fix uses is received.
  mutating func add(_ strength: Double, isUsed: Bool) {
    if strength > 0 || isUsed { seen += 1 }
    guard isUsed else { return }
    used += 1
    // No satellite is received with 100 dB-Hz.
    guard strength < 100, strength > best.min(),
      let weakest = (0..<4).first(where: { best[$0] == best.min() })
    else { return }
    best[weakest] = strength
  }

  /// Whether a SKY without spaces lists satellites: some hold only dilutions of precision.
  static func isListed(in bytes: [UInt8]) -> Bool {
    // gpsd's first bracket is this one, after a tenth of the report; quotes come by the dozen.
    bytes.holds("\"satellites\":[")
  }
}
