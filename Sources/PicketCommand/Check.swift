import ArgumentParser
import Base
import Board
import Commands
import Geofence
import Picket
import Records
import RegionFiles

/// `picket check`: every problem of the configuration and the regions.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Report every problem of the configuration and the regions.",
    discussion: """
      Each problem is one line on standard error, with its file and place and what to do about \
      it. The exit code is 1 if there is a problem, even if `run` only warns of it. A doubt is a \
      value that is valid but probably not meant, such as coordinates in the wrong order: it is \
      a warning, and the exit code stays 0, or is 1 with --strict.

      With --outputs the exit code is 69 when this machine lacks the line or PWM channel of an \
      output, or when no output has one: then nothing would sound.

        picket check
        picket check --regions walk.geojson --strict
        picket check --outputs
        picket check --at 2026-12-24T22:00
      """)

  @OptionGroup var files: SettingsOptions

  @Flag(help: "Also check that this machine has the lines and PWM channels of the outputs.")
  var outputs = false

  @Flag(help: "End with 1 also when there are only doubts.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Print which regions are within their hours at a time: now, 2026-06-03T09:00:00Z, or "
        + "2026-06-03T09:00 by the clocks of the regions.",
      valueName: "time"))
  var at: String?

  @Flag(help: "Print each problem, and then a summary in any case, as a line of JSON.")
  var json = false

  func run() throws {
    let (settings, problems) = files.check()
    // A program gets the summary whatever the exit code.
    func end(with code: Int32) -> ExitCode {
      if json { StandardOutput.print(json: Self.json(of: settings, problems: problems.count).text) }
      return ExitCode(code)
    }
    report(problems)
    guard problems.isEmpty else { throw end(with: 1) }
    guard !outputs || hasOutputs(settings.configuration) else { throw end(with: 69) }
    let doubts =
      settings.configuration.signalDoubts(
        of: settings.regions, file: Configuration.path(named: files.config))
      + SettingsOptions.doubts(of: settings)
    report(doubts)
    guard !strict || doubts.isEmpty else { throw end(with: 1) }
    if json {
      StandardOutput.print(json: Self.json(of: settings, problems: 0).text)
    } else {
      StandardOutput.print(Self.summary(of: settings))
      Self.needs(of: settings).map { StandardOutput.print($0) }
    }
    if let at { try printHours(at, settings) }
  }

  private func report(_ problems: [Problem]) {
    guard json else { return Log.writeAll(problems) }
    for problem in problems { StandardOutput.print(json: ProblemAnswer(problem).json.text) }
  }

  /// Prints which regions are within their hours at a time.
  private func printHours(_ text: String, _ settings: Settings) throws {
    let watched = settings.regions.filter(\.isEnabled)
    let clock = watched.lazy.compactMap(\.active).first?.clock ?? ZoneFile.board
    guard
      let time = text == "now"
        ? RunningController.time(settings.configuration) ?? SystemClock.now
        : Timestamp(rfc3339: text) ?? Hours.time(text, by: clock)
    else {
      throw ValidationError(
        "--at \(text.quoted): give now, 2026-06-03T09:00:00Z or 2026-06-03T09:00")
    }
    let report = HoursReport(watched, at: time)
    for line in json ? report.json : report.lines(\.text) {
      json ? StandardOutput.print(json: line) : StandardOutput.print(line)
    }
  }

  /// Whether this machine has the line or channel of every output; a missing one is logged.
  private func hasOutputs(_ configuration: Configuration) -> Bool {
    guard configuration.outputs.kind == .gpiod else {
      let path = Configuration.path(named: files.config)
      Log.write(
        .error,
        configuration.outputs.hasLines
          ? "\(path) has outputs = \"terminal\", so nothing would sound; remove that line"
          : "no output has a line in \(path), so nothing would sound; "
            + "picket board shows what to write there")
      return false
    }
    let listing = BoardListing(configuration.outputs)
    let faults = listing.faults.map(\.description) + listing.refusals
    for fault in faults { Log.write(.error, fault) }
    return faults.isEmpty
  }

  /// The summary for a program.
  private static func json(of settings: Settings, problems: Int) -> JSONLine {
    var line = JSONLine()
    line.add("problems", problems)
    line.add("regions", settings.regions.count)
    if let fleet = settings.fleet {
      line.add("fleet", fleet.count)
      line.add("version", fleet.version.number)
    }
    line.add("disabled", settings.regions.count { !$0.isEnabled })
    line.add("outputs", settings.configuration.outputs.list.map(\.name))
    return line
  }

  /// What the regions need of the receiver, which is not known here; `nil` for nothing.
  static func needs(of settings: Settings) -> String? {
    let regions = settings.regions
    // Only read in place: very many regions would take long to copy.
    let limits = regions.indices.count {
      regions[$0].isEnabled && regions[$0].speedRule != nil
    }
    guard limits > 0 else { return nil }
    return """
      \(limits.counted("limit")) of speed: judged while the receiver reports a speed (Doppler); \
      picket doctor shows whether yours does
      """
  }

  /// The summary for a person.
  static func summary(of settings: Settings) -> String {
    let regions = settings.regions
    let off = regions.indices.count { !regions[$0].isEnabled }
    let disabled = off == 0 ? "" : " of which \(off) disabled"
    let fleet = settings.fleet.map { ", \($0.count) by \($0.version.words)" } ?? ""
    let outputs = settings.configuration.outputs.list.map(\.name)
    return """
      no problems: \(regions.count.counted("region"))\(disabled)\(fleet), \
      output\(outputs.count == 1 ? "" : "s") \(outputs.joined(separator: ", "))
      """
  }
}
