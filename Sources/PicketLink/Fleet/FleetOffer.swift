import Base
import RegionFiles

/// The decision whether the update of a received manifest is to be fetched.
struct FleetOffer: Sendable {
  /// The decision about a manifest.
  enum Verdict: Hashable, Sendable {
    /// Its parts are to be fetched.
    case fetch
    /// The board has this update.
    case present
    /// The manifest is refused, for this reason on one line.
    case refused(String)
  }

  /// The target whose updates the board accepts.
  let target: FleetTarget

  /// The public keys, one of which must sign each manifest; without keys, no signature is needed.
  let trustedKeys: [PublicKey]

  /// The update that the controller watches.
  let watched: FleetVersion?

  /// The newest update that was ever applied here: the controller may have lost its file.
  let newest: FleetVersion?

  /// Decides about a manifest.
  func verdict(on manifest: Manifest) -> Verdict {
    let version = manifest.version
    guard version.source == target.source else {
      return .refused(
        "the manifest is for \(version.source.onOneLine), but this board accepts only those for "
          + target.source)
    }
    // Before the version: an update from a sender without a trusted key needs no comparison.
    if let reason = distrust(of: manifest) { return .refused(reason) }
    for known in [watched, newest] {
      if let reason = version.refusal(after: known) { return .refused(reason) }
    }
    return version == watched ? .present : .fetch
  }

  private func distrust(of manifest: Manifest) -> String? {
    guard !trustedKeys.isEmpty else { return nil }
    let words = manifest.version.words
    guard let signature = manifest.signature else {
      return "\(words) is not signed, but trusted_keys requires a signature; sign it with "
        + "picket-link sign"
    }
    guard let bytes = Base64.bytes(signature) else {
      return "the signature of \(words) is not Base64; sign it with picket-link sign"
    }
    let isGood = trustedKeys.contains { $0.verifies(bytes, of: manifest.signedBytes) }
    return isGood
      ? nil : "\(words) is not signed with a key of trusted_keys; sign it with one of their keys"
  }
}
