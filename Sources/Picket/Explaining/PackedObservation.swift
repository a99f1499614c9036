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
