/// The place from which regions are looked at.
struct Sight: Codable, Sendable {
  /// The plane at the filtered position.
  let plane: TangentPlane
  /// The plane at the fix itself.
  let raw: TangentPlane
  /// The standard deviation of `plane` in metres.
  let sigma: Double
  /// The standard deviation of `plane` that is reported, in metres; `nil` in walks of older releases.
  let reported: Double?
  /// Whether the last fix had a velocity that can be believed.
  let velocityKnown: Bool
  /// The place at the previous fix by the velocity alone; `nil` where that is not known.
  let before: TangentPlane?
  /// The standard deviation of the fix's own error in metres.
  let own: Double
  /// The probability that the carrier stands.
  let stands: Double
  /// The metres by which fixes wander here; `nil` for none.
  let wander: Double?
  /// The least error of the receiver in thousandths of the usual one; `nil` for all of it.
  let thousandths: UInt16?
  /// Whether the fixes can be believed now.
  let isTrusted: Bool
  let instant: Instant
  /// The time without a trusted fix before this one, if it was too long.
  let unseen: Duration?
}

extension PositionFilter {
  /// The place after a fix, from which regions are looked at.
  ///
  /// It changes nothing: a method that does not mutate would copy the filter out of its optional.
  mutating func sight(of fix: TrustedFix, unseen: Duration?) -> Sight {
    let wander = wanderOfPlace
    return Sight(
      plane: plane, raw: TangentPlane(at: Ellipsoid.vector(fix.coordinate)), sigma: sigma,
      reported: reported(fix.accuracySource, wander: wander), velocityKnown: velocityKnown,
      before: before, own: ownError.sigma, stands: stands, wander: wander, thousandths: thousandths,
      isTrusted: isTrusted,
      instant: fix.instant, unseen: unseen)
  }
}
