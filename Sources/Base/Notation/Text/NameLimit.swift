/// The limit of the names of regions, classes, anchors and senders, which many lines repeat.
package enum NameLimit {
  /// The most bytes of a name.
  package static let bytes = 255

  /// Whether a text is a name: it is not empty, not too long, and on one line.
  package static func admits(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= bytes && !text.hasControls
  }
}
