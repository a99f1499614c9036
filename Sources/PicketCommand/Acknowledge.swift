import ArgumentParser
import Base
import Commands
import Geofence
import Picket
import Records

/// `picket acknowledge`: no more reminders until the next crossing.
struct Acknowledge: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "End the active reminders and alarms, of all regions or of one.",
    discussion: """
      A short press of the button does the same. Reminders begin again with the next crossing \
      to the wrong side, and the alarm of a region with latch with its next event.

        picket acknowledge
        picket acknowledge orchard
      """)

  @Argument(help: "The identifier of the region.", completion: .regions)
  var region: String?

  @OptionGroup var control: ControlOption

  func run() throws {
    var request = JSONLine.request("acknowledge")
    request.add("region", region)
    let ended = AcknowledgeAnswer(try control.reply(to: request)).acknowledged
    StandardOutput.print(
      ended.isEmpty
        ? "no reminder and no alarm is active"
        : "acknowledged: \(ended.shown.named(more: ended.more))")
  }
}
