internal import Geofence
internal import Notation

/// The recording of walks.
extension Session {
  /// `walk`: starts to record a walk under a name, or stops recording.
  mutating func walk(_ request: Request, at now: Instant) throws(Refusal) -> Response {
    guard let text = try request.text("start") else {
      guard try request.flag("stop") else {
        throw Refusal("walk needs a name under start, or stop with true")
      }
      try Self.spend(&requestBudget, "walk", at: now)
      return .stopWalk
    }
    let name: WalkName
    do throws(WalkName.Mistake) {
      name = try WalkName(text)
    } catch {
      throw Refusal(error.description)
    }
    try Self.spend(&requestBudget, "walk", at: now)
    return .startWalk(name)
  }

  /// The state from which a replay of a walk that begins now continues.
  func walkStart(_ name: String, at now: Instant) -> WalkStart {
    WalkStart(
      name: name, started: time(at: now), device: configuration.gpsd.device,
      blindLimit: monitor.blindLimit, usual: WalkStart.Thresholds(configuration.regions),
      memory: monitor.memory,
      before: WalkStart.Before(
        filter: path.filter, monitor: monitor.snapshot, sigmas: path.sigmas,
        drivers: path.drivers, reminders: reminders.snapshot))
  }
}
