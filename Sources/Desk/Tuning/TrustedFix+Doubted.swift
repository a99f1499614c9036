internal import Geofence

extension TrustedFix {
  /// A fix that Picket rejects because of its position, for a rule that trusts it.
  ///
  /// - Returns: `nil` if it was rejected for another reason.
  init?(doubted fix: Fix, as rejection: Rejection, after last: TrustedFix) {
    guard [.jump, .frozenPosition].contains(rejection), let time = fix.time,
      let coordinate = fix.coordinate
    else { return nil }
    // The same as in the filter: 3 m if the receiver reports no error.
    let sigma = fix.sigma ?? fix.eph.map { $0 / fix.ephBasis.ephPerSigma } ?? 3
    self.init(
      time: time, instant: last.instant.advanced(by: last.time.duration(to: time)),
      coordinate: coordinate, sigma: sigma, speed: fix.speed, track: fix.track)
  }
}
