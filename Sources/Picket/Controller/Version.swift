internal import Notation
internal import Outputs
internal import Receiver

/// Which Picket this is.
package enum Version {
  /// The release, as `picket status`, what is recorded and the package say it.
  package static let picket = "0.1.0"

  /// The release with that of libgpiod and the interface of libgps, as `picket --version` says it.
  package static var text: String {
    "picket \(picket), libgps \(ReportDecoder.version), libgpiod \(GPIOChip.version ?? "unknown")"
  }
}
