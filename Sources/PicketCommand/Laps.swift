import ArgumentParser
import Base
import Commands
import Geofence
import Picket
import Records

/// `picket laps`: the times between the crossings of one region.
struct Laps: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the laps of a region or a gate: the times between its crossings.",
    discussion: """
      Entries count, and at a gate the crossings to one side: that of the first one, unless --side \
      gives another. The times are those at which the border was passed, from the journal; no \
      controller need run.

        picket laps finish
        picket laps finish --since 2h
        picket laps finish --side left --json
      """)

  @Argument(help: ArgumentHelp("The region's identifier.", valueName: "region"))
  var region: String

  @OptionGroup var file: ConfigurationOption

  @Option(
    help: ArgumentHelp("Only crossings since then, such as 2h.", valueName: "time"),
    transform: PointInTime.read)
  var since: PointInTime?

  /// The side of a gate.
  enum GateSide: String, ExpressibleByArgument, CaseIterable {
    case left, right
  }

  @Option(help: "The side of a gate to which the crossings lead.")
  var side: GateSide?

  @Flag(help: "Print a line of JSON for each lap.")
  var json = false

  func run() throws {
    let directory = try file.configuration().state.directory
    let console = try Console.ofCommand(json: json)
    var times = LapTimes(region: region, side: side?.rawValue, since: since?.time)
    var reader = JournalReader(directory: directory)
    try JournalReader.orEnd(in: directory) { () throws(SystemError) in
      try reader.next { times.add($0) }
    }
    for notice in reader.popNotices() { Log.write(.warning, notice) }
    guard !times.passages.isEmpty else {
      let limits = since == nil && side == nil ? "" : " within these limits"
      Log.write(
        .error,
        """
        the journal has no entry into \(region.quoted), nor a crossing of a gate of this name\
        \(limits); picket events shows what it has
        """)
      throw ExitCode(1)
    }
    let best = times.laps.compactMap(\.seconds).min()
    for lap in times.laps {
      console.show(text: lap.text(best: best), json: lap.json)
    }
    console.finish()
  }
}
