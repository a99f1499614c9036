extension BorderWatch {
  /// Notes whether the state may no longer hold, after a look.
  ///
  /// It may not while the fixes are not believed, and while the carrier is farther past the border than
  /// any crossing has to be and yet nothing is confirmed. A linger is no doubt: until it is over the
  /// carrier counts as on the old side by the region's own rule.
  mutating func noteDoubt(_ needs: Needs, _ observation: Observation) {
    distrusted = observation.isTrusted ? nil : distrusted ?? observation.instant
    let isDistrusted =
      distrusted.map { $0.duration(to: observation.instant) >= Self.badFix } ?? false
    isUnsure = state != .unknown && (isDistrusted || pendingMetres > max(needs.clear, needs.far))
  }

  /// A shorter distrust is that of a single bad fix.
  private static let badFix = Duration.seconds(2)
}
