/// The quality of the reception, for the carrier to see at a glance.
package enum LightStatus: String, CaseIterable, Hashable, Sendable {
  /// gpsd cannot be reached.
  case noGPSD = "no_gpsd"
  /// gpsd has no receiver, or its receiver reports nothing.
  case noDevice = "no_device"
  /// The receiver has no position that can be trusted.
  case noFix = "no_fix"
  /// There are fixes in two dimensions.
  case fix2D = "fix_2d"
  /// There are fixes in three dimensions.
  case fix3D = "fix_3d"
  /// There are fixes, and the carrier is inside of a region.
  case inside
  /// There are fixes, and the state of a region may no longer hold.
  case unsure
  /// systemd has given the controller up; no controller runs.
  case givenUp = "given_up"

  /// The pattern of each status that the configuration leaves out.
  package static let defaults: [LightStatus: Pattern] = [
    LightStatus.noGPSD: "50/150", .noDevice: "50/150 50/750", .noFix: "50/950",
    .fix2D: "50/200 50/2700", .fix3D: "50/2950", .inside: "1000",
    .unsure: "700/100", .givenUp: "500/150 500/150 500/1350",
  ].compactMapValues {
    // A test checks that every one of them is a pattern.
    try? Pattern($0)
  }
}
