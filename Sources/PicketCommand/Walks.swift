import ArgumentParser
import Geofence
import Picket

/// `picket walk`: record a walk.
struct Walks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "walk",
    abstract: "Record a walk: what gpsd reports, what is watched, and what happens.",
    discussion: """
      A walk is a folder that `replay`, `tune` and `report` take, and gpsd's own tools too. It \
      says where the carrier was, second by second.

        picket walk start orchard
        picket mark "at the gate"
        picket walk stop
      """,
    subcommands: [Start.self, Stop.self, List.self])

  /// `picket walk start`.
  struct Start: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Start to record.",
      discussion: """
        It takes the place of what is always recorded, until it is stopped or has its size.

          picket walk start orchard
          picket walk start 2026-06-03 --config picket.toml
        """)

    @Argument(help: "Up to 64 letters, digits, - _ and .")
    var name: String

    @OptionGroup var control: ControlOption

    func run() throws {
      var request = JSONLine.request("walk")
      request.add("start", name)
      let reply = try control.ask(request)
      print("recording \(reply.text("path") ?? name)")
    }
  }

  /// `picket walk stop`.
  struct Stop: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Stop recording.",
      discussion: """
        What it prints last is the folder, for the other commands.

          picket walk stop
          picket replay /var/lib/picket/walks/orchard --compare
          picket report /var/lib/picket/walks/orchard -o orchard.html
        """)

    @OptionGroup var control: ControlOption

    func run() throws {
      var request = JSONLine.request("walk")
      request.add("stop", true)
      let reply = try control.ask(request)
      let reports = reply.number("reports").map { "\(Int($0)) reports in " } ?? ""
      print("recorded \(reports)\(reply.text("path") ?? "a walk")")
    }
  }

  /// `picket walk list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the walks that were recorded; nothing has to run.",
      discussion: """
        A walk that goes on is "not ended", and one that a crash or a power cut ended.

          picket walk list
        """)

    @OptionGroup var file: ConfigurationOption

    func run() throws {
      let directory = try file.configuration().walkDirectory
      do {
        for line in try WalkList.lines(in: directory) { print(line) }
      } catch {
        Log.write(.error, "\(error); be root or of the group that may read it")
        throw ExitCode(1)
      }
    }
  }
}
