import ArgumentParser
import Glibc
import Picket

/// `picket watch`: what happens, as it happens.
struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what happens, live: position, regions, events, buzzer and LED.",
    discussion: """
      On a terminal the last lines stay and are drawn again: where it is, the outputs, and for \
      each region a bar with its border in the middle, outside to the left and inside to the \
      right. Events scroll by above. Elsewhere it prints plain lines. Ctrl-C ends it.

        picket watch
        picket watch --json | grep '"event"'
      """)

  @OptionGroup var control: ControlOption

  @Flag(help: "Print what picket says as it is, as JSON.")
  var json = false

  func run() throws {
    let console = try Console.ofCommand(json: json)
    let connection = try control.connect()
    var request = JSONLine.request("watch")
    request.add("fixes", true)
    try send(request, over: connection)
    if json { return try follow(connection, console) }
    var screen = Screen(console: console)
    var view = WatchView()
    var asked = MonotonicClock.now.advanced(by: .seconds(-60))
    while !console.isAbandoned {
      if asked.duration(to: MonotonicClock.now) >= .seconds(2) {
        asked = MonotonicClock.now
        try send(.request("status"), over: connection)
      }
      let next = try ControlOption.orEnd { () throws(ControlConnection.Unavailable) in
        try connection.next(within: 0.5)
      }
      guard let reply = next.flatMap(Reply.init) else { continue }
      let line = view.take(reply)
      if let refusal = reply.refusal { try end(refusal) }
      if console.isTerminal {
        screen.draw(view, above: line)
      } else if let line = line ?? (reply.text("fix") == nil ? nil : view.line) {
        console.show(line)
      }
    }
  }

  /// Prints every line until there are no more.
  private func follow(_ connection: ControlConnection, _ console: Console) throws {
    while !console.isAbandoned {
      let next = try ControlOption.orEnd { () throws(ControlConnection.Unavailable) in
        try connection.next(within: 3600)
      }
      guard let next else { continue }
      if let refusal = Reply(next)?.refusal { try end(refusal) }
      console.show(json: next)
    }
  }

  private func send(_ request: JSONLine, over connection: ControlConnection) throws {
    try ControlOption.orEnd { () throws(ControlConnection.Unavailable) in
      try connection.send(request)
    }
  }

  private func end(_ reason: String) throws {
    Log.write(.error, reason)
    throw ExitCode(69)
  }
}

/// A terminal on which the last lines are drawn again.
private struct Screen {
  let console: Console
  var drawn = 0

  /// Draws a view, and a line that scrolls by above it.
  mutating func draw(_ view: WatchView, above line: String?) {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    let lines = view.lines(
      width: isKnown ? Int(size.ws_col) - 1 : 79, height: isKnown ? Int(size.ws_row) - 1 : 20)
    var text = drawn > 0 ? "\u{1b}[\(drawn)F" : ""
    if let line { text += "\(line)\u{1b}[K\n" }
    text += lines.map { "\($0)\u{1b}[K\n" }.joined() + "\u{1b}[J"
    drawn = lines.count
    console.put(raw: text)
  }
}
