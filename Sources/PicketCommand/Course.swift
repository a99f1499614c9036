import ArgumentParser
import Base
import Commands
import Picket
import Records

/// `picket course`: the regions that come one after the other.
struct Course: CommandGroup {
  static let configuration = CommandConfiguration(
    abstract: "Make a course of regions, show their times, or begin it anew.",
    discussion: """
      A region with after sleeps until that region has reported; one with once reports once. A \
      restart or a power cut changes nothing of that.

        picket course make mill bridge church
        picket course show
        picket course reset
      """,
    subcommands: [Make.self, Show.self, Reset.self])

  /// `picket course make`: places in an order.
  struct Make: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make a course: each place reports once, after the one before it.",
      discussion: """
        The first place has once, each further one also after, with the place before it. Either all \
        of them are changed or none.

          picket course make mill bridge church
          picket regions set church after --unset
        """)

    @Argument(help: "The identifiers of two or more regions, in their order.", completion: .regions)
    var places: [String]

    @OptionGroup var files: SettingsOptions

    func validate() throws {
      guard places.count > 1 else {
        throw ValidationError("a course has two places or more; give the next one, too")
      }
      for (index, id) in places.enumerated() where places[..<index].contains(id) {
        throw ValidationError("\(id) is there twice; give each place once")
      }
    }

    func run() throws {
      try files.change(try files.configuration(), of: places) { document throws(Problems) in
        try document.makeCourse(places)
      } messages: { outcome in
        let order = places.joined(separator: ", then ")
        return [outcome.isChanged ? "the course is \(order)" : "the course was \(order) before"]
      }
    }
  }

  /// `picket course show`: the stations.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show each region of the course: when it reported, or that it sleeps.",
      discussion: """
        The controller is asked, since it knows the course.

          picket course show
          picket course show --json
        """)

    @OptionGroup var control: ControlOption

    @Flag(help: "Print the answer unchanged, as JSON.")
    var json = false

    func run() throws {
      let reply = try control.reply(to: JSONLine.request("course"))
      if json { return StandardOutput.print(json: reply.text) }
      let stations = CourseAnswer(reply).stations ?? Listed()
      guard !stations.isEmpty else {
        return StandardOutput.print("no region has after or once; see picket regions set --help")
      }
      let rows = stations.shown.map { station in
        [
          station.region ?? "?", station.after ?? "-",
          station.done.map(Speech.log.time) ?? (station.isAsleep ? "asleep" : "awaited"),
        ]
      }
      for line in Table.lines(
        of: [["region", "after", "reported"]] + rows, isRight: { _ in false })
      {
        StandardOutput.print(line)
      }
      if stations.more > 0 { StandardOutput.print("and \(stations.more) more") }
    }
  }

  /// `picket course reset`: from the beginning.
  struct Reset: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Begin the course anew: no region of it has reported.",
      discussion: """
        The journal has a line about it.

          picket course reset
        """)

    @OptionGroup var control: ControlOption

    func run() throws {
      var request = JSONLine.request("course")
      request.add("reset", true)
      let count = CourseAnswer(try control.reply(to: request)).reset ?? 0
      StandardOutput.print("the course begins anew; \(count.counted("region")) had reported")
    }
  }
}
