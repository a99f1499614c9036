import ArgumentParser
import Picket

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Tells every problem of the files that people write.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tell every problem of the configuration and the regions.",
    discussion: """
      Each problem is one line on standard error, with file and place and what to do
      about it; the exit code is 1 if there is any, a warning among them.
      """)

  @Option(help: "The configuration file (default: \(Configuration.defaultPath), if it is there).")
  var config: String?

  @Option(help: "The file with the regions (default: the one that the configuration names).")
  var regions: String?

  func run() throws {
    let report = report()
    var errors = StandardError()
    for problem in report.problems { print(problem, to: &errors) }
    guard report.problems.isEmpty else { throw ExitCode(1) }
    print(report.summary)
  }

  /// What there is to say about the files.
  func report() -> (problems: [Problem], summary: String) {
    var configuration = Configuration()
    var problems: [Problem] = []
    var files = 1
    let isThere = access(Configuration.defaultPath, F_OK) == 0
    if let path = config ?? (isThere ? Configuration.defaultPath : nil) {
      (configuration, problems) = Configuration.check(path: path)
      files += 1
    }
    let path = regions ?? configuration.regions.file
    let (watched, others) = RegionsFile.check(path: path, configuration: configuration)
    problems += others
    let names = configuration.outputs.map(\.name)
    let list = names.count > 1 ? names.dropLast().joined(separator: ", ") + " and " : ""
    let summary =
      "\(files) file\(files == 1 ? "" : "s"), no problems: "
      + "\(watched.count) region\(watched.count == 1 ? "" : "s"), "
      + "output\(names.count == 1 ? "" : "s") \(list)\(names.last ?? "none")"
    return (problems, summary)
  }
}
