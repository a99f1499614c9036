internal import Geofence
internal import Outputs

/// The held outputs, and what is known of the last decision about them.
struct Holding: Sendable {
  /// What each output is held on.
  var outputs: HeldOutputs

  // The sides that the owner was given last.
  private var shown: [String: RegionSide] = [:]
  // The grounds of the last decision besides the sides of the regions.
  private var hoursChange: Timestamp?
  private var lacksSpeed = false

  /// Creates it without a decision.
  init(_ outputs: HeldOutputs) { self.outputs = outputs }

  /// Keeps the grounds of a decision.
  mutating func note(_ monitor: RegionMonitor) {
    (hoursChange, lacksSpeed) = (monitor.nextHoursChange, monitor.lacksSpeed)
  }

  /// Whether the hours or the lack of a speed have changed since the last decision.
  func isOutdated(_ monitor: RegionMonitor) -> Bool {
    hoursChange != monitor.nextHoursChange || lacksSpeed != monitor.lacksSpeed
  }

  /// The sides of the outputs, unless they are those that were given last.
  mutating func newSides() -> [String: RegionSide]? {
    let sides = outputs.sides
    guard sides != shown else { return nil }
    shown = sides
    return sides
  }
}
