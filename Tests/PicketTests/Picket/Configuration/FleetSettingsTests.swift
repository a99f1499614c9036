import Base
import Geofence
@testable import Picket
import RegionFiles
import Testing

struct FleetSettingsTests {
  private let folder: TemporaryFolder
  private let config: String

  init() throws {
    folder = try TemporaryFolder()
    config = try folder.write(
      "[state]\ndirectory = \"\(folder.path)\"\n[regions]\nmax_count = 4\n", to: "picket.toml")
    _ = try folder.write(FleetSample.text(["own"]), to: "regions.geojson")
  }

  private func writeFleet(_ ids: [String], _ properties: String = "") throws {
    let text = FleetFile.stamped(FleetSample.text(ids, properties), FleetSample.version(2))
    _ = try folder.write(text, to: "fleet.geojson")
  }

  @Test func nothingChangesWithoutAFleet() throws {
    let settings = try Settings.read(configurationPath: config, regionsPath: nil)
    #expect(settings.regions.map(\.id) == ["own"])
    #expect(settings.fleet == nil)
    #expect(settings.origin(of: 0) == nil)
    #expect(settings.fleetFile == "\(folder.path)/fleet.geojson")
  }

  @Test func bothFilesAreRead() throws {
    try writeFleet(["a", "b"])
    let settings = try Settings.read(configurationPath: config, regionsPath: nil)
    #expect(settings.regions.map(\.id) == ["own", "a", "b"])
    #expect(settings.fleet == Settings.Fleet(version: FleetSample.version(2), count: 2))
    #expect(settings.origin(of: 0) == .board)
    #expect(settings.origin(of: 1) == .fleet(FleetSample.version(2)))
  }

  @Test func namedFileLeavesOutTheFleet() throws {
    try writeFleet(["a"])
    let settings = try Settings.read(
      configurationPath: config, regionsPath: "\(folder.path)/regions.geojson")
    #expect(settings.regions.map(\.id) == ["own"])
    #expect(settings.fleetFile == nil)
  }

  @Test func tooManyRegionsTogetherAreRefused() throws {
    try writeFleet(["a", "b", "c", "d"])
    let (_, problems) = Settings.check(configurationPath: config, regionsPath: nil)
    #expect(problems.map(\.wrong).contains { $0.contains("there are 5 regions") })
  }

  @Test func startLeavesOutADamagedFleet() throws {
    _ = try folder.write("{\"type\":\"Feat", to: "fleet.geojson")
    #expect(throws: Problems.self) {
      try Settings.read(configurationPath: config, regionsPath: nil)
    }
    let (settings, leftOut) = try Settings.readToStart(configurationPath: config, regionsPath: nil)
    #expect(settings.regions.map(\.id) == ["own"])
    #expect(settings.fleetFile != nil)
    #expect(leftOut.map(\.file) == ["\(folder.path)/fleet.geojson"])
  }

  @Test func startNeedsTheBoardsOwnRegions() throws {
    try writeFleet(["a"])
    _ = try folder.write("[]", to: "regions.geojson")
    #expect(throws: Problems.self) {
      try Settings.readToStart(configurationPath: config, regionsPath: nil)
    }
  }

  @Test func updateIsReadInPlaceOfTheFile() throws {
    try writeFleet(["a", "b"])
    let stamped = FleetFile.stamped(FleetSample.text(["c"]), FleetSample.version(9))
    let update = FleetUpdate.Text(file: "update", stamped: stamped)
    let settings = try Settings.read(
      configurationPath: config, regionsPath: nil, from: .update(update, path: "fleet"))
    #expect(settings.regions.map(\.id) == ["own", "c"])
    #expect(settings.fleet?.version.number == 9)
    #expect(settings.fleetFile == "fleet")
  }

  @Test func eachFileHasItsOwnTimeZone() throws {
    let hours = #","active":"Mo-Fr 09:00-17:00""#
    let text = FleetSample.text(["a"], hours, more: #","timezone":"America/New_York""#)
    _ = try folder.write(FleetFile.stamped(text, FleetSample.version(1)), to: "fleet.geojson")
    let own = FleetSample.text(["own"], hours, more: #","timezone":"Europe/Berlin""#)
    _ = try folder.write(own, to: "regions.geojson")
    let settings = try Settings.read(configurationPath: config, regionsPath: nil)
    #expect(settings.regions.map(\.active?.clock.name) == ["Europe/Berlin", "America/New_York"])
    // The one file of a walk has both time zones.
    let recorded = RegionsText(usual: WalkStart.Thresholds(RegionSettings()))
      .text(settings.regions)
    let (again, problems) = RegionsFile.check(
      recorded, file: "walk", rules: RegionRules(RegionSettings(), isRecorded: true))
    #expect(problems.isEmpty)
    #expect(again == settings.regions)
  }
}
