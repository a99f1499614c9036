import ArgumentParser
import Notation
import Picket
import System

/// `picket why`: why the last event came when it did, or why there was none.
struct Why: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Tell why the last event came when it did, or why there was none.",
    discussion: """
      Without an identifier it is the region of the last event, or the one that came nearest to \
      one. The picket that runs remembers 900 fixes, which are 15 minutes if one comes a second.

        picket why
        picket why orchard --last 3m
      """)

  @Argument(help: ArgumentHelp("The region's identifier.", valueName: "id"), completion: .regions)
  var region: String?

  @Option(
    help: ArgumentHelp("How far to look back: 90s, 10m or 1h; 10m without it.", valueName: "time"),
    transform: Stretch.read)
  var last: Stretch?

  @OptionGroup var control: ControlOption

  @Flag(help: "Print the answer as it is, as JSON.")
  var json = false

  @OptionGroup var zone: ZoneOption

  func run() throws {
    var request = JSONLine.request("why")
    request.add("region", region)
    request.add("last", last?.seconds, decimals: 3)
    // The picket that runs knows the board's time zone, and writes the words.
    if !json, !zone.utc { request.add("local", true) }
    let reply = try control.ask(request)
    if json { print(json: reply.text) } else { reply.texts("lines").forEach { print($0) } }
  }
}
