internal import Outputs
internal import Receiver
package import Records

extension Version {
  /// The releases of Picket and libgpiod, and the interface of libgps, for `picket --version`.
  package static var text: String {
    "picket \(picket), libgps \(ReportDecoder.version), libgpiod \(GPIOChip.version ?? "unknown")"
  }
}
