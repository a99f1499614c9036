/// The top speed of a carrier over the last minutes.
///
/// It is the reported speed. If the receiver reports none, it is the speed of the way over some
/// seconds: over one second that would be mostly error.
struct TopSpeed: Codable, Sendable {
  /// The speed at which the carrier may go while no fix shows it, in metres per second.
  var reach: Double { min(Self.most, max(Self.least, Usual.margin * speed)) }

  private var speed = 0.0
  private var mark: Vector?
  private var sinceMark = 0.0

  /// Starts with no known speed.
  init() {}

  /// Receives a fix.
  ///
  /// - Parameters:
  ///   - reported: The speed that the receiver reports, in metres per second.
  ///   - position: The position of the fix.
  ///   - passed: The seconds since the previous fix.
  mutating func receive(_ reported: Double?, at position: Vector, after passed: Double) {
    speed -= speed * min(1, passed / Usual.trip)
    sinceMark += passed
    if let reported, reported >= 0 {
      speed = max(speed, reported)
      (mark, sinceMark) = (position, 0)
      return
    }
    guard let mark else { return self.mark = position }
    guard sinceMark >= Usual.recent else { return }
    speed = max(speed, (position - mark).length / sinceMark)
    (self.mark, sinceMark) = (position, 0)
  }

  /// The highest speed that is believed of a carrier, in metres per second.
  static let most = 150.0

  /// Every carrier may reach this speed in a car, in metres per second.
  static var least: Double { most / 5 }
}
