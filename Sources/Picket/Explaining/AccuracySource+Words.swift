internal import Geofence

extension AccuracySource {
  /// The source, for a person.
  var words: String {
    switch self {
    case .gst: "from GST"
    case .receiver: "the receiver's own"
    case .hdop: "from HDOP"
    case .eph: "from eph"
    case .nothing: "assumed"
    }
  }
}
