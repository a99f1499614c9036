package import Geofence
internal import Notation

/// The states of all regions as signals, for a carrier who asks where they are.
package enum Readout {
  /// How many signals a carrier can be asked to count.
  package static let most = 8

  /// The names of the signals that tell the states, in their order.
  ///
  /// Up to eight regions are told one by one, in the order of their
  /// identifiers. Of more, those that the carrier is inside of are told, the
  /// first eight of them; without any, it is one `outside`, or one `unknown`
  /// when that is not certain.
  package static func signals(of regions: [(id: String, state: RegionState)]) -> [String] {
    let states = regions.sorted { $0.id < $1.id }.map(\.state)
    if 1...most ~= states.count { return states.map(\.rawValue) }
    let inside = states.filter { $0 == .inside }.prefix(most)
    let none = states.contains(.unknown) ? RegionState.unknown : .outside
    return (inside.isEmpty ? [none] : Array(inside)).map(\.rawValue)
  }
}
