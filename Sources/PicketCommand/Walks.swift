import ArgumentParser
import Base
import Board
import Commands
import Desk
import Geofence
import Picket
import Records
import RegionFiles

/// `picket walk`: record a walk.
struct Walks: CommandGroup {
  static let configuration = CommandConfiguration(
    commandName: "walk",
    abstract: "Record a walk: what gpsd reports, what is watched, and what happens.",
    discussion: """
      A walk is a folder that `replay`, `tune` and `report` read, and gpsd's own tools too. It \
      shows where the carrier was, second by second.

        picket walk start orchard
        picket mark "at the gate"
        picket walk stop
      """,
    subcommands: [Start.self, Stop.self, List.self, Remove.self])

  /// `picket walk start`.
  struct Start: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Start recording.",
      discussion: """
        It replaces the automatic recording until it is stopped or reaches the size limit.

          picket walk start orchard
          picket walk start
        """)

    @Argument(help: "Up to 64 letters, digits, - _ and .; the date and the time if not given.")
    var name: String?

    @OptionGroup var control: ControlOption

    func run() throws {
      let name = try name ?? Self.present(control)
      var request = JSONLine.request("walk")
      request.add("start", name)
      let path = WalkAnswer(try control.reply(to: request)).path
      StandardOutput.print("recording \(path ?? name)")
    }

    /// The local date and time: the receiver's, or the board's if the receiver has reported none.
    private static func present(_ control: ControlOption) throws -> String {
      let reported = StatusAnswer(try control.reply(to: .request("status"))).time
      let time = reported.flatMap(Timestamp.init(rfc3339:)) ?? SystemClock.now
      return LocalTime.fileName(of: time)
    }
  }

  /// `picket walk stop`.
  struct Stop: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Stop recording.",
      discussion: """
        It prints the folder, for use with the other commands.

          picket walk stop
          picket replay orchard --compare
          picket report orchard
        """)

    @OptionGroup var control: ControlOption

    func run() throws {
      var request = JSONLine.request("walk")
      request.add("stop", true)
      let walk = WalkAnswer(try control.reply(to: request))
      let reports = walk.reports.map { "\($0.counted("report")) in " } ?? ""
      StandardOutput.print("recorded \(reports)\(walk.path ?? "a walk")")
    }
  }

  /// `picket walk list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the recorded walks; picket need not run.",
      discussion: """
        A walk that is still recorded is "not ended"; so is a walk that a crash or a power cut ended.

          picket walk list
        """)

    @OptionGroup var file: ConfigurationOption
    @OptionGroup var zone: ZoneOption

    @Option(
      help: ArgumentHelp(
        "The folder of the walks; that of the configuration if not given.", valueName: "folder"))
    var folder: String?

    @Flag(help: "Print a JSON object for each walk.")
    var json = false

    func run() throws {
      zone.apply()
      let directory = try folder ?? file.configuration().walkDirectory
      do {
        let lines = try json ? WalkList.json(in: directory) : WalkList.lines(in: directory)
        for line in lines { json ? StandardOutput.print(json: line) : StandardOutput.print(line) }
      } catch {
        Log.write(.error, "\(error); run this as root or as a member of its group")
        throw ExitCode(1)
      }
    }
  }

  /// `picket walk remove`.
  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove recorded walks.",
      discussion: """
        The whole folder of each is removed, with its truth.json, unless other files are in it.

          picket walk remove orchard
        """)

    @Argument(help: "The names of the walks.", completion: .walks)
    var names: [String]

    @OptionGroup var file: ConfigurationOption

    func run() throws {
      let configuration = try file.configuration()
      let recorded = RunningController.recordedWalk(configuration)
      var failed = false
      for name in names {
        guard name != recorded else {
          Log.write(.error, "\(name): is being recorded; picket walk stop ends it")
          failed = true
          continue
        }
        do throws(Problem) {
          try WalkRemoval.remove(name, in: configuration.walkDirectory)
          StandardOutput.print("removed \(name)")
        } catch {
          Log.write(error)
          failed = true
        }
      }
      if failed { throw ExitCode(1) }
    }
  }
}
