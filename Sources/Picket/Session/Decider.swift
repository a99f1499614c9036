package import Geofence

/// A receiver of the trusted fixes: a monitor, another rule or a survey.
package protocol Decider {
  /// Decides on the next trusted fix.
  mutating func decide(_ fix: TrustedFix) -> [Finding]

  /// The step from the previous fix to the last one, if the decider follows the carrier.
  var lastStep: AccuracyCheck.Step? { mutating get }

  /// What it needs to forget the next fix again; the decider itself, unless it only gathers.
  associatedtype Past: Sendable = Self

  /// What it needs to forget the next fix again.
  var past: Past { get }

  /// Forgets the fixes since then.
  mutating func goBack(to past: Past)
}

extension Decider where Past == Self {
  /// The decider itself.
  package var past: Self { self }

  /// Becomes what it was.
  package mutating func goBack(to past: Self) { self = past }
}

extension Decider {
  /// The step of a decider that does not follow the carrier: `nil`.
  package var lastStep: AccuracyCheck.Step? { nil }
}

extension RegionMonitor: Decider {
  package mutating func decide(_ fix: TrustedFix) -> [Finding] { receive(fix) }
}

extension Survey: Decider {
  /// Adds the fix, which leads to no finding.
  package mutating func decide(_ fix: TrustedFix) -> [Finding] {
    receive(fix)
    return []
  }
}
