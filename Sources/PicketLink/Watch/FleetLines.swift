import Base
import Commands
import Dispatch

/// Prints each change of a fleet, in words or as a line of JSON.
final class FleetLines: Sendable {
  private let isJSON: Bool
  private let confined: Confined<FleetBoards>

  /// Starts without boards.
  init(prefix: String, isJSON: Bool, on queue: DispatchQueue) {
    self.isJSON = isJSON
    confined = Confined(FleetBoards(prefix: prefix), on: queue)
  }

  /// Notes a new connection to the broker.
  func connected() {
    let changes = confined.value.connected()
    guard isJSON else { return }
    StandardOutput.print(json: #"{"connected":true}"#)
    for change in changes { StandardOutput.print(json: change.json) }
  }

  /// Notes that there is no connection to the broker, and the reason.
  func disconnected(_ reason: String) {
    guard isJSON else { return }
    var line = JSONLine()
    line.add("connected", false)
    line.add("reason", reason)
    StandardOutput.print(json: line.text)
  }

  /// Prints a line for programs about a part of the messages that is missing.
  func warn(_ words: String) {
    guard isJSON else { return }
    var line = JSONLine()
    line.add("warning", words)
    StandardOutput.print(json: line.text)
  }

  /// Prints the change that a message brings.
  func add(_ message: ReceivedMessage) {
    guard let change = confined.value.apply(message) else { return }
    if isJSON {
      StandardOutput.print(json: change.json)
    } else if let words = change.words {
      StandardOutput.print(words)
    }
  }
}
