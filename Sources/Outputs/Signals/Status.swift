/// What the carrier wants to know at a glance: how well fixes are received.
package enum Status: String, CaseIterable, Hashable, Sendable {
  /// gpsd is not there.
  case noGPSD = "no_gpsd"
  /// gpsd has no receiver, or one that says nothing.
  case noDevice = "no_device"
  /// The receiver has no position, or none that can be trusted.
  case noFix = "no_fix"
  /// There are fixes in two dimensions.
  case fix2D = "fix_2d"
  /// There are fixes in three dimensions.
  case fix3D = "fix_3d"
  /// There are fixes, and the carrier is inside of a region.
  case inside

  /// The pattern of each status that a configuration says nothing about.
  package static let defaults: [Status: Pattern] = [
    Status.noGPSD: "50/150", .noDevice: "50/150 50/750", .noFix: "50/950",
    .fix2D: "50/200 50/2700", .fix3D: "50/2950", .inside: "1000",
  ].compactMapValues {
    // A test reads them all: none is left out here.
    try? Pattern($0)
  }
}
