import ArgumentParser
import Commands
import Geofence
import Notation
import Picket
import Records

/// `picket acknowledge`: no more reminders until the next crossing.
struct Acknowledge: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "End the active reminders, of all regions or of one.",
    discussion: """
      A short press of the button does the same. They begin again with the next crossing to the \
      wrong side.

        picket acknowledge
        picket acknowledge orchard
      """)

  @Argument(help: "The identifier of the region.", completion: .regions)
  var region: String?

  @OptionGroup var control: ControlOption

  func run() throws {
    var request = JSONLine.request("acknowledge")
    request.add("region", region)
    let reply = try control.reply(to: request)
    let ended = reply.texts("acknowledged")
    let more = reply.count("acknowledged_more")
    StandardOutput.print(
      ended.isEmpty && more == 0
        ? "no reminder is active" : "acknowledged: \(ended.named(more: more))")
  }
}
