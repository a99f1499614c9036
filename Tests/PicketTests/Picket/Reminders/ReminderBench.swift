import Geofence
import Picket
import Records

/// Reminders on a clock of seconds, with a monitor that is in the state that a test names.
final class ReminderBench {
  var reminders: Reminders
  var regions: [Region]

  static let start = Instant(.seconds(500))
  static let time = Timestamp(nanoseconds: 1_780_478_000_000_000_000)

  /// The region that carriers are reminded of.
  static func home(
    _ id: String = "home", every seconds: Double = 60, side: ReminderRule.Side = .outside,
    atMost most: Int = 3
  ) -> Region {
    var region = SessionRide.ring(id)
    region.reminder = ReminderRule(every: .seconds(seconds), side: side, atMost: most)
    return region
  }

  init(_ regions: [Region] = [home()], earlier: [String: SavedReminder] = [:]) {
    self.regions = regions
    reminders = Reminders(regions, earlier: earlier)
  }

  static func instant(_ second: Double) -> Instant { start.advanced(by: .seconds(second)) }
  static func time(_ second: Double) -> Timestamp { time.advanced(by: .seconds(second)) }

  static func event(_ kind: Event.Kind, _ region: String = "home", at second: Double) -> Finding {
    .event(
      Event(
        sequence: 1, kind: kind, region: region, time: time(second),
        coordinate: Coordinate(latitude: 47, longitude: 15)))
  }

  /// Advances to a second, and returns the seconds and numbers of the reminders.
  ///
  /// - Parameter fix: The second of the last fix.
  func advance(
    to second: Double, _ state: RegionState = .outside, _ findings: [Finding] = [],
    fix: Double? = nil
  ) -> [String] {
    let monitor = monitor(state, fix: fix ?? second)
    return reminders.advance(
      findings, to: Self.instant(second), monitor, everywhere: findings.isEmpty
    ).map { reminder in
      let seconds = Self.time.duration(to: reminder.time).inSeconds
      return "\(seconds.text(decimals: 0)) \(reminder.reason.text)"
    }
  }

  func advance(to second: Double, _ findings: [Finding]) -> [String] {
    advance(to: second, .outside, findings)
  }

  /// Advances to a first fix.
  func begin(_ state: RegionState = .outside) -> [String] {
    advance(to: 0, state, [.sighted(at: Self.time, unseen: nil)])
  }

  /// A monitor for which the carrier is in this state with regard to every region.
  func monitor(_ state: RegionState, fix second: Double) -> RegionMonitor {
    let memory = Memory(
      regions: Dictionary(uniqueKeysWithValues: regions.map { ($0.id, .init(state: state)) }))
    var monitor = RegionMonitor(regions: regions, memory: memory)
    _ = monitor.receive(Self.fix(state, at: second))
    return monitor
  }

  static func fix(_ state: RegionState, at second: Double) -> TrustedFix {
    TrustedFix(
      time: time(second), instant: instant(second),
      coordinate: Coordinate(latitude: state == .inside ? 47 : 47.1, longitude: 15))
  }

  /// The second of the next deadline.
  var deadline: Double? {
    reminders.deadline.map { Self.start.duration(to: $0).inSeconds }
  }
}
