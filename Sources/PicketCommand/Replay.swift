import ArgumentParser
import Base
import Board
import Commands
import Desk
import Geofence
import Picket

/// `picket replay`: the events of a recording, on the recording's own clock.
struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play recordings of a receiver through the same rule, faster than real time.",
    discussion: """
      A recording is what `gpspipe` prints (-w, -r or -R) or a receiver's raw log, which gpsd's \
      own gpsdecode decodes; or the track of another program: GPX with times, TCX, and FIT by gpsbabel. \
      The same recording always gives the same events.

        picket replay --regions walk.geojson walk.nmea
        picket replay --regions walk.geojson tour.gpx
        gpspipe -w -n 600 | picket replay --regions walk.geojson -

      The folder of a walk is played with its own regions, from the state at its start. Its \
      events are then the same, to the last digit. With --config or --regions these are used \
      instead.

        picket replay orchard --compare
      """)

  @Argument(
    help: ArgumentHelp(
      "Recordings, or - for standard input; or a walk, by its name or its folder; the last walk if "
        + "not given.",
      valueName: "capture"), completion: .walksAndFiles)
  var captures: [String] = []

  @OptionGroup var files: SettingsOptions

  @Option(help: ArgumentHelp("Write each event to this file as JSON.", valueName: "file"))
  var events: String?

  @Flag(
    help:
      "Print an explanation of each fix and the switching of relays, as JSON lines among the events."
  )
  var explain = false

  @Flag(help: "Print a summary of each region after the events; with --json one line of JSON.")
  var summary = false

  @Flag(help: "Compare the events with those recorded on the walk; end with 1 if they differ.")
  var compare = false

  @Flag(help: "Print events as JSON lines.")
  var json = false

  /// The paths of the recordings or of the walk to play.
  private func paths() throws -> [String] {
    let paths = try Problem.orEnd {
      captures.isEmpty
        ? [try WalkPath.last(config: files.config)]
        : try captures.map { try WalkPath.found($0, config: files.config) }
    }
    try check(paths)
    return paths
  }

  private func check(_ captures: [String]) throws {
    let isWalk = captures.contains(where: Walk.isFolder)
    guard !isWalk || captures.count == 1 else {
      throw ValidationError("a walk is played alone; give one folder and nothing else")
    }
    guard isWalk || !compare else {
      throw ValidationError("--compare is for the folder of a walk")
    }
  }

  @OptionGroup var zone: ZoneOption

  func run() throws {
    zone.apply()
    let captures = try paths()
    if let path = captures.first, Walk.isFolder(path) { return try play(walk: path) }
    let settings = try files.settings()
    let console = try Console.ofCommand(json: json || explain, eventsPath: events)
    var replay = CaptureReplay(
      regions: settings.regions, blindLimit: settings.configuration.blind.limit,
      device: files.config == nil ? nil : settings.configuration.gpsd.device,
      names: files.config == nil ? nil : settings.configuration.gpsd.names,
      outputs: explain ? settings.configuration.outputs.list : [])
    var text = ReplayText(
      Summary(
        regions: settings.regions.filter(\.isEnabled).map(\.id), cues: CueTally(settings.regions)),
      explain: explain, summary: summary, console)
    for capture in captures {
      try play(capture, &replay, &text)
    }
    text.end(replay.tally)
    if let words = replay.farnessWarning { Log.write(.warning, words) }
  }

  private func play(
    _ capture: String, _ replay: inout CaptureReplay, _ text: inout ReplayText
  ) throws {
    let before = replay.tally
    replay.beginRecording()
    do {
      let wrong = try Capture.forEachLine(of: capture) { line in
        let findings = replay.play(line)
        text.show(findings, replay.nextReminders(), replay.explanation)
        for one in replay.nextSwitchings() { text.console.show(json: one.json) }
      }
      replay.count(wrongSums: wrong)
    } catch let error as UnusableFile {
      text.console.finish()
      Log.write(.error, error.description)
      throw ExitCode(error.isMissingProgram ? 69 : 1)
    }
    if let reason = replay.tally.emptiness(of: capture, since: before) {
      text.console.finish()
      Log.write(.error, "\(capture): \(reason)")
      throw ExitCode(1)
    }
    for words in replay.tally.warnings(of: capture, since: before) { Log.write(.warning, words) }
  }
}
