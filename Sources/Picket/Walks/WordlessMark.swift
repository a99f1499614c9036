package import Geofence

/// A mark to which the carrier gave no words: a border was passed here.
///
/// A mark with words is a note.
package enum WordlessMark: String, CaseIterable, Sendable {
  /// A press of the button.
  case button = "the carrier pressed the button"
  /// A request without a text.
  case request = "a mark"

  /// The times of the marks without words.
  package static func times(in entries: [WalkEntry]) -> [Timestamp] {
    entries.compactMap { entry in
      guard case .mark(let text, let time, _) = entry, WordlessMark(rawValue: text) != nil else {
        return nil
      }
      return time
    }
  }
}
