/// The reason for which a request is refused.
package struct Refusal: Error, Hashable, Sendable {
  /// The problem and its remedy, on one line.
  package let reason: String

  /// Creates a refusal.
  package init(_ reason: String) {
    self.reason = reason
  }
}
