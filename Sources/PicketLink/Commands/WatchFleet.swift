import ArgumentParser
import Base
import Dispatch
import Glibc

/// `picket-link watch`: prints what happens to a fleet.
struct WatchFleet: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Print the events and changes of all boards of the broker.",
    discussion: """
      A line for each event, and when a board comes, goes or changes its state; with --json a line \
      with all that is known of the board, also when its position or the regions that it is inside \
      change. It needs a link.toml of the desk, whose user may read all boards. Ctrl-C ends it. On a \
      map they are on the page, with [boards] in page.toml.

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
    let lines = FleetLines(prefix: settings.prefix, isJSON: json, on: queue)
    let topics = FleetBoard.Topic.filters.prefix(json ? .max : 3)
    queue.async {
      broker.start { news in
        switch news {
        case .connected:
          lines.connected()
          for topic in topics { broker.subscribe("\(settings.prefix)/+/\(topic)") }
        case .disconnected(let trouble, let wait):
          lines.disconnected(trouble.description)
          Log.write(
            .warning, "\(trouble); trying again in \(wait.inSeconds.secondsText(decimals: 0))")
        case .unsubscribed(let topic, let reason):
          let words = "\(topic) cannot be subscribed to: \(reason); correct the broker's ACL"
          Log.write(.error, words)
          lines.warn(words)
        case .message(let message): lines.add(message)
        case .limited: break
        }
      }
    }
    dispatchMain()
  }
}
