import ArgumentParser
import Base
import Board
import Commands
import Geofence
import Picket
import Records

/// `picket sound`: find a border by ear.
struct Sound: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Sound the distance to a region's border, to find it with the buzzer in the hand.",
    discussion: """
      The running picket beeps, faster the nearer the border is: from 100, 50, 20 and 8 m on. \
      Within 2.5 m of the border the tone is steady. Signals come first. Ctrl-C ends it.

        picket sound orchard
        picket sound orchard --for 10m
      """)

  @Argument(help: "The identifier of the region.", completion: .regions)
  var region: String

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("End after this time, such as 90s or 10m.", valueName: "time"),
    transform: TimeArgument.read)
  var time: TimeArgument?

  @OptionGroup var control: ControlOption

  func run() throws {
    let console = try Console.ofCommand(json: false)
    let connection = try control.connect()
    let end = time.map { MonotonicClock.now.advanced(by: .milliseconds(Int64($0.seconds * 1000))) }
    var signals = HeldSignals()
    defer { signals.release() }
    var isWarned = false
    while !console.isAbandoned, end.map({ MonotonicClock.now < $0 }) ?? true {
      var request = JSONLine.request("sound")
      request.add("region", region)
      // The tone ends after this time if this process is killed.
      request.add("seconds", 3, decimals: 0)
      let answer = SoundAnswer(try ControlOption.reply(to: request, over: connection))
      console.show(Self.line(answer))
      if answer.isMuted, !isWarned {
        isWarned = true
        Log.write(.warning, "buzzers are muted, or the hours are quiet: they stay silent")
      }
      let left = end.map { MonotonicClock.now.duration(to: $0) } ?? .seconds(1)
      if signals.wait(min(left, .seconds(1))) != nil { break }
    }
    var request = JSONLine.request("sound")
    request.add("stop", true)
    _ = try ControlOption.reply(to: request, over: connection)
    console.finish()
  }

  private static func line(_ answer: SoundAnswer) -> String {
    if answer.isBlind { return "no fix that can be trusted: silent" }
    guard let depth = answer.depth else { return "no position yet: silent" }
    return Speech.log.side(depth)
  }
}
