internal import Geofence

/// One observation of a region, in 18 bytes, since there are thousands of them.
struct PackedObservation: Hashable, Sendable {
  /// The number of the region's identifier.
  var region: UInt16

  private let depth: PackedMetres
  private let neededAfterRun: PackedMetres
  private let needed: PackedMetres
  private let run: PackedMetres
  private let rawNeeded: PackedMetres
  private let rawDepth: PackedMetres
  private let hasRawDepth: Bool
  private let state: RegionState
  private let isDoubted: Bool
  private let isLingering: Bool

  /// Packs an observation.
  init(region: UInt16, evidence: Evidence) {
    self.region = region
    depth = PackedMetres(evidence.depth)
    neededAfterRun = PackedMetres(evidence.neededAfterRun)
    needed = PackedMetres(evidence.needed)
    run = PackedMetres(evidence.run)
    rawNeeded = PackedMetres(evidence.rawNeeded)
    rawDepth = PackedMetres(evidence.rawDepth ?? 0)
    hasRawDepth = evidence.rawDepth != nil
    state = evidence.state
    isDoubted = evidence.isDoubted
    isLingering = evidence.isLingering
  }

  /// The observation.
  var evidence: Evidence {
    Evidence(
      state: state, depth: depth.metres, rawDepth: hasRawDepth ? rawDepth.metres : nil,
      neededAfterRun: neededAfterRun.metres, needed: needed.metres, run: run.metres,
      rawNeeded: rawNeeded.metres, isDoubted: isDoubted, isLingering: isLingering)
  }
}
