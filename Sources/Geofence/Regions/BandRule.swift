/// The region around whose border another one lies.
public struct BandRule: Hashable, Sendable {
  /// The identifier of that region.
  public let region: String

  /// The metres from its border to this one, negative inside.
  public let offset: Double

  /// Creates a rule.
  public init(around region: String, offset: Double) {
    (self.region, self.offset) = (region, offset)
  }
}
