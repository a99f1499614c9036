internal import Geofence
internal import Notation
internal import Outputs
internal import Receiver

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
  /// How long ago the last report of a fix and the last list of satellites arrived.
  let reportAge: Duration?
  let skyAge: Duration?
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
    case .waiting: return "no fix yet: \(receiving)"
    case .blind:
      let since = since.map { " since \($0.rfc3339)" } ?? ""
      return "blind, no fix that can be trusted\(since): \(receiving)"
    }
  }

  /// What the receiver gives now, in words; not what it gave before it fell silent.
  var receiving: String {
    guard reception.hasFix, sight != .sighted else { return reception.description }
    guard isReporting else {
      let silence = reportAge.map { " for \($0.inSeconds.elapsedText)" } ?? ""
      return "gpsd has reported no fix\(silence)"
    }
    return latest.rejection.map { "its \(reception) is rejected: \($0.rawValue)" }
      ?? reception.description
  }

  /// Whether the last report of a fix is of the present.
  var isReporting: Bool { Self.isRecent(reportAge) }

  /// Whether the last list of satellites is of the present.
  var hasSky: Bool { Self.isRecent(skyAge) }

  /// Receivers report each second, some each 5 s; gpsd's own limit for a silent one is 12 s.
  private static func isRecent(_ age: Duration?) -> Bool { age.map { $0 <= .seconds(12) } ?? false }
}
