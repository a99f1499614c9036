/// Why a request is not answered with what it asked for.
package struct Refusal: Error, Hashable, Sendable {
  /// What is wrong and what to do about it, on one line.
  package let reason: String

  /// Creates one.
  package init(_ reason: String) {
    self.reason = reason
  }
}
