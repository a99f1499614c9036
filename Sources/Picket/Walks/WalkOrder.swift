internal import Geofence

/// A request about recorded walks.
enum WalkOrder: Hashable, Sendable {
  /// Begin a walk of this name.
  case start(WalkName)
  /// End the walk at this time.
  case stop(at: Timestamp?)
  /// Remove the walk of this name.
  case remove(String)
  /// Answer with the folder of the walks.
  case list
}
