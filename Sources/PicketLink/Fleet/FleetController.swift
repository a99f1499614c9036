import Base
import Records
import RegionFiles

/// The requests to the controller about the regions of the fleet; the calls block.
struct FleetController: Sendable {
  /// The path of its control socket.
  let socket: String

  /// The controller's answer to an update.
  struct Effect: Hashable, Sendable {
    /// Whether the regions of the update are watched now.
    var isApplied: Bool
    /// The number of these regions.
    var regions: Int?
    /// The problems.
    var messages: [String]

    /// An update that the controller was not asked to watch.
    init(problem: String) { (isApplied, messages) = (false, [problem]) }

    /// Reads the controller's answer.
    ///
    /// - Throws: `Unavailable` when the same update may be accepted later.
    init(_ reply: Reply) throws(ControlConnection.Unavailable) {
      let answer = FleetAnswer(reply)
      let refusal = reply.refusal ?? answer.outcome?.refusal
      if let refusal, refusal.kind == .busy {
        throw ControlConnection.Unavailable(description: refusal.reason)
      }
      // Without an outcome the controller watches this update already.
      isApplied = refusal == nil
      regions = answer.regions
      messages = reply.refusal.map { [$0.reason] } ?? answer.outcome?.messages ?? []
    }
  }

  /// The update of the fleet that the controller watches, and the number of its regions.
  func watched() throws(ControlConnection.Unavailable) -> (version: FleetVersion?, regions: Int?) {
    let reply = try ControlConnection(path: socket).reply(to: .request("fleet"))
    if let refusal = reply.refusal {
      throw ControlConnection.Unavailable(description: "picket refuses: \(refusal.reason)")
    }
    let answer = FleetAnswer(reply)
    return (answer.version, answer.regions)
  }

  /// Has the controller watch the regions in a file.
  func apply(
    _ version: FleetVersion, file: String
  ) throws(ControlConnection.Unavailable) -> Effect {
    var request = JSONLine.request("fleet")
    request.add("file", file)
    request.add(version.json)
    return try Effect(try ControlConnection(path: socket).reply(to: request))
  }
}
