import ArgumentParser
import Geofence
import Glibc
import Picket

/// `picket events`: the journal.
struct Events: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the journal: events, and what changed around them.",
    discussion: """
      The journal is in the folder of the state, and is read there: nothing has to run.

        picket events --since 2h
        picket events --since 2026-06-03T09:00:00Z --json
        picket events --follow
      """)

  @OptionGroup var file: ConfigurationOption

  @Option(
    help: ArgumentHelp(
      "Only what happened since then: a time such as 2026-06-03T09:00:00Z, or how long ago, such "
        + "as 90s, 10m, 2h or 3d.",
      valueName: "time"))
  var since: Since?

  @Flag(help: "Go on printing what is added, until the end of this command.")
  var follow = false

  @Flag(help: "Print the lines as they are, as JSON.")
  var json = false

  func run() throws {
    let directory = try file.configuration().state.directory
    var reader = JournalReader(directory: directory)
    let console = try Console.ofCommand(json: json)
    // A line without a time goes with the one before it.
    var isWanted = since == nil
    do {
      while true {
        for record in try reader.next() {
          if let since, let time = record.time { isWanted = time >= since.time }
          if isWanted { console.show(text: record.text, json: record.json) }
        }
        for notice in reader.takeNotices() { Log.write(.warning, notice) }
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
struct Since: ExpressibleByArgument {
  let time: Timestamp

  init?(argument: String) {
    if let time = Timestamp(rfc3339: argument) {
      self.time = time
      return
    }
    guard let ago = Stretch(argument: argument) else { return nil }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    guard let time = Timestamp(seconds: Double(now.tv_sec) - ago.seconds) else { return nil }
    self.time = time
  }
}
