import ArgumentParser
import Base
import Board
import Commands
import Desk
import Picket
import Records

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

      With --prometheus it prints metrics for the textfile collector of node_exporter, also when no \
      picket runs: then picket_up is 0.

        picket status --prometheus | sponge /var/lib/prometheus/node-exporter/picket.prom
      """)

  @OptionGroup var control: ControlOption

  @Flag(help: "Print everything, in English: also paths, versions and whole times.")
  var verbose = false

  @Flag(help: "Print the answer unchanged, as JSON.")
  var json = false

  @Flag(help: "Print metrics in the text format of Prometheus.")
  var prometheus = false

  @OptionGroup var zone: ZoneOption

  func validate() throws {
    if json, prometheus { throw ValidationError("give --json or --prometheus, not both") }
  }

  func run() throws {
    zone.apply()
    guard !prometheus else { return try printMetrics() }
    let reply = try control.reply(to: .request("status"))
    let status = StatusAnswer(reply)
    if json {
      StandardOutput.print(json: reply.text)
    } else {
      let voice = Voice(verbose ? .english : .ofEnvironment)
      let headline = Headline(status, in: voice)
      StandardOutput.print(([headline.text] + headline.more).joined(separator: " · "))
      StatusText(status, in: verbose ? nil : voice).lines.forEach { StandardOutput.print($0) }
    }
    try end(status)
  }

  private func printMetrics() throws {
    let path = try control.file.configuration().socketPath
    let connection: ControlConnection
    let reply: Reply
    do throws(ControlConnection.Unavailable) {
      connection = try ControlConnection(path: path)
      reply = try connection.reply(to: .request("status"))
    } catch {
      PrometheusText(status: nil, regions: nil).lines.forEach { StandardOutput.print($0) }
      Log.write(.error, error.description)
      throw ExitCode(69)
    }
    let status = StatusAnswer(try ControlOption.accepted(reply))
    var request = JSONLine.request("regions")
    request.add("all", true)
    let regions = RegionsAnswer(try ControlOption.reply(to: request, over: connection))
    PrometheusText(status: status, regions: regions).lines.forEach { StandardOutput.print($0) }
    try end(status)
  }

  /// Ends the command with 1 while picket does not monitor.
  private func end(_ status: StatusAnswer) throws {
    guard status.monitors else {
      let reason =
        status.reason.map(Voice.log.times(in: LocalTime.shownZone).say) ?? "it gives no reason"
      Log.write(.error, "it does not monitor: \(reason)")
      throw ExitCode(1)
    }
    guard status.isDateImpossible != true else {
      Log.write(.error, status.dateDoubt ?? "the receiver's date cannot be right")
      throw ExitCode(1)
    }
  }
}
