import ArgumentParser
import Notation
import Outputs
import Picket

/// `picket mute`: no sound for some time.
struct Mute: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Silence the buzzers of the picket that runs; lights go on.",
    discussion: """
      At once, for some time or until `picket unmute` or a restart. Signals go on without \
      sound, and none of them is made up for later.

        picket mute 10m
        picket mute
      """)

  @Argument(
    help: ArgumentHelp("For how long: 30s, 10m or 2h.", valueName: "time"), transform: Stretch.read)
  var time: Stretch?

  @OptionGroup var control: ControlOption

  func run() throws {
    var request = JSONLine.request("mute")
    request.add("seconds", time?.seconds, decimals: 3)
    _ = try control.ask(request)
    print(time == nil ? "muted until: picket unmute" : "muted")
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
    _ = try control.ask(.request("unmute"))
    print("unmuted")
  }
}
