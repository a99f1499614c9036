import ArgumentParser
import Geofence
import Glibc
import Notation
import Picket
import System

/// `picket events`: the journal.
struct Events: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the journal: events, and what changed around them.",
    discussion: """
      The journal is in the folder of the state, and is read there: nothing has to run.

        picket events --since 2h
        picket events -n 20 --region orchard
        picket events --since 2026-06-03T09:00:00Z --json
        picket events --follow
      """)

  @OptionGroup var file: ConfigurationOption

  @Option(
    help: ArgumentHelp(
      "Only what happened since then: a time such as 2026-06-03T09:00:00Z, or how long ago, such "
        + "as 90s, 10m, 2h or 3d.",
      valueName: "time"), transform: PointInTime.read)
  var since: PointInTime?

  @Option(
    help: ArgumentHelp("Only what happened until then, as --since.", valueName: "time"),
    transform: PointInTime.read)
  var until: PointInTime?

  @Option(
    help: ArgumentHelp("Only the events of this region.", valueName: "id"), completion: .regions)
  var region: String?

  @Option(
    name: .customShort("n"), help: ArgumentHelp("Only the last of them.", valueName: "count"))
  var count: Int?

  @OptionGroup var zone: ZoneOption

  @Flag(help: "Go on printing what is added, until the end of this command.")
  var follow = false

  @Flag(help: "Print the lines as they are, as JSON.")
  var json = false

  func validate() throws {
    guard count ?? 1 > 0 else {
      throw ValidationError("-n \(count ?? 0): give a count of 1 or more")
    }
    guard until == nil || !follow else {
      throw ValidationError("--until and --follow exclude each other")
    }
  }

  func run() throws {
    zone.apply()
    let directory = try file.configuration().state.directory
    var reader = JournalReader(directory: directory)
    let console = try Console.ofCommand(json: json)
    var isFirst = true
    // A line without a time goes with the one before it.
    var isWanted = since == nil
    var waiting: [JournalRecord] = []
    do {
      while true {
        for record in try reader.next() {
          if since != nil || until != nil, let time = record.time {
            isWanted = time >= since?.time ?? time && time <= until?.time ?? time
          }
          if isWanted, region == nil || record.region == region { waiting.append(record) }
        }
        for notice in reader.takeNotices() { Log.write(.warning, notice) }
        for record in isFirst ? waiting.suffix(count ?? .max) : waiting[...] {
          console.show(text: record.text, json: record.json)
        }
        isFirst = false
        waiting.removeAll()
        guard follow, !console.isAbandoned else { break }
        usleep(250_000)
      }
    } catch {
      Log.write(
        .error,
        error.code == ENOENT
          ? "\(directory): there is no journal here yet; name the configuration with --config"
          : "\(error); be root or of the group that may read it")
      throw ExitCode(1)
    }
    console.finish()
  }
}

/// A time, or how long ago.
struct PointInTime {
  let time: Timestamp

  static func read(_ text: String) throws -> PointInTime {
    if let time = Timestamp(rfc3339: text) { return PointInTime(time: time) }
    guard let ago = try? Stretch.read(text),
      case let time = SystemClock.now.advanced(by: .seconds(-ago.seconds))
    else {
      let meant = Double(text) == nil ? "2h" : "\(text)m"
      throw Stretch.Mistake(
        description: "give how long ago, such as \(meant), or a time such as 2026-06-03T09:00:00Z")
    }
    return PointInTime(time: time)
  }
}
