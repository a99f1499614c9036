package import Geofence
internal import Notation

/// The states of all regions as signals, which a very long press requests.
package enum Readout {
  /// The most signals that a carrier is expected to count.
  package static let most = 8

  /// The names of the signals that announce the states, in their order.
  ///
  /// Up to eight regions are announced one by one, in the order of their
  /// identifiers. Of more regions, only those that the carrier is inside of are
  /// announced, at most the first eight. If the carrier is inside of none, one
  /// `outside` is played, or one `unknown` when the state of any region is unknown or unsure.
  package static func signals(of regions: [(id: String, state: RegionState)]) -> [String] {
    // A carrier that cannot look has no other signal for a state that may no longer hold.
    let states = regions.sorted { $0.id < $1.id }.map { $0.state == .unsure ? .unknown : $0.state }
    if 1...most ~= states.count { return states.map(\.rawValue) }
    let inside = states.filter { $0 == .inside }.prefix(most)
    let none = states.contains(.unknown) ? RegionState.unknown : .outside
    return (inside.isEmpty ? [none] : Array(inside)).map(\.rawValue)
  }
}
