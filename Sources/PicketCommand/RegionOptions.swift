import ArgumentParser
import Commands
import Geofence
import Notation
import RegionFiles

/// The properties of a new region other than its shape.
struct RegionOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A text that is shown with its events.", valueName: "text"))
  var note: String?

  @Option(
    help: ArgumentHelp(
      "The time inside before a dwell event, such as 5m or 90s.", valueName: "time"),
    transform: TimeArgument.read)
  var dwell: TimeArgument?

  @Option(
    help: ArgumentHelp("Metres past the border before a crossing counts.", valueName: "metres"))
  var cushion: Double?

  @Option(
    help: ArgumentHelp("The time past the border before a crossing counts.", valueName: "time"),
    transform: TimeArgument.read)
  var linger: TimeArgument?

  @Option(
    help: ArgumentHelp(
      "The certainty that a crossing needs before it counts.", valueName: "quick|even|quiet"),
    completion: .list(Sense.allCases.map(\.rawValue)), transform: ChoiceArgument.read)
  var sense: Sense?

  @Option(
    help: ArgumentHelp(
      "The time to the border at which the approach cue begins, such as 10s.", valueName: "time"),
    transform: TimeArgument.read)
  var approach: TimeArgument?

  @Option(
    help: ArgumentHelp(
      "The side from which the cue begins; inside if not given.", valueName: "inside|outside|both"),
    completion: .list(ApproachRule.Side.allCases.map(\.rawValue)), transform: ChoiceArgument.read)
  var approachFrom: ApproachRule.Side?

  @Option(
    help: ArgumentHelp("The limit of speed in km/h.", valueName: "km/h"))
  var maxSpeed: Double?

  @Option(
    help: ArgumentHelp(
      "The time over the limit before it is reported; 3s if not given.", valueName: "time"),
    transform: TimeArgument.read)
  var speedLinger: TimeArgument?

  @Option(
    help: ArgumentHelp("The region that has to report first.", valueName: "region"),
    completion: .regions)
  var after: String?

  @Flag(help: "Report once, until the course is reset.")
  var once = false

  @Option(
    help: ArgumentHelp("A signal of the configuration, for this region alone.", valueName: "name"))
  var signal: String?

  @Option(
    name: .customLong("class"), help: ArgumentHelp("A name that regions share.", valueName: "name"))
  var category: String?

  @Option(
    help: ArgumentHelp(
      "When watching ends, such as 2026-07-01T00:00:00Z.", valueName: "time"))
  var expires: String?

  @Option(
    help: ArgumentHelp(
      "The hours in which the region reports, such as \"Mo-Fr 07:00-16:00\".", valueName: "hours"),
    transform: Self.readHours)
  var active: Schedule?

  @Flag(help: "Report the carrier's side when a span of the hours begins.")
  var atStart = false

  @Flag(help: "Sound an event until it is acknowledged.")
  var latch = false

  /// Reads hours from a text; wrong ones are refused before you walk.
  private static func readHours(_ text: String) throws -> Schedule {
    do throws(Schedule.Mistake) {
      return try Schedule(text)
    } catch {
      throw ValidationError("character \(error.offset + 1): \(error.wrong); \(error.remedy)")
    }
  }

  @Option(
    help: ArgumentHelp(
      "The time between reminders on the wrong side, such as 60s or 5m.", valueName: "time"),
    transform: TimeArgument.read)
  var remind: TimeArgument?

  @Option(
    help: ArgumentHelp(
      "The wrong side; outside if not given.", valueName: "outside|inside"),
    completion: .list(ReminderRule.Side.allCases.map(\.rawValue)), transform: ChoiceArgument.read)
  var remindSide: ReminderRule.Side?

  @Option(
    help: ArgumentHelp(
      "The number of reminders before the last one; 20 if not given.", valueName: "count"))
  var remindAtMost: Int?

  func validate() throws {
    guard maxSpeed != nil || speedLinger == nil else {
      throw ValidationError("--speed-linger needs --max-speed")
    }
    guard active != nil || !atStart else { throw ValidationError("--at-start needs --active") }
    guard remind != nil || remindSide == nil && remindAtMost == nil else {
      throw ValidationError("--remind-side and --remind-at-most go with --remind")
    }
  }

  func region(_ id: String) -> NewRegion {
    var region = NewRegion(id: id)
    region.add("note", note)
    region.add("dwell", dwell?.seconds)
    region.add("cushion", cushion)
    region.add("linger", linger?.seconds)
    region.add("sense", sense?.rawValue)
    region.add("remind", remind?.seconds)
    region.add("remindSide", remindSide?.rawValue)
    region.add("remindAtMost", remindAtMost.map(Double.init))
    region.add("approach", approach?.seconds)
    region.add("approachFrom", approachFrom?.rawValue)
    region.add("maxSpeed", maxSpeed)
    region.add("speedLinger", speedLinger?.seconds)
    region.add("after", after)
    region.add("once", once)
    region.add("signal", signal)
    region.add("class", category)
    region.add("expires", expires)
    region.add("active", active?.description)
    region.add("atStart", atStart)
    region.add("latch", latch)
    return region
  }
}
