import ArgumentParser
import Notation
import Outputs
import Picket
import RegionFiles

extension Regions {
  /// `picket regions list`: one line a region.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the regions, and where the carrier is if a controller runs.",
      discussion: """
          picket regions list
          picket regions list --regions fields.geojson
        """)

    @OptionGroup var files: SettingsOptions

    @Flag(help: "Print a JSON object for each region.")
    var json = false

    func run() throws {
      let configuration = try files.configuration()
      let (regions, problems) = RegionsFile.check(
        path: configuration.regions.file, rules: configuration.regionRules)
      let states = Watcher.states(configuration)
      let described = regions.map { RegionDescription($0, state: states?($0.id)) }
      let lines =
        json ? described.map(\.json) : RegionDescription.table(described.map(\.row))
      if !regions.isEmpty { for line in lines { json ? print(json: line) : print(line) } }
      files.tell(problems)
      guard problems.allSatisfy({ $0.severity == .warning }) else { throw ExitCode(1) }
      if regions.isEmpty, !json { print("no regions; picket regions add --help says how") }
    }
  }

  /// `picket regions show`: all there is to say about one.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Say all there is to say about a region.",
      discussion: """
          picket regions show orchard
        """)

    @Argument(help: "The identifier of the region.", completion: .regions)
    var id: String

    @OptionGroup var files: SettingsOptions

    @Flag(help: "Print a JSON object.")
    var json = false

    @OptionGroup var zone: ZoneOption

    func run() throws {
      zone.apply()
      let configuration = try files.configuration()
      let (regions, problems) = RegionsFile.check(
        path: configuration.regions.file, rules: configuration.regionRules)
      guard let region = regions.first(where: { $0.id == id }) else {
        files.tell(problems)
        files.tell([
          Problem(file: configuration.regions.file, missing: id, of: regions.map(\.id))
        ])
        throw ExitCode(1)
      }
      let description = RegionDescription(region, state: Watcher.states(configuration)?(id))
      for line in json ? [description.json] : description.lines {
        json ? print(json: line) : print(line)
      }
    }
  }
}
