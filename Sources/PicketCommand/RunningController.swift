import Base
import Board
import Geofence
import Picket
import Records
import RegionFiles

/// The controller of a configuration, if it runs.
enum RunningController {
  /// Makes the controller read the regions again.
  ///
  /// - Returns: A line about the result for a person, or its reasons to refuse the regions.
  static func reload(_ configuration: Configuration) -> (line: String?, reasons: [String]) {
    var request = JSONLine.request("reload")
    request.add("regions", configuration.regions.absolutePath)
    switch reply(to: request, configuration) {
    case .failure(let error): return ("not watched yet: \(error)", [])
    case .success(let reply):
      // This says nothing about the regions: the controller is busy, for example.
      if let refusal = reply.refusal { return ("not watched yet: \(refusal.reason)", []) }
      let answer = ReloadAnswer(reply)
      var reasons = answer.refused?.shown ?? []
      let more = answer.refused?.more ?? 0
      if more > 0 { reasons.append("and \(more.counted("more problem"))") }
      if !reasons.isEmpty { return (nil, reasons) }
      guard answer.isReloaded else {
        return ("not watched: the running picket watches \(answer.file ?? "another")", [])
      }
      let count = answer.watched.map { $0.counted("region") } ?? "? regions"
      return ("watched now: \(count)", [])
    }
  }

  /// Describes a region with the data of the controller that watches it.
  ///
  /// With such a controller the description has the state, and the hours at the time of the fixes.
  /// Without one it has no state, and the hours by the clock of this machine.
  static func describing(
    _ configuration: Configuration
  ) -> (Region, RegionDescription.Origin?) -> RegionDescription {
    let memory = StateFile(directory: configuration.state.directory).lastMemory
    guard let answer = regions(configuration), answer.file == configuration.regions.absolutePath
    else {
      let wander = memory?.wander(at: SystemClock.now)
      return { RegionDescription($0, origin: $1, wander: wander) }
    }
    var states: [String: RegionsAnswer.Listing] = [:]
    for (state, list) in answer.states {
      for region in list.shown { states[region] = state }
    }
    let rest = answer.isCut ? nil : RegionsAnswer.Listing.outside
    let time = answer.time.flatMap(Timestamp.init(rfc3339:))
    let wander = memory?.wander(at: time ?? SystemClock.now)
    return { region, origin in
      let state = states[region.id] ?? rest
      return RegionDescription(
        region, state: state?.rawValue, origin: origin, at: time, wander: wander)
    }
  }

  /// The anchors that are dropped, one line each; none if no controller runs.
  static func anchors(_ configuration: Configuration) -> [AnchorAnswer] {
    regions(configuration)?.anchors ?? []
  }

  /// The time of the receiver; `nil` before the first fix, and if no controller runs.
  static func time(_ configuration: Configuration) -> Timestamp? {
    regions(configuration)?.time.flatMap(Timestamp.init(rfc3339:))
  }

  /// What the reception means for borders, in words; `nil` where it is good, or no controller runs.
  static func reception(_ configuration: Configuration) -> Reason? {
    status(configuration)?.wander.map(SignalStrength.said)
  }

  /// The name of the walk that the controller records now; `nil` if it records none.
  static func recordedWalk(_ configuration: Configuration) -> String? {
    status(configuration)?.walk
  }

  private static func regions(_ configuration: Configuration) -> RegionsAnswer? {
    accepted(.request("regions"), configuration).map(RegionsAnswer.init)
  }

  private static func status(_ configuration: Configuration) -> StatusAnswer? {
    accepted(.request("status"), configuration).map { StatusAnswer($0) }
  }

  /// The answer to a request; `nil` if no controller runs, or it refuses.
  private static func accepted(_ request: JSONLine, _ configuration: Configuration) -> Reply? {
    guard case .success(let reply) = reply(to: request, configuration) else { return nil }
    return reply.refusal == nil ? reply : nil
  }

  private static func reply(
    to request: JSONLine, _ configuration: Configuration
  ) -> Result<Reply, ControlConnection.Unavailable> {
    do throws(ControlConnection.Unavailable) {
      return .success(
        try ControlConnection(path: configuration.socketPath).reply(to: request))
    } catch {
      return .failure(error)
    }
  }
}
