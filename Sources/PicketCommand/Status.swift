import ArgumentParser
import Commands
import Notation
import Outputs
import Picket
import Records
import System

/// `picket status`: the state of the running controller.
struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the state of the running picket.",
    discussion: """
      The exit code is 0 only while it monitors: it runs, is connected to gpsd, and has fixes that \
      can be trusted, with a date that can be right. Otherwise it is 1, and 69 when no picket runs.

        picket status
        picket status --json
        picket status >/dev/null || echo "not watching"
      """)

  @OptionGroup var control: ControlOption

  @Flag(help: "Print the answer unchanged, as JSON.")
  var json = false

  @OptionGroup var zone: ZoneOption

  func run() throws {
    zone.apply()
    let reply = try control.reply(to: .request("status"))
    if json {
      StandardOutput.print(json: reply.text)
    } else {
      StatusText(reply).lines.forEach { StandardOutput.print($0) }
    }
    guard reply.flag("monitors") else {
      let reason = reply.text("reason")?.withLocalTimes ?? "it gives no reason"
      Log.write(.error, "it does not monitor: \(reason)")
      throw ExitCode(1)
    }
    guard !reply.flag("date_impossible") else {
      Log.write(.error, reply.text("date_doubt") ?? "the receiver's date cannot be right")
      throw ExitCode(1)
    }
  }
}
