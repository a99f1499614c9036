package import Geofence
internal import Notation

/// An event that a journal's follower hands out.
package struct FollowedEvent: Hashable, Sendable {
  /// The event as one line of JSON, as in the journal.
  package let json: String

  /// The number of the event.
  package let sequence: Int

  /// The kind of the event.
  package let kind: Event.Kind

  /// The identifier of the region.
  package let region: String

  /// The place after the event, to store once the event is handled.
  package let cursor: Cursor

  init(_ event: RecordedEvent, _ json: String, cursor: Cursor) {
    self.json = json
    sequence = event.sequence
    kind = event.kind
    region = event.region
    self.cursor = cursor
  }

  /// The region's note, if it has one.
  package var note: String? { (try? JSON.parse(json).object)?["note"]?.string }

  /// The event in a few words, for a person.
  package var words: String { "event \(sequence) (\(kind.rawValue) \(region))" }
}
