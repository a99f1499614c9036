@testable import Geofence

/// A monitor that receives the trusted fixes of a walk.
final class Walker {
  var monitor: RegionMonitor

  init(_ regions: [Region], memory: Memory = Memory(), start: Instant? = nil) {
    monitor = RegionMonitor(regions: regions, memory: memory, start: start)
  }

  /// Receives fixes and returns all findings.
  @discardableResult
  func receive(_ fixes: [TrustedFix]) -> [Finding] {
    fixes.flatMap { monitor.receive($0) }
  }

  /// Applies the deadlines up to this second, without a fix, and returns the findings.
  func advance(to second: Double) -> [Finding] {
    monitor.deadlineReached(at: Walk.instant(second))
  }
}

extension [Finding] {
  /// The events among the findings.
  var events: [Event] {
    compactMap { finding in
      if case .event(let event) = finding { event } else { nil }
    }
  }
}
