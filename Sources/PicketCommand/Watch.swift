import ArgumentParser
import Base
import Board
import Desk
import Glibc
import Picket
import Records
import RegionFiles

/// `picket watch`: the position, the regions and the events, live.
struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what happens, live: position, regions, events, buzzer and LED.",
    discussion: """
      On a terminal the last lines stay in place: the position, the outputs, and for each region \
      a bar with its border in the middle, outside to the left and inside to the right. Events \
      scroll by above them. Without a terminal it prints plain lines. Ctrl-C ends it.

        picket watch
        picket watch --json | grep '"event"'
      """)

  @OptionGroup var control: ControlOption

  @Flag(help: "Print the lines of the control socket unchanged, as JSON.")
  var json = false

  @OptionGroup var zone: ZoneOption

  func run() throws {
    zone.apply()
    let console = try Console.ofCommand(json: json)
    let connection = try control.connect()
    var request = JSONLine.request("watch")
    request.add("fixes", true)
    try send(request, over: connection)
    if json { return try follow(connection, console) }
    try show(connection, console)
  }

  /// Shows every line until there are no more, and requests the status every two seconds.
  private func show(_ connection: ControlConnection, _ console: Console) throws {
    var screen = WatchScreen()
    var view = WatchView(hasDates: !console.isTerminal)
    var requested = MonotonicClock.now.advanced(by: .seconds(-60))
    while !console.isAbandoned {
      if requested.duration(to: MonotonicClock.now) >= .seconds(2) {
        requested = MonotonicClock.now
        try send(.request("status"), over: connection)
      }
      guard let reply = try next(of: connection, within: 0.5).flatMap(Reply.init) else {
        let size = Self.size
        if console.isTerminal, screen.isStale(size) {
          console.put(raw: screen.draw(view, above: nil, size))
        }
        continue
      }
      let line = view.apply(reply)
      // What matters first may have changed.
      if line != nil { requested = requested.advanced(by: .seconds(-60)) }
      if let refusal = reply.refusal { try end(refusal.reason) }
      if console.isTerminal {
        console.put(raw: screen.draw(view, above: line, Self.size))
      } else if let line = line ?? (FixLine(reply).belief == nil ? nil : view.line) {
        console.show(line)
      }
    }
  }

  /// The size of the terminal; 80 by 21 when it is not known.
  private static var size: WatchScreen.Size {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return WatchScreen.Size(
      width: isKnown ? Int(size.ws_col) : 80, height: isKnown ? Int(size.ws_row) : 21)
  }

  /// Prints every line until there are no more.
  private func follow(_ connection: ControlConnection, _ console: Console) throws {
    while !console.isAbandoned {
      guard let next = try next(of: connection, within: 3600) else { continue }
      if let refusal = Reply(next)?.refusal { try end(refusal.reason) }
      console.show(json: next)
    }
  }

  private func next(of connection: ControlConnection, within seconds: Double) throws -> String? {
    try ControlOption.orEnd { () throws(ControlConnection.Unavailable) in
      try connection.next(within: seconds)
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
