import ArgumentParser
import Base
import Board
import Commands
import Picket
import Records

/// `picket mute`: no sound for some time.
struct Mute: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Silence the buzzers of the running picket; lights still work.",
    discussion: """
      The buzzers are silent at once: for this time, or until `picket unmute` or a restart. \
      Signals are still shown by lights. What a buzzer misses it does not play later.

        picket mute 10m
        picket mute
      """)

  @Argument(
    help: ArgumentHelp(
      "The duration: 30s, 10m, 1h30m; a plain number is in seconds.", valueName: "time"),
    transform: TimeArgument.read)
  var time: TimeArgument?

  @OptionGroup var control: ControlOption

  func validate() throws {
    guard time.map({ RequestLimits.mute ~= $0.seconds }) ?? true else {
      throw ValidationError("\(time?.description ?? "") is not between 1s and 7d")
    }
  }

  func run() throws {
    var request = JSONLine.request("mute")
    request.add("seconds", time?.seconds, decimals: 3)
    _ = try control.reply(to: request)
    guard let time else { return StandardOutput.print("muted until: picket unmute") }
    let minutes = time.isPlain ? "; give \(time)m for minutes" : ""
    StandardOutput.print("muted for \(time.seconds.elapsedText)\(minutes)")
  }
}

/// `picket unmute`: sound again.
struct Unmute: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Let the buzzers sound again, from the next signal on.",
    discussion: """
        picket unmute
      """)

  @OptionGroup var control: ControlOption

  func run() throws {
    _ = try control.reply(to: .request("unmute"))
    StandardOutput.print("unmuted")
  }
}
