/// The quantity from which gpsd made the eph of a fix.
///
/// gpsd calls each eph an error "of 95 %", but passes on the values of many receivers unchanged.
public enum EphBasis: String, Codable, Hashable, Sendable {
  /// Not known; converted like `dilution`.
  case unknown
  /// 19 m times the HDOP (4.75 m with DGPS): gpsd gets nothing better from an NMEA receiver.
  case dilution
  /// The receiver's own estimate of the horizontal error, such as u-blox's hAcc.
  ///
  /// u-blox does not document the confidence of hAcc. Users who compared hAcc with the GST of the
  /// same receiver found that it is the root of the sum of the squared deviations of both axes.
  case receiver
  /// The radius that a Garmin receiver calls 50 %, scaled by gpsd by 2.45 / 1.18 to 95 %.
  case circle95

  /// eph as a multiple of the standard deviation of an axis.
  package var ephPerSigma: Double {
    switch self {
    // 19 m times HDOP is 6.3 times the error that was seen with such receivers.
    case .unknown, .dilution: 6.3
    case .receiver: 2.0.squareRoot()
    // A circle of 95 % has a radius of √(-2 ln 0.05) deviations.
    case .circle95: 2.45
    }
  }

  /// The factor of the deviation once the fixes refute that eph was made from an HDOP.
  ///
  /// eph is then the radius of a circle: perhaps of 95 % (2.6 times) or of 50 % (5.3 times).
  /// Anything from 1.5 to 2.6 serves; a larger factor delays every crossing. A receiver that claims nothing
  /// may be as bad: on a campus circles had to be twice as large.
  static let refutedScale = 2.0

  /// The source of the accuracy of a fix with such an eph.
  var source: AccuracySource {
    switch self {
    case .unknown: .eph
    case .dilution: .hdop
    case .receiver, .circle95: .receiver
    }
  }
}
