import ArgumentParser
import Desk
import Geofence
import Notation
import Outputs
import Picket
import RegionFiles
import System

/// `picket tune`: walks with other settings.
struct Tune: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Replay walks with other cushions, lingers and senses; show the best.",
    discussion: """
      A walk is a folder that `picket walk` has made, or a capture that `replay` can play, with \
      --regions or with NAME.regions.geojson next to NAME.nmea. All walks in a folder are used.

        picket tune orchard
        picket tune ~/walks --cushion 0..10 --linger 0 --steps 11
        picket tune walk.nmea --regions walk.geojson

      With marks that the carrier made at each crossing of a border (picket mark, or a long \
      press), false and missed events are counted and delays measured; without marks, events and \
      flaps are counted: a flap is an entry and an exit within a minute. A region with a cushion, \
      linger or sense of its own keeps it.

      Below the table is the sense (quick, even or quiet) that has the fewest false events on \
      these walks, then the fewest missed crossings, then the least delay.

      Other rules and files with the truth about a walk are for development: board/score in \
      Picket's sources compares them.
      """)

  @Argument(
    help: ArgumentHelp(
      "Walks, captures, or folders of them; the last walk if not given.", valueName: "walk"),
    completion: .walksAndFiles)
  var walks: [String] = []

  @OptionGroup var files: SettingsOptions

  @Option(help: ArgumentHelp("Metres to try, such as 0..20.", valueName: "a..b"))
  var cushion = ValueRange(0...20)

  @Option(help: ArgumentHelp("Seconds to try, such as 0..10 or 0s..1m.", valueName: "a..b"))
  var linger = ValueRange(0...10)

  @Option(help: "The number of values of each to try.")
  var steps = 6

  @Flag(help: "Print each setting as a line of JSON.")
  var json = false

  // Both went; they stay known, so that their users read what to do.
  @Option(help: .hidden) var rule: String?
  @Option(help: .hidden) var truth: String?

  func validate() throws {
    for (option, value) in [("--rule", rule), ("--truth", truth)] where value != nil {
      throw ValidationError(
        "picket tune has no \(option) any more: run board/score in Picket's sources")
    }
    guard 1...1000 ~= steps else { throw ValidationError("--steps \(steps) is not 1 to 1000") }
    guard cushion.range.upperBound <= 1000, linger.range.upperBound <= 3600 else {
      throw ValidationError("a cushion is at most 1000 m and a linger 3600 s")
    }
  }

  func run() throws {
    let configuration = try configuration()
    let walks = try Problems.orEnd { try read(configuration) }
    let present = files.config == nil ? walks.lazy.compactMap(\.recorded).first : nil
    try tune(
      walks,
      present: present
        ?? Setting(cushion: configuration.regions.cushion, linger: configuration.regions.linger))
  }

  private func tune(_ walks: [TunedWalk], present: Setting) throws {
    let settings = Setting.grid(
      cushions: cushion.range, lingers: linger.range, steps: steps, present: present)
    let console = try Console.ofCommand(json: json)
    let start = MonotonicClock.now
    let tuning = Tuning(walks, settings: settings) { done in
      if console.isTerminal { console.stay(Self.bar(done)) }
    }
    let took = start.duration(to: MonotonicClock.now).inSeconds
    let best = tuning.best?.setting
    let choice = SenseChoice(walks, at: present)
    if json {
      for trial in tuning.trials {
        console.show(
          json: trial.json(isBest: trial.setting == best, isPresent: trial.setting == present))
      }
      for line in choice.json { console.show(json: line) }
    } else {
      console.finish()
      for line in tuning.lines(present: present, seconds: took) + choice.lines {
        console.show(line)
      }
    }
    console.finish()
  }

  private func configuration() throws -> Configuration {
    guard files.config != nil else { return Configuration() }
    let (configuration, problems) = Configuration.check(named: files.config)
    Log.writeAll(problems)
    guard problems.allSatisfy({ $0.severity == .warning }) else { throw ExitCode(1) }
    return configuration
  }

  /// Reads all walks, several at once: some are unpacked and decoded by other programs.
  private func read(_ configuration: Configuration) throws -> [TunedWalk] {
    let paths =
      walks.isEmpty
      ? [try WalkPath.last(config: files.config)]
      : try walks.map { try WalkPath.found($0, config: files.config) }
    let sources = try paths.flatMap { path throws(Problem) in
      try TunedWalk.Source.found(at: path, regions: files.regions)
    }
    let walks = try TunedWalk.read(
      sources, configuration: configuration, isConfigured: files.config != nil)
    let truths = sources.compactMap(\.truth)
    if let first = truths.first {
      Log.write(
        .notice,
        "\(truths.count.counted("truth")) not read, such as \(first): only marks count here, and "
          + "board/score in Picket's sources scores by a truth")
    }
    return walks
  }

  private static func bar(_ done: Double) -> String {
    let filled = Int(done * 40)
    return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: 40 - filled)
      + "] \(Int(done * 100)) %"
  }
}

/// A range of metres or seconds: `0..20`, `0s..1m`, or one number alone.
struct ValueRange: ExpressibleByArgument, CustomStringConvertible {
  let range: ClosedRange<Double>

  init(_ range: ClosedRange<Double>) {
    self.range = range
  }

  init?(argument: String) {
    var parts = [argument[...]]
    if let dots = argument.firstIndex(ofText: "..") {
      parts = [argument[..<dots], argument[dots...].dropFirst(2)]
    }
    let numbers = parts.compactMap { Double(timeText: String($0)) }
    guard numbers.count == parts.count, let low = numbers.first, let high = numbers.last, low >= 0,
      low <= high, high.isFinite
    else { return nil }
    range = low...high
  }

  var description: String { "\(Int(range.lowerBound))..\(Int(range.upperBound))" }
}
