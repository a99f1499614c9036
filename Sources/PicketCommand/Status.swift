import ArgumentParser
import Notation
import Outputs
import Picket
import System

/// `picket status`: how things stand with the controller that runs.
struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tell how things stand with the picket that runs.",
    discussion: """
      The exit code is 0 only while it monitors: it runs, is connected to gpsd, and has fixes that \
      can be trusted. Otherwise it is 1, and 69 when nothing runs.

        picket status
        picket status --json
        picket status >/dev/null || echo "not watching"
      """)

  @OptionGroup var control: ControlOption

  @Flag(help: "Print the answer as it is, as JSON.")
  var json = false

  @OptionGroup var zone: ZoneOption

  func run() throws {
    zone.apply()
    let reply = try control.ask(.request("status"))
    if json { print(json: reply.text) } else { StatusText(reply).lines.forEach { print($0) } }
    guard reply.flag("monitors") else {
      let reason = reply.text("reason")?.withLocalTimes ?? "it does not say why"
      Log.write(.error, "it does not monitor: \(reason)")
      throw ExitCode(1)
    }
  }
}
