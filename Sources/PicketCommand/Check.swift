import ArgumentParser
import Notation
import Outputs
import Picket
import RegionFiles
import System

/// `picket check`: every problem of the files that a person writes.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tell every problem of the configuration and the regions.",
    discussion: """
      Each problem is one line on standard error, with its file and place and what to do about \
      it. The exit code is 1 if there is any, even one that `run` only warns of. What is right by \
      its form and hardly meant, such as coordinates in the wrong order, is a doubt: a warning that \
      leaves the exit code at 0, or makes it 1 with --strict.

      With --outputs it is 69 when this machine does not have what the outputs are on, or none \
      is on anything: then nothing would sound.

        picket check
        picket check --regions walk.geojson --strict
        picket check --outputs
      """)

  @OptionGroup var files: SettingsOptions

  @Flag(help: "Look for the lines and PWM channels of the outputs on this machine, too.")
  var outputs = false

  @Flag(help: "End with 1 for a doubt, too.")
  var strict = false

  @Flag(help: "Print each problem, and a summary at the end, as a line of JSON.")
  var json = false

  func run() throws {
    let (settings, problems) = files.check()
    if json { for problem in problems { print(json: problem.json.text) } }
    guard problems.isEmpty else {
      if !json { files.tell(problems) }
      throw ExitCode(1)
    }
    if outputs { try look(for: settings.configuration) }
    let doubts = files.doubts(of: settings.regions, settings.configuration)
    if json { for doubt in doubts { print(json: doubt.json.text) } } else { files.tell(doubts) }
    if strict, !doubts.isEmpty { throw ExitCode(1) }
    if json { print(json: Self.json(of: settings).text) } else { print(Self.summary(of: settings)) }
  }

  /// Ends with 69 unless every output of the configuration can be had here.
  private func look(for configuration: Configuration) throws {
    guard configuration.outputs.kind == .gpiod else {
      Log.write(
        .error,
        """
        no output has a line in \(files.config ?? Configuration.defaultPath), nothing would sound; \
        picket board says what to write there
        """)
      throw ExitCode(69)
    }
    let listing = BoardListing(configuration.outputs)
    let faults = listing.faults.map(\.description) + listing.refusals
    for fault in faults { Log.write(.error, fault) }
    guard faults.isEmpty else { throw ExitCode(69) }
  }

  /// The same for a program.
  private static func json(of settings: Settings) -> JSONLine {
    var line = JSONLine()
    line.add("problems", 0)
    line.add("regions", settings.regions.count)
    line.add("disabled", settings.regions.count { !$0.isEnabled })
    line.add("outputs", settings.configuration.outputs.list.map(\.name))
    return line
  }

  /// What there is to say about files without a problem.
  static func summary(of settings: Settings) -> String {
    let regions = settings.regions.count
    let off = settings.regions.lazy.filter { !$0.isEnabled }.count
    let disabled = off == 0 ? "" : " of which \(off) disabled"
    let outputs = settings.configuration.outputs.list.map(\.name)
    return """
      no problems: \(regions.counted("region"))\(disabled), \
      output\(outputs.count == 1 ? "" : "s") \(outputs.joined(separator: ", "))
      """
  }
}
