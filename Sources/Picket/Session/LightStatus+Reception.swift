package import Outputs
package import Receiver

extension LightStatus {
  /// The status for a reception.
  ///
  /// - Parameters:
  ///   - isBlind: Whether no fix has been trusted for longer than the limit.
  ///   - isUnsure: Whether the state of any region may no longer hold.
  ///   - isInside: Whether the carrier is inside any region.
  package init(_ reception: Reception, isBlind: Bool, isUnsure: Bool = false, isInside: Bool) {
    self =
      switch reception {
      case .connecting, .unreachable, .stranger: .noGPSD
      case .noDevice, .deviceGone, .otherDevice, .silent: .noDevice
      case .connected, .mistyped, .noFix: .noFix
      case .fix2D: isBlind ? .noFix : isUnsure ? .unsure : isInside ? .inside : .fix2D
      case .fix3D: isBlind ? .noFix : isUnsure ? .unsure : isInside ? .inside : .fix3D
      }
  }
}
