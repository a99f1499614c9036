package import Geofence

/// The driver that gpsd uses for a device, which decides what the eph of its fixes means.
package struct DeviceDriver: Codable, Hashable, Sendable {
  /// The name, as in the `driver` of gpsd's DEVICE.
  package let name: String

  private let basis: EphBasis
  // The number of further fixes with an eph that counts as the receiver's own, although it could be
  // made from an HDOP.
  private var fixesLeft = 0

  /// Starts with a driver that has reported no fix yet.
  package init(_ name: String) {
    self.name = name
    basis =
      switch name {
      case "u-blox": .receiver
      case "Garmin USB binary", "Garmin Serial binary", "Garmin Simple Text": .circle95
      case "NMEA0183", "Garmin NMEA", "MTK-3301": .dilution
      default: .unknown
      }
  }

  /// The basis of the eph of the next fix.
  ///
  /// The driver alone is not enough: a u-blox 5 or 6 reports no hAcc in NAV-SOL, and one that was
  /// switched to NMEA stays with its driver. gpsd makes eph from the HDOP then. HDOPs have two
  /// decimals, so such an eph is always a multiple of 0.0475 m; by chance, one hAcc in forty is.
  package mutating func basis(of eph: Double) -> EphBasis {
    guard basis == .receiver || basis == .circle95 else { return basis }
    let multiple = (eph / Self.step).rounded() * Self.step
    if abs(eph - multiple) > Self.rounding {
      fixesLeft = Self.memory
    } else {
      guard fixesLeft > 0 else { return .dilution }
      fixesLeft -= 1
    }
    return basis
  }

  /// gpsd's 4.75 m for an HDOP of 0.01 with DGPS, in metres; its 19 m without are four times that.
  private static let step = 0.0475

  /// The error of rounding, in metres: gpsd prints three decimals.
  private static let rounding = 0.000_6

  /// The fixes for which an own eph is remembered: by chance, no ten in a row are multiples.
  private static let memory = 10
}
