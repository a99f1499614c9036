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
      prints a line for each change. It needs a link.toml of the desk, whose user may read all \
      boards. Ctrl-C ends it.

        picket-link watch --config desk.toml
      """)

  @OptionGroup var file: SettingsOption

  func run() throws {
    let (settings, address) = try file.settingsWithBroker()
    let queue = DispatchQueue(label: "picket-link.watch")
    let broker = Broker(
      address, client: "picket-watch-\(getpid())-\(UInt32.random(in: .min ... .max))",
      will: nil, on: queue)
    let screen = FleetScreen(prefix: settings.prefix, isTerminal: isatty(STDOUT_FILENO) == 1)
    queue.async {
      broker.start { news in
        switch news {
        case .connected:
          for name in ["online", "status", "event"] {
            broker.subscribe("\(settings.prefix)/+/\(name)")
          }
        case .disconnected(let trouble, let wait):
          Log.write(
            .warning, "\(trouble); trying again in \(wait.inSeconds.secondsText(decimals: 0))")
        case .unsubscribed(let topic, let reason):
          Log.write(.error, "\(topic) cannot be subscribed to: \(reason); correct the broker's ACL")
        case .message(let message): screen.show(message)
        }
      }
    }
    dispatchMain()
  }
}
