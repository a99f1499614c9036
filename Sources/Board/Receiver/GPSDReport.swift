package import Geofence

/// A report of gpsd, as far as Picket uses it.
///
/// The classes are those of gpsd_json(5).
package enum GPSDReport: Hashable, Sendable {
  /// TPV: a receiver's position report.
  case fix(Fix)
  /// DEVICES: all receivers of gpsd.
  case devices([Device])
  /// DEVICE: a receiver that was attached or removed.
  case device(Device)
  /// VERSION: gpsd's release.
  case version(String)
  /// SKY with satellites.
  case sky(Satellites)
  /// ERROR: gpsd does not understand a request.
  case error(String)
  /// A class that Picket does not use, such as WATCH.
  case other
  /// A TPV with a field of the wrong type, which is not used.
  case mistyped(FieldMistake)
  /// A line that is not a report, with the reason.
  case unreadable(String)

  /// A receiver, as gpsd describes it.
  package struct Device: Hashable, Sendable {
    /// The path of the device node.
    package var path: String
    /// Whether gpsd has the device open.
    package var isActive: Bool
    /// gpsd's driver for it; unknown until gpsd has recognized the receiver.
    package var driver: String?
    /// The speed of a serial port in bits per second, which gpsd calls `bps`.
    package var speed: Int?
  }
}
