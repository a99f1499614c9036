import ArgumentParser
import Dispatch
import Glibc
import Notation
import System

/// `picket-link watch`: shows a fleet in a terminal.
struct WatchFleet: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Show all boards of the broker, a line for each.",
    discussion: """
      On a terminal the lines stay in place, and events scroll by above them. Without a terminal it \
      prints a line for each change; with --json a line with all that is known of the board, also \
      when its position or the regions that it is inside change. It needs a link.toml of the desk, \
      whose user may read all boards. Ctrl-C ends it.

        picket-link watch --config desk.toml
        picket-link watch --config desk.toml --json
      """)

  @OptionGroup var file: SettingsOption

  @Flag(help: "Print a line of JSON for each change of a board or of the connection.")
  var json = false

  func run() throws {
    let (settings, address) = try file.settingsWithBroker()
    let queue = DispatchQueue(label: "picket-link.watch")
    let broker = Broker(
      address, client: "picket-watch-\(getpid())-\(UInt32.random(in: .min ... .max))",
      will: nil, on: queue)
    let form: FleetScreen.Form = json ? .json : isatty(STDOUT_FILENO) == 1 ? .terminal : .lines
    let screen = FleetScreen(prefix: settings.prefix, form, on: queue)
    let topics = FleetBoard.Topic.filters.prefix(json ? .max : 3)
    queue.async {
      broker.start { news in
        switch news {
        case .connected:
          screen.connected()
          for topic in topics { broker.subscribe("\(settings.prefix)/+/\(topic)") }
        case .disconnected(let trouble, let wait):
          screen.disconnected(trouble.description)
          Log.write(
            .warning, "\(trouble); trying again in \(wait.inSeconds.secondsText(decimals: 0))")
        case .unsubscribed(let topic, let reason):
          let words = "\(topic) cannot be subscribed to: \(reason); correct the broker's ACL"
          Log.write(.error, words)
          screen.warn(words)
        case .message(let message): screen.show(message)
        }
      }
    }
    dispatchMain()
  }
}
