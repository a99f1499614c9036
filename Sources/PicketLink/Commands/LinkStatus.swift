import ArgumentParser
import Base
import Commands
import Records

/// `picket-link status`: the state of the running link.
struct LinkStatus: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the state of the running link.",
    discussion: """
      The exit code is 0 only while it is connected to the broker, the broker accepts events, and the \
      Signal K server is connected, if there is one. Otherwise it is 1, and 69 when no picket-link \
      runs.

        picket-link status
        picket-link status --json
      """)

  @OptionGroup var file: SettingsOption

  @Flag(help: "Print the answer unchanged, as JSON.")
  var json = false

  func run() throws {
    let path = try file.settings().statusPath
    let reply: Reply
    do throws(ControlConnection.Unavailable) {
      reply = try StatusSocket.request(path)
    } catch {
      Log.write(.error, error.description)
      throw ExitCode(69)
    }
    if json {
      StandardOutput.print(json: reply.text)
    } else {
      LinkStatusText(reply).lines.forEach { StandardOutput.print($0) }
    }
    let hasBroker =
      reply.text("broker") == nil || reply.flag("connected") && reply.text("refused") == nil
    guard hasBroker, reply.object("signalk")?.flag("connected") ?? true else { throw ExitCode(1) }
  }
}
