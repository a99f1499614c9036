package import Geofence
internal import Notation
internal import Picket

/// A moment that the carrier marked.
package struct WalkMark: Hashable, Sendable {
  /// The text of the mark; empty if the carrier gave none.
  package let text: String

  /// The time, if it was known.
  package let time: Timestamp?

  /// The position, if it was known.
  package let coordinate: Coordinate?

  /// Creates a mark.
  package init(text: String, time: Timestamp?, coordinate: Coordinate?) {
    self.text = text
    self.time = time
    self.coordinate = coordinate
  }
}
