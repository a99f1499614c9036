package import Geofence
internal import Notation
internal import Picket

/// A moment that the carrier marked.
package struct Mark: Hashable, Sendable {
  /// What was said with it; empty if nothing was.
  package let text: String

  /// When, if that was known.
  package let time: Timestamp?

  /// Where, if that was known.
  package let coordinate: Coordinate?

  /// Creates a mark.
  package init(text: String, time: Timestamp?, coordinate: Coordinate?) {
    self.text = text
    self.time = time
    self.coordinate = coordinate
  }
}
