internal import Geofence

/// The border that a carrier looks for by ear, and the step that sounds.
struct Finder: Hashable, Sendable {
  /// The identifier of the region.
  let region: String

  /// The time at which the finder ends unless it is requested again: the requester may be gone.
  var end: Instant

  /// The step of the tempo: 1 far away, 6 on the border; `nil` before the first distance.
  private(set) var step: Int?

  /// Starts to look for a border.
  init(_ region: String, until end: Instant) {
    self.region = region
    self.end = end
  }

  /// Sets the step for a distance from the border, on either side; no step when it is unknown.
  mutating func receive(_ distance: Double?) {
    guard let distance else { return step = nil }
    let new = Self.step(distance)
    guard let old = step, new < old else { return step = new }
    // The step becomes slower only when the distance is clearly greater: positions waver.
    step = min(old, Self.step(distance / Self.hysteresis))
  }

  private static func step(_ distance: Double) -> Int {
    1 + bounds.count { distance <= $0 }
  }

  /// The distances in metres at which the steps begin; fixes are not more accurate than the last.
  private static let bounds = [100.0, 50, 20, 8, 2.5]

  private static let hysteresis = 1.25
}
