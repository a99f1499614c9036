/// The reason for which a request is refused.
package struct Refusal: Error, Hashable, Sendable {
  /// The problem and its remedy, on one line.
  package let reason: String

  /// Whether nothing is wrong with the request, and the same may be accepted later.
  package let isBusy: Bool

  /// Creates a refusal.
  package init(_ reason: String, isBusy: Bool = false) {
    self.reason = reason
    self.isBusy = isBusy
  }
}
