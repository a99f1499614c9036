/// Why a request is refused.
package struct Refusal: Error, Hashable, Sendable {
  /// What is wrong and what to do about it, on one line.
  package let reason: String

  /// Creates a refusal.
  package init(_ reason: String) {
    self.reason = reason
  }
}
