internal import Geofence

/// Measures the distance that the carrier covers.
struct Odometer: Sendable {
  /// The distance in metres.
  private(set) var metres = 0.0

  private var anchor: Coordinate?

  /// Notes the next position; a new start adds no distance.
  mutating func note(_ place: Coordinate?, isNew: Bool) {
    guard let place else { return }
    guard let anchor, !isNew else {
      self.anchor = place
      return
    }
    // Shorter steps are mostly noise: a carrier that stands still covers no distance.
    let step = anchor.distance(to: place)
    guard step >= 5 else { return }
    metres += step
    self.anchor = place
  }
}
