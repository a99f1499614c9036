import ArgumentParser
import Base
import Commands
import Picket
import Records

/// `picket drop`: an anchor watch here.
struct Drop: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Drop an anchor here, and watch that the carrier stays; again lifts it.",
    discussion: """
      The region is a circle around the mean of the last 3 s of fixes, and its name is a region like \
      any other until it is lifted, also after a restart. Leaving it sounds until it is acknowledged, \
      and so does having no fix that can be trusted for 30 s.

        picket drop                            # a circle of 40 m around this place
        picket drop --radius 60
        picket drop --rode 30 --bearing 210    # the anchor lies 30 m from here, to the south-west
        picket anchor --radius 45              # another circle around the same anchor
        picket lift
      """)

  @Argument(help: "The name of the anchor; anchor if not given.")
  var name: String?

  @Option(help: ArgumentHelp("The radius of the circle; 40 if not given.", valueName: "metres"))
  var radius: Double?

  @Option(
    help: ArgumentHelp(
      "The distance to the anchor; the radius is 10 m more, or as much as the receiver needs.",
      valueName: "metres"))
  var rode: Double?

  @Option(
    help: ArgumentHelp(
      "The true direction from here to the anchor, 0 to 360.", valueName: "degrees"))
  var bearing: Double?

  @OptionGroup var control: ControlOption

  func validate() throws {
    try Self.check(radius)
    guard rode.map({ 1...1000 ~= $0 }) ?? true else {
      throw ValidationError("--rode: give 1 to 1000 metres")
    }
    guard bearing.map({ 0...360 ~= $0 }) ?? true else {
      throw ValidationError("--bearing: give 0 to 360 degrees")
    }
    guard (rode == nil) == (bearing == nil) else {
      throw ValidationError("--rode and --bearing go together")
    }
    guard radius == nil || rode == nil else {
      throw ValidationError("give --radius, or --rode with --bearing")
    }
  }

  func run() throws {
    var request = JSONLine.request("drop")
    request.add("region", name)
    request.add("radius", radius, decimals: 3)
    request.add("rode", rode, decimals: 3)
    request.add("bearing", bearing, decimals: 3)
    let reply = try control.reply(to: request)
    StandardOutput.print(Self.words(reply))
    guard let speed = DropAnswer(reply).speed else { return }
    Log.write(
      .warning,
      "the carrier moves at \(speed.text(decimals: 1)) m/s, so the place lags behind: lift it, and "
        + "drop it again when the carrier lies still")
  }

  static func check(_ radius: Double?) throws {
    guard radius.map({ Anchor.radii ~= $0 }) ?? true else {
      throw ValidationError("--radius: give 5 to 5000 metres")
    }
  }

  static func words(_ reply: Reply) -> String {
    let answer = DropAnswer(reply)
    let anchor = answer.anchor
    let id = anchor.region ?? "?"
    if answer.isLifted { return "\(id) lifted" }
    let radius = anchor.radius?.metresText() ?? "?"
    guard let count = answer.fixes else { return "\(id): radius \(radius) now" }
    let fixes = count.counted("fix", "fixes")
    let spread = anchor.spread?.metresText() ?? "?"
    let place = [anchor.latitude, anchor.longitude]
      .map { $0?.degreesText(decimals: 6) ?? "?" }.joined(separator: ", ")
    return "\(id) dropped at \(place), the mean of \(fixes) with a deviation of \(spread); "
      + "radius \(radius)"
  }
}

/// `picket anchor`: another circle around an anchor that is dropped.
struct AnchorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "anchor",
    abstract: "Change the radius of a dropped anchor, which stays where it is.",
    discussion: """
        picket anchor --radius 45
        picket anchor mooring --radius 20
      """)

  @Argument(help: "The name of the anchor; anchor if not given.")
  var name: String?

  @Option(help: ArgumentHelp("The radius of the circle.", valueName: "metres"))
  var radius: Double

  @OptionGroup var control: ControlOption

  func validate() throws { try Drop.check(radius) }

  func run() throws {
    var request = JSONLine.request("anchor")
    request.add("region", name)
    request.add("radius", radius, decimals: 3)
    StandardOutput.print(Drop.words(try control.reply(to: request)))
  }
}

/// `picket lift`: the end of an anchor watch.
struct Lift: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lift an anchor: the carrier may go.",
    discussion: """
        picket lift
        picket lift mooring
      """)

  @Argument(help: "The name of the anchor; anchor if not given.")
  var name: String?

  @OptionGroup var control: ControlOption

  func run() throws {
    var request = JSONLine.request("lift")
    request.add("region", name)
    StandardOutput.print(Drop.words(try control.reply(to: request)))
  }
}
