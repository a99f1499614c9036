internal import Geofence

/// One observation of a region, in 16 bytes, since there are thousands of them.
struct PackedObservation: Hashable, Sendable {
  /// The number of the region's identifier.
  var region: UInt16

  private let depth: PackedMetres
  private let neededAfterRun: PackedMetres
  private let needed: PackedMetres
  private let run: PackedMetres
  private let rawNeeded: PackedMetres
  private let rawDepth: PackedMetres
  private let state: RegionState
  private let flags: Flags

  private struct Flags: OptionSet, Hashable {
    let rawValue: UInt8
    static let hasRawDepth = Flags(rawValue: 1)
    static let isDoubted = Flags(rawValue: 2)
    static let isLingering = Flags(rawValue: 4)
    static let isGuess = Flags(rawValue: 8)
  }

  /// Packs an observation.
  init(region: UInt16, evidence: Evidence) {
    self.region = region
    depth = PackedMetres(evidence.depth)
    neededAfterRun = PackedMetres(evidence.neededAfterRun)
    needed = PackedMetres(evidence.needed)
    run = PackedMetres(evidence.run)
    rawNeeded = PackedMetres(evidence.rawNeeded)
    rawDepth = PackedMetres(evidence.rawDepth ?? 0)
    state = evidence.state
    var flags: Flags = []
    if evidence.rawDepth != nil { flags.insert(.hasRawDepth) }
    if evidence.isDoubted { flags.insert(.isDoubted) }
    if evidence.isLingering { flags.insert(.isLingering) }
    if evidence.isGuess { flags.insert(.isGuess) }
    self.flags = flags
  }

  /// The observation.
  var evidence: Evidence {
    Evidence(
      state: state, depth: depth.metres,
      rawDepth: flags.contains(.hasRawDepth) ? rawDepth.metres : nil,
      neededAfterRun: neededAfterRun.metres, needed: needed.metres, run: run.metres,
      rawNeeded: rawNeeded.metres, isDoubted: flags.contains(.isDoubted),
      isLingering: flags.contains(.isLingering), isGuess: flags.contains(.isGuess))
  }
}

/// Metres in two bytes: to a centimetre up to 20 m, and to a thousandth beyond.
///
/// Thousands of distances are kept to explain the last minutes, and are printed with a decimal.
struct PackedMetres: Hashable, Sendable {
  // From the highest bit: one for the sign, four for the exponent, eleven for the digits. The
  // digits are shifted by the exponent, and count centimetres.
  private let bits: UInt16

  private static let digitBits = 11
  private static let largestExponent = 15

  /// Packs metres; those beyond 670 km become 670 km.
  ///
  /// Fractions of a centimetre are cut off, so that rounding the rest to a decimal gives the
  /// same as rounding the distance itself.
  init(_ metres: Double) {
    let limit = Double(((1 << Self.digitBits) - 1) << Self.largestExponent)
    // Comparing with a NaN gives the limit.
    let centimetres = Int(min(abs(metres) * 100, limit))
    let exponent = max(0, Int.bitWidth - centimetres.leadingZeroBitCount - Self.digitBits)
    let digits = centimetres >> exponent
    let sign: UInt16 = metres < 0 ? 1 : 0
    bits = sign << 15 | UInt16(exponent) << UInt16(Self.digitBits) | UInt16(digits)
  }

  /// The distance, in metres.
  var metres: Double {
    let digits = Int(bits) & ((1 << Self.digitBits) - 1)
    let exponent = Int(bits) >> Self.digitBits & Self.largestExponent
    let metres = Double(digits << exponent) / 100
    return bits >> 15 == 0 ? metres : -metres
  }
}
