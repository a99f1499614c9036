import ArgumentParser
import Base
import Board
import Commands
import Picket
import Records
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
      let (settings, problems) = files.watched(configuration)
      let regions = settings.regions
      let describing = RunningController.describing(configuration)
      let described = regions.indices.map { describing(regions[$0], settings.origin(of: $0)) }
      let speech = Speech.ofEnvironment
      let lines =
        json ? described.map(\.json) : RegionDescription.table(of: described, speech.words)
      if !regions.isEmpty {
        for line in lines { json ? StandardOutput.print(json: line) : StandardOutput.print(line) }
      }
      for anchor in RunningController.anchors(configuration) {
        if json {
          StandardOutput.print(json: anchor.json.text)
        } else {
          StandardOutput.print("\(speech.say("anchor")) \(speech.anchor(anchor))")
        }
      }
      Log.writeAll(problems)
      guard problems.allSatisfy({ $0.severity == .warning }) else { throw ExitCode(1) }
      if regions.isEmpty, !json {
        StandardOutput.print(speech.words(Reason("list.none")))
      }
    }
  }

  /// `picket regions show`: everything about one region.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show everything about a region.",
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
      let (settings, problems) = files.watched(configuration)
      let regions = settings.regions
      guard let index = regions.firstIndex(where: { $0.id == id }) else {
        Log.writeAll(problems)
        Log.write(Problem(file: configuration.regions.file, missing: id, of: regions.map(\.id)))
        throw ExitCode(1)
      }
      var description = RunningController.describing(configuration)(
        regions[index], settings.origin(of: index))
      description.reception = RunningController.reception(configuration)
      for line in json ? [description.json] : description.lines(Speech.ofEnvironment.words) {
        json ? StandardOutput.print(json: line) : StandardOutput.print(line)
      }
    }
  }
}
