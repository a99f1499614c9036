@testable import Geofence

/// A monitor that is walked along trusted fixes.
final class Walker {
  var monitor: RegionMonitor

  init(_ regions: [Region], memory: Memory = Memory(), start: Instant? = nil) {
    monitor = RegionMonitor(regions: regions, memory: memory, start: start)
  }

  /// Takes fixes in and returns all that is found.
  @discardableResult
  func take(_ fixes: [TrustedFix]) -> [Finding] {
    fixes.flatMap { monitor.receive($0) }
  }

  /// Asks what has come about by this second without a fix.
  func ask(_ second: Double) -> [Finding] {
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
