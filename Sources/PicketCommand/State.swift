import ArgumentParser
import Notation
import Picket

/// `picket state`: where the carrier is with regard to one region.
struct State: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tell whether the carrier is inside of a region, with the evidence.",
    discussion: """
      The first word is inside, outside or unknown. What follows is how far the border is, and \
      what is missing for a crossing that is on the way.

        picket state orchard
        picket state orchard --json
      """)

  @Argument(help: ArgumentHelp("The region's identifier.", valueName: "id"), completion: .regions)
  var region: String

  @OptionGroup var control: ControlOption

  @Flag(help: "Print the answer as it is, as JSON.")
  var json = false

  func run() throws {
    var request = JSONLine.request("state")
    request.add("region", region)
    let reply = try control.ask(request)
    if json { print(json: reply.text) } else { print(StatusText.state(reply)) }
  }
}
