internal import Geofence
internal import Notation

extension JSONLine {
  /// Adds whether a region is within its hours and when that changes, or nothing if it has none.
  mutating func add(hours span: Hours.Span?) {
    guard let span else { return }
    add("active", span.isActive)
    add("changes", span.end?.rfc3339)
  }
}
