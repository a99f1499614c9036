package import Geofence

/// One line of gpsd's, as far as Picket has a use for it.
///
/// The classes are those of gpsd_json(5).
package enum Report: Hashable, Sendable {
  /// TPV: a receiver's position report.
  case fix(Fix)
  /// DEVICES: the receivers that gpsd has.
  case devices([Device])
  /// DEVICE: a receiver came or went.
  case device(Device)
  /// VERSION: gpsd's release.
  case version(String)
  /// SKY with satellites, which are counted only when somebody asks: `Satellites`.
  case sky
  /// ERROR: gpsd does not understand us.
  case error(String)
  /// A class that Picket has no use for, such as WATCH.
  case other
  /// Not a report at all, and why.
  case unreadable(String)

  /// A receiver as gpsd knows it.
  package struct Device: Hashable, Sendable {
    /// The path of the device node.
    package var path: String
    /// Whether gpsd has it open.
    package var isActive: Bool
  }
}
