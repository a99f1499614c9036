import ArgumentParser
import Geofence
import Picket

/// `picket replay`: what a recording leads to, on the recording's own clock.
struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play recordings of a receiver through the same rule, faster than life.",
    discussion: """
      A recording is what `gpspipe -w` prints or a receiver's raw NMEA log, which gpsd's own \
      gpsdecode decodes. The same recording always gives the same events.

        picket replay --regions walk.geojson walk.nmea
        gpspipe -w -n 600 | picket replay --regions walk.geojson -
      """)

  @Argument(help: ArgumentHelp("Recordings, or - for standard input.", valueName: "capture"))
  var captures: [String]

  @OptionGroup var files: SettingsOptions

  @Option(help: ArgumentHelp("Write each event to this file as JSON.", valueName: "file"))
  var events: String?

  @Flag(help: "Print for each fix why it led to what it led to, as JSON lines among the events.")
  var explain = false

  @Flag(help: "Print after the events what came of each region.")
  var summary = false

  @Flag(help: "Print events as JSON lines.")
  var json = false

  func run() throws {
    let settings = try files.settings()
    let console: Console
    do {
      console = try Console(json: json || explain, eventsPath: events)
    } catch {
      Log.write(.error, "\(error); give another file with --events")
      throw ExitCode(74)
    }
    var replay = Picket.Replay(
      regions: settings.regions, blindLimit: settings.configuration.blind.limit,
      device: files.config == nil ? nil : settings.configuration.gpsd.device)
    var regions = Summary(regions: settings.regions.filter(\.isEnabled).map(\.id))
    for capture in captures {
      try play(capture, &replay, &regions, console)
    }
    if summary {
      for line in replay.tally.lines + regions.lines(events: replay.tally.events) {
        console.show(line)
      }
    }
    console.finish()
  }

  private func play(
    _ capture: String, _ replay: inout Picket.Replay, _ regions: inout Summary,
    _ console: Console
  ) throws {
    let before = replay.tally
    do {
      try Capture.forEachLine(of: capture) { line in
        for case .event(let event) in replay.play(line) {
          console.show(text: event.text, json: event.json)
        }
        guard explain || summary, let explanation = replay.explanation else { return }
        if explain { console.show(json: explanation.json) }
        if case .trusted(let fix) = explanation.verdict {
          regions.note(explanation.standings, at: fix.instant)
        }
      }
    } catch let error as Capture.Unusable {
      console.finish()
      Log.write(.error, error.description)
      throw ExitCode(error.isMissingProgram ? 69 : 1)
    }
    if replay.tally.fixes == before.fixes {
      console.finish()
      Log.write(.error, "\(capture): holds no report of a fix; give gpspipe -w's output or NMEA")
      throw ExitCode(1)
    }
    let unreadable = replay.tally.unreadable - before.unreadable
    if unreadable > 0 {
      Log.write(.warning, "\(capture): \(unreadable) lines could not be read and were left out")
    }
  }
}
