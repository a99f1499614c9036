package import Base
package import Geofence
package import Records
internal import RegionFiles

/// A place that the carrier has set without a desk, watched until it is lifted.
package struct Anchor: Hashable, Sendable {
  /// The identifier of its region.
  package var id: String

  /// The place of the anchor.
  package var center: Coordinate

  /// The radius of the region in metres.
  package var radius: Double

  /// The scatter of the fixes whose mean it is: the standard deviation of each axis in metres.
  package var spread: Double

  /// The time at which it was dropped.
  package var time: Timestamp?

  /// Creates an anchor.
  package init(
    id: String, center: Coordinate, radius: Double, spread: Double, time: Timestamp? = nil
  ) {
    self.id = id
    self.center = center
    self.radius = radius
    self.spread = spread
    self.time = time
  }

  /// The name of an anchor without one.
  package static let usualID = "anchor"

  /// The radius of an anchor without one, in metres.
  package static let usualRadius = 40.0

  /// The radii in metres.
  package static let radii = 5.0...5000.0

  /// The metres past the rode at which a boat that lies at its end is still at its anchor.
  package static let margin = 10.0

  /// The metres past the circle that an alarm needs at least.
  ///
  /// The place of the anchor has the receiver's error of a few seconds: some nights a boat swings to
  /// the circle itself, and meets other errors there for hours.
  static let cushion = 6.0

  /// Its region: leaving it is an alarm until it is acknowledged.
  ///
  /// It is quiet: its alarm wakes a crew, and a swinging boat is near the border for whole nights.
  func region(_ settings: RegionSettings) -> Region? {
    guard let circle = Circle(center: center, radius: radius) else { return nil }
    return Region(
      id: id, shape: .circle(circle), notifyOnEntry: false,
      cushion: max(settings.cushion, Self.cushion), linger: settings.linger, sense: .quiet,
      latches: true)
  }

  /// The smallest radius in metres that a receiver with this error can watch.
  ///
  /// A carrier in the middle is surely inside, and none of a thousand fixes is outside.
  static func least(sigma: Double) -> Double { (cushion + 3 * sigma).rounded(.up) }

  // MARK: JSON

  /// Reads the object that `answer` made; `nil` when it is not one.
  package init?(_ json: JSON) {
    guard let fields = json.object, let id = fields["region"]?.string,
      let center = Coordinate(fields), let radius = fields["radius"]?.number, Self.radii ~= radius
    else { return nil }
    let spread = fields["sd"]?.number ?? 0
    self.init(
      id: id, center: center, radius: radius, spread: spread, time: fields["time"]?.timestamp)
  }

  /// The anchor in an answer, and in the state file.
  package var answer: AnchorAnswer {
    var answer = AnchorAnswer()
    answer.region = id
    (answer.latitude, answer.longitude) = (center.latitude, center.longitude)
    (answer.radius, answer.spread) = (radius, spread)
    answer.time = time?.rfc3339
    return answer
  }
}
