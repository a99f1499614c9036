import Base
import Geofence
import Records

/// The board as a Signal K server knows it: a notification for each region, and one for its health.
struct SignalKBoard: Hashable, Sendable {
  private let settings: SignalKSettings
  private var regions: RegionStates
  private var status: BoardStatus?
  // The notes of the last events, which say what to do there.
  private var notes: [String: String] = [:]
  private var sent: [String: SignalKNotification] = [:]

  /// Creates a board of which nothing is known.
  ///
  /// - Parameter patience: The time for which a region must be unsure before that is told.
  init(_ settings: SignalKSettings, patience: Duration = .zero) {
    self.settings = settings
    regions = RegionStates(patience: patience)
  }

  /// Applies an event.
  mutating func apply(_ event: [String: JSON]) {
    regions.apply(event)
    guard let region = event["region"]?.string else { return }
    notes[region] = event["note"]?.string
  }

  /// Applies the controller's answer to the request for the regions.
  ///
  /// - Returns: The instant at which the controller should be asked again.
  mutating func apply(_ answer: RegionsAnswer, at now: Instant) -> Instant? {
    regions.apply(answer, at: now)
    return regions.deadline
  }

  /// Applies the state of the board.
  mutating func apply(_ status: BoardStatus) {
    self.status = status
  }

  /// The notifications that have changed since the last call, `nil` for those of removed regions.
  mutating func changes() -> [(path: String, notification: SignalKNotification?)] {
    let present = notifications
    let gone = sent.keys.filter { present[$0] == nil }.sorted()
    let changed = present.filter { sent[$0.key] != $0.value }.sorted { $0.key < $1.key }
    sent = present
    return gone.map { ($0, nil) } + changed.map { ($0.key, $0.value) }
  }

  /// All present notifications, for a server that may have lost some.
  mutating func all() -> [(path: String, notification: SignalKNotification?)] {
    let present = notifications
    sent = sent.filter { present[$0.key] == nil }
    return changes()
  }

  private var notifications: [String: SignalKNotification] {
    var notifications: [String: SignalKNotification] = [:]
    if let status { notifications["notifications.picket"] = health(status) }
    for (id, known) in regions.regions ?? [:] where known.state != .expired {
      notifications[path(of: id)] = notification(of: id, known.state)
    }
    return notifications
  }

  private func path(of id: String) -> String {
    id == settings.anchor
      ? "notifications.navigation.anchor"
      : "notifications.regions.\(SignalKNotification.level(id))"
  }

  private func health(_ status: BoardStatus) -> SignalKNotification {
    guard status.alarms.isEmpty else {
      return SignalKNotification(
        state: .alarm, message: status.alarms.map(\.text).joined(separator: "; "))
    }
    guard status.monitors else {
      return SignalKNotification(
        state: .alarm,
        message: "picket does not monitor: \(status.reason?.text ?? "it gives no reason")")
    }
    guard status.faults.isEmpty else {
      return SignalKNotification(
        state: .warn, message: status.faults.map(\.text).joined(separator: "; "))
    }
    if let region = status.speeding {
      return SignalKNotification(
        state: .warn, message: Reason("done.speeding", ["region": .text(region)]).text)
    }
    return SignalKNotification(
      state: .normal, message: "picket monitors \((status.watched ?? 0).counted("region"))")
  }

  private func notification(of id: String, _ state: RegionsAnswer.Listing) -> SignalKNotification {
    guard id != settings.anchor else { return anchor(state) }
    let isAlarm =
      switch state {
      case .inside: settings.inside.names(id)
      case .outside: settings.outside.names(id)
      default: false
      }
    let isGuarded = settings.inside.names(id) || settings.outside.names(id)
    let note = notes[id].map { ": \($0)" } ?? ""
    return SignalKNotification(
      state: isAlarm ? .alarm : state == .unsure && isGuarded ? .warn : .normal,
      message: state == .inside || state == .outside
        ? "\(state.rawValue) \(id)\(note)" : "\(id): \(state.rawValue)")
  }

  private func anchor(_ state: RegionsAnswer.Listing) -> SignalKNotification {
    switch state {
    case .inside: SignalKNotification(state: .normal, message: "the anchor holds")
    case .outside: SignalKNotification(state: .emergency, message: "the anchor drags")
    default:
      SignalKNotification(state: .warn, message: "it is \(state.rawValue) whether the anchor holds")
    }
  }
}

extension [String] {
  /// Whether a list of regions has this one.
  fileprivate func names(_ id: String) -> Bool { contains(id) || contains("*") }
}
