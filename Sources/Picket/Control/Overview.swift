internal import Geofence

/// How things stand with a running Picket, at one moment.
struct Overview: Sendable {
  /// Whether fixes come that can be trusted.
  enum Sight: String, Sendable {
    /// None has come since the start.
    case waiting
    case sighted
    case blind
  }

  let configuration: Configuration
  let reception: Reception
  let latest: Latest
  let sight: Sight
  /// Since when, by the receiver's clock, and for how long.
  let since: Timestamp?
  let sinceThen: Duration?
  let time: Timestamp?
  let fix: TrustedFix?
  let age: Duration?
  let estimate: RegionMonitor.Estimate?
  let watched: Int
  let inside: [String]
  /// Those of the neighbours and of a crossing that is pending, and how many more of these there
  /// are.
  let standings: (shown: [Standing], more: Int)
  let neighbours: [RegionMonitor.Neighbour]
  /// The regions whose dwell event is waited for, and how long yet.
  let stays: [(region: String, left: Duration)]
  let outputs: Annunciator.Overview
  let trouble: [String]
  let journalAge: Duration?
  let stateAge: Duration?
  let uptime: Duration

  /// Why it does not monitor; `nil` when it does.
  var reason: String? {
    switch reception {
    case .unreachable, .connecting: return reception.description
    default: break
    }
    switch sight {
    case .sighted: return nil
    case .waiting: return "no fix yet: \(reception)"
    case .blind:
      let since = since.map { " since \($0.rfc3339)" } ?? ""
      return "blind, no fix that can be trusted\(since): \(reception)"
    }
  }
}
