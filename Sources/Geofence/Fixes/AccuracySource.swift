/// The source of a fix's accuracy.
public enum AccuracySource: String, CaseIterable, Codable, Hashable, Sendable {
  /// The standard deviations in the receiver's GST.
  case gst
  /// The receiver's own estimate, which gpsd passes on as eph.
  case receiver
  /// An eph that gpsd made from the HDOP.
  case hdop
  /// The eph of a driver that is not known, which is converted like one made from the HDOP.
  case eph
  /// Nothing: the receiver reports no accuracy that can be used, so a usual one is assumed.
  case nothing = "none"
}
