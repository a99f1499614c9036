/// The place from which regions are looked at.
struct Sight: Codable, Sendable {
  /// Where the carrier is taken to be.
  let plane: TangentPlane
  /// Where the fix is.
  let raw: TangentPlane
  /// The standard deviation of `plane` in metres.
  let sigma: Double
  /// Whether the last fix had a velocity that can be believed.
  let velocityKnown: Bool
  /// Where the carrier was a fix ago by its velocity alone; `nil` where that is not known.
  let before: TangentPlane?
  /// The standard deviation of the fix's own error in metres.
  let own: Double
  /// The probability that the carrier stands.
  let stands: Double
  /// Whether the fixes can be believed now.
  let isTrusted: Bool
  let instant: Instant
  /// How long nothing was seen before, when that was too long.
  let unseen: Duration?
}
