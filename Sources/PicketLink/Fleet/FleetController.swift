import Notation
import Records
import RegionFiles

/// The requests to the controller about the regions of the fleet; the calls block.
struct FleetController: Sendable {
  /// The path of its control socket.
  let socket: String

  /// The controller's answer to an update.
  struct Answer: Hashable, Sendable {
    /// Whether the regions of the update are watched now.
    var isApplied: Bool
    /// The number of these regions.
    var regions: Int?
    /// The problems.
    var messages: [String]
  }

  /// The update of the fleet that the controller watches, and the number of its regions.
  func watched() throws(ControlConnection.Unavailable) -> (version: FleetVersion?, regions: Int?) {
    let reply = try ControlConnection(path: socket).reply(to: .request("fleet"))
    if let refusal = reply.refusal {
      throw ControlConnection.Unavailable(description: "picket refuses: \(refusal)")
    }
    return (FleetVersion(reply.fields), reply.fields["regions"]?.integer)
  }

  /// Has the controller watch the regions in a file.
  func apply(
    _ version: FleetVersion, file: String
  ) throws(ControlConnection.Unavailable) -> Answer {
    var request = JSONLine.request("fleet")
    request.add("file", file)
    request.add(version.json)
    let reply = try ControlConnection(path: socket).reply(to: request)
    if let refusal = reply.refusal {
      return Answer(isApplied: false, messages: [refusal])
    }
    // An answer without the field means that the controller already watches this update.
    let isApplied = !reply.denies("applied")
    let more = reply.count("refused_more") + reply.count("warnings_more")
    let messages =
      reply.texts("refused") + reply.texts("warnings") + (more > 0 ? ["and \(more) more"] : [])
    return Answer(
      isApplied: isApplied, regions: reply.fields["regions"]?.integer, messages: messages)
  }
}
