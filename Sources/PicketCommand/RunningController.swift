import Geofence
import Notation
import Outputs
import Picket
import Records
import RegionFiles
import System

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
      if let refusal = reply.refusal { return ("not watched yet: \(refusal)", []) }
      var reasons = reply.texts("refused")
      let more = reply.count("refused_more")
      if more > 0 { reasons.append("and \(more.counted("more problem"))") }
      if !reasons.isEmpty { return (nil, reasons) }
      guard reply.flag("reloaded") else {
        return ("not watched: the running picket watches \(reply.text("file") ?? "another")", [])
      }
      let count = reply.number("watched").map { $0.text(decimals: 0) } ?? "?"
      return ("watched now: \(count) region\(count == "1" ? "" : "s")", [])
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
    var states: [String: String] = [:]
    for (state, list) in answer.states {
      for region in list.shown { states[region] = state }
    }
    let rest = answer.isCut ? nil : "outside"
    let time = answer.time.flatMap(Timestamp.init(rfc3339:))
    let wander = memory?.wander(at: time ?? SystemClock.now)
    return { region, origin in
      let state = states[region.id] ?? rest
      return RegionDescription(region, state: state, origin: origin, at: time, wander: wander)
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

  private static func regions(_ configuration: Configuration) -> RegionsAnswer? {
    guard case .success(let reply) = reply(to: .request("regions"), configuration) else {
      return nil
    }
    return RegionsAnswer(reply)
  }

  /// The name of the walk that the controller records now; `nil` if it records none.
  static func recordedWalk(_ configuration: Configuration) -> String? {
    guard case .success(let reply) = reply(to: .request("status"), configuration) else {
      return nil
    }
    return StatusAnswer(reply).walk
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
