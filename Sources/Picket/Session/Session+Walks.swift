internal import Geofence
internal import Notation
internal import Records

/// The recording of walks.
extension Session {
  /// `walk`: starts to record a walk under a name, stops recording, removes a walk, or names the
  /// folder of the walks.
  mutating func walk(_ request: Request, at now: Instant) throws(Refusal) -> Response {
    guard let text = try request.text("start") else {
      if request.has("remove") { return try removeWalk(request, at: now) }
      if try request.flag("folder") { return .walk(.list) }
      guard try request.flag("stop") else {
        throw Refusal(
          "walk needs a name under start or remove, or stop with true, or folder with true")
      }
      try limits.spend("walk", at: now)
      return .walk(.stop(at: time(at: now)))
    }
    let name: WalkName
    do throws(WalkName.NameMistake) {
      name = try WalkName(text)
    } catch {
      throw Refusal(error.description)
    }
    try limits.spend("walk", at: now)
    return .walk(.start(name))
  }

  private mutating func removeWalk(
    _ request: Request, at now: Instant
  ) throws(Refusal) -> Response {
    let name = try request.requiredText("remove")
    guard WalkRemoval.isName(name) else {
      throw Refusal("\(name.quoted.onOneLine) is not a name of a walk; see picket walk list")
    }
    try limits.spend("walk", at: now)
    return .walk(.remove(name))
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
