import ArgumentParser
import Base
import Commands
import Picket
import Records

/// `picket why`: the reasons for the last event and its time, or for the lack of an event.
struct Why: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Explain why the last event came when it did, or why there was none.",
    discussion: """
      Without an identifier it explains the region of the last event or, without an event, the \
      region that was nearest to one. The running picket keeps 900 fixes: 15 minutes at one fix \
      a second.

        picket why
        picket why orchard --last 3m
      """)

  @Argument(help: ArgumentHelp("The region's identifier.", valueName: "id"), completion: .regions)
  var region: String?

  @Option(
    help: ArgumentHelp(
      "The time to look back, such as 90s, 10m or 1h; 10m if not given.", valueName: "time"),
    transform: TimeArgument.read)
  var last: TimeArgument?

  @OptionGroup var control: ControlOption

  @Flag(help: "Print the answer unchanged, as JSON.")
  var json = false

  @OptionGroup var zone: ZoneOption

  func validate() throws {
    guard last.map({ RequestLimits.why ~= $0.seconds }) ?? true else {
      throw ValidationError("--last \(last?.description ?? "") is not between 1s and 24h")
    }
  }

  func run() throws {
    var request = JSONLine.request("why")
    request.add("region", region)
    request.add("last", last?.seconds, decimals: 3)
    // In English the running picket writes the text, with times in the board's time zone.
    if !json, !zone.utc { request.add("local", true) }
    zone.apply()
    let reply = try control.reply(to: request)
    if json {
      StandardOutput.print(json: reply.text)
    } else {
      let (why, language) = (WhyLines(reply), Language.ofEnvironment)
      let lines = language == .english ? why.lines : why.reasons.map(Voice(language).say)
      lines.forEach { StandardOutput.print($0) }
    }
  }
}
