import ArgumentParser
import Base
import Commands
import Picket
import Records

/// `picket state`: whether the carrier is inside one region.
struct State: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show whether the carrier is inside a region, with the evidence.",
    discussion: """
      The first word is inside, outside or unknown. Then come the distance to the border, and \
      what a pending crossing still needs.

        picket state orchard
        picket state orchard --json
      """)

  @Argument(help: ArgumentHelp("The region's identifier.", valueName: "id"), completion: .regions)
  var region: String

  @OptionGroup var control: ControlOption

  @Flag(help: "Print the answer unchanged, as JSON.")
  var json = false

  func run() throws {
    var request = JSONLine.request("state")
    request.add("region", region)
    let reply = try control.reply(to: request)
    if json {
      StandardOutput.print(json: reply.text)
    } else {
      StandardOutput.print(Speech.log.answer(toState: StateAnswer(reply)))
    }
  }
}
