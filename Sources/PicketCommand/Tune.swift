import ArgumentParser
import Base
import Board
import Desk
import Geofence
import Picket
import RegionFiles

/// `picket tune`: walks with each sense.
struct Tune: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Replay walks with each sense: quick, even and quiet.",
    discussion: """
      A walk is a folder that `picket walk` has made, or a capture that `replay` can play, with \
      --regions or with NAME.regions.geojson next to NAME.nmea. All walks in a folder are used.

        picket tune orchard
        picket tune walk.nmea --regions walk.geojson

      With marks that the carrier made at each crossing of a border (picket mark, or a long \
      press), false and missed events are counted and delays measured; without marks, events and \
      flaps are counted: a flap is an entry and an exit within a minute. A region with a sense of \
      its own keeps it.

      The best sense has the fewest false events, then the fewest missed crossings, then the \
      least delay.
      """)

  @Argument(
    help: ArgumentHelp(
      "Walks, captures, or folders of them; the last walk if not given.", valueName: "walk"),
    completion: .walksAndFiles)
  var walks: [String] = []

  @OptionGroup var files: SettingsOptions

  @Flag(help: "Print each sense as a line of JSON.")
  var json = false

  // These went; they stay known, so that their users read what to do.
  @Option(help: .hidden) var rule: String?
  @Option(help: .hidden) var truth: String?
  @Option(help: .hidden) var cushion: String?
  @Option(help: .hidden) var linger: String?
  @Option(help: .hidden) var steps: String?

  func validate() throws {
    let given = [
      "rule": rule, "truth": truth, "cushion": cushion, "linger": linger, "steps": steps,
    ].compactMapValues { $0 }
    guard let option = given.keys.min() else { return }
    throw ValidationError(
      "picket tune has no --\(option) any more: it compares the senses; board/score in Picket's "
        + "sources has the rest")
  }

  func run() throws {
    let (trials, present) = try Problems.orEnd { try played() }
    let console = try Console.ofCommand(json: json)
    let best = SenseTrial.best(of: trials)
    for trial in trials where json {
      console.show(
        json: trial.json(isBest: trial.sense == best, isPresent: trial.sense == present))
    }
    for line in SenseTrial.lines(of: trials, present: present) where !json { console.show(line) }
    console.finish()
  }

  /// Plays all walks with each sense, and returns the present sense, too.
  private func played() throws -> (trials: [SenseTrial], present: Sense) {
    let paths =
      walks.isEmpty
      ? [try WalkPath.last(config: files.config)]
      : try walks.map { try WalkPath.found($0, config: files.config) }
    let sources = try paths.flatMap { path throws(Problem) in
      try WalkSource.found(at: path, regions: files.regions)
    }
    var trials = Sense.allCases.map { SenseTrial($0) }
    var present: Sense?
    for source in sources {
      let walk = Walk.isFolder(source.path) ? try Walk(path: source.path) : nil
      if files.config == nil, let walk { present = present ?? walk.start.usual.sense ?? .even }
      let marks = WordlessMark.times(in: (walk?.entries ?? []).map(\.entry))
      for index in trials.indices {
        let events = try walk.map { try play($0, trials[index].sense) }
        trials[index].add(try events ?? play(source, trials[index].sense), marks: marks)
      }
    }
    let configured = Configuration.check(named: files.config).configuration.regions.sense
    return (trials, present ?? configured)
  }

  /// The events of a walk with a sense.
  private func play(_ walk: Walk, _ sense: Sense) throws -> [Event] {
    let settings = try files.settings(
      for: walk, sense: sense, isAgain: sense != Sense.allCases.first)
    var replay = try WalkReplay(walk, settings: settings, sense: sense)
    var findings: [Finding] = []
    try Capture.forEachLine(of: walk.reports) { findings += replay.play($0) }
    findings += replay.finish()
    return try Self.events(in: findings, replay.replay.tally, walk.reports)
  }

  /// The events of a capture with a sense.
  private func play(_ source: WalkSource, _ sense: Sense) throws -> [Event] {
    var files = files
    files.regions = source.regions
    let settings = try files.settings(sense: sense, isAgain: sense != Sense.allCases.first)
    let gpsd = settings.configuration.gpsd
    var replay = CaptureReplay(
      regions: settings.regions, blindLimit: settings.configuration.blind.limit,
      device: files.config == nil ? nil : gpsd.device,
      names: files.config == nil ? nil : gpsd.names)
    var findings: [Finding] = []
    try Capture.forEachLine(of: source.path) { findings += replay.play($0) }
    return try Self.events(in: findings, replay.tally, source.path)
  }

  private static func events(
    in findings: [Finding], _ tally: Tally, _ path: String
  ) throws -> [Event] {
    if let reason = tally.emptiness(of: path) {
      throw UnusableFile(description: "\(path): \(reason)")
    }
    return findings.compactMap { if case .event(let event) = $0 { event } else { nil } }
  }
}
