import ArgumentParser
import Picket

/// `picket check`: every problem of the files that a person writes.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tell every problem of the configuration and the regions.",
    discussion: """
      Each problem is one line on standard error, with its file and place and what to do about \
      it. The exit code is 1 if there is any, even one that `run` only warns of.

        picket check
        picket check --regions walk.geojson
      """)

  @OptionGroup var files: SettingsOptions

  func run() throws {
    let (settings, problems) = files.check()
    guard problems.isEmpty else {
      files.tell(problems)
      throw ExitCode(1)
    }
    print(Self.summary(of: settings))
  }

  /// What there is to say about files without a problem.
  static func summary(of settings: Settings) -> String {
    let regions = settings.regions.count
    let off = settings.regions.lazy.filter { !$0.isEnabled }.count
    let disabled = off == 0 ? "" : " of which \(off) disabled"
    let outputs = settings.configuration.outputs.map(\.name)
    return """
      no problems: \(regions) region\(regions == 1 ? "" : "s")\(disabled), \
      output\(outputs.count == 1 ? "" : "s") \(outputs.joined(separator: ", "))
      """
  }
}
