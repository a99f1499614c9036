import Notation
import Outputs
import Picket
import RegionFiles

/// The controller that watches the regions, if one runs.
enum Watcher {
  /// Has it read the regions again.
  ///
  /// - Returns: What a person is told of it, or the reasons why it will not have them.
  static func reload(_ configuration: Configuration) -> (line: String?, reasons: [String]) {
    var request = JSONLine.request("reload")
    request.add("regions", configuration.regions.absolutePath)
    switch ask(request, configuration) {
    case .failure(let error): return ("not watched yet: \(error)", [])
    case .success(let reply):
      if let refusal = reply.refusal { return (nil, [refusal]) }
      var reasons = reply.texts("refused")
      if let more = reply.number("refused_more") {
        reasons.append("and \(more.text(decimals: 0)) more problems")
      }
      if !reasons.isEmpty { return (nil, reasons) }
      guard reply.flag("reloaded") else {
        return ("not watched: the picket that runs watches \(reply.text("file") ?? "another")", [])
      }
      let count = reply.number("watched").map { $0.text(decimals: 0) } ?? "?"
      return ("watched now: \(count) region\(count == "1" ? "" : "s")", [])
    }
  }

  /// Where the carrier is with regard to regions, by identifier; `nil` if nobody watches them.
  static func states(_ configuration: Configuration) -> ((String) -> String?)? {
    guard case .success(let reply) = ask(.request("regions"), configuration),
      reply.text("file") == configuration.regions.absolutePath
    else { return nil }
    let inside = Set(reply.texts("inside"))
    let unknown = Set(reply.texts("unknown"))
    let expired = Set(reply.texts("expired"))
    let rest = reply.flag("more") ? nil : "outside"
    return { id in
      if inside.contains(id) { return "inside" }
      if unknown.contains(id) { return "unknown" }
      return expired.contains(id) ? "expired" : rest
    }
  }

  /// The walk that is recorded now, if picket runs and records one.
  static func recordedWalk(_ configuration: Configuration) -> String? {
    guard case .success(let reply) = ask(.request("status"), configuration) else { return nil }
    return reply.text("walk")
  }

  private static func ask(
    _ request: JSONLine, _ configuration: Configuration
  ) -> Result<Reply, ControlConnection.Unavailable> {
    do throws(ControlConnection.Unavailable) {
      let connection = try ControlConnection(path: configuration.socketPath)
      try connection.send(request)
      while let line = try connection.next(within: 40) {
        if let reply = Reply(line), reply.isAnswer { return .success(reply) }
      }
      return .failure(.init(description: "picket does not answer; see its log"))
    } catch {
      return .failure(error)
    }
  }
}
