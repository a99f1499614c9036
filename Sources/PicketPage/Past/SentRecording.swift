internal import Geofence

/// A recording of another program that a device has sent, such as a GPX of a tour; it is kept for a while.
struct SentRecording: Sendable {
  /// The name of its file.
  let name: String
  let bytes: [UInt8]
  /// The path of the file of the watched regions; `nil` while the controller names none.
  let regions: String?
  /// The share of its sender, who alone may read it.
  let share: String
  /// When it came.
  let came: Instant

  /// The most bytes; eight hours of a point each second.
  static let most = 8 << 20

  /// In seconds, after which it is forgotten.
  static let patience = 1800.0
}
