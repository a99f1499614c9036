@testable import Desk
import Geofence
import Notation
@testable import Picket
import RegionFiles
import Testing

struct TuningTests {
  static let present = Setting(cushion: 0, linger: .zero)

  @Test func markedWalkIsScored() throws {
    let folder = try TemporaryFolder()
    try Self.walk(in: folder.path, sense: .even, marked: [70, 170])
    let sources = try TunedWalk.Source.found(at: "\(folder.path)/walk", regions: nil)
    let walks = try TunedWalk.read(sources, configuration: Configuration(), isConfigured: false)
    let settings = [Self.present, Setting(cushion: 0, linger: .seconds(20))]
    let tuning = Tuning(walks, settings: settings) { _ in }
    let trial = try #require(tuning.trials.first)
    #expect(trial.scored == 1 && trial.score.required == 2 && trial.score.missed == 0)
    #expect(tuning.best == trial)
    #expect(
      tuning.lines(present: settings[1], seconds: 1).suffix(5) == [
        "the best, for the configuration:", "", "[regions]", "cushion = 0", "linger = 0",
      ])
    #expect(
      tuning.lines(present: Self.present, seconds: 1).last
        == "nothing is better than the present setting")
    #expect(
      trial.json(isBest: false, isPresent: false).hasPrefix(#"{"rule":"evidence","cushion":0,"#))
  }

  @Test func gridHasEndsAndThePresentSetting() {
    let present = Setting(cushion: 7, linger: .seconds(1))
    let grid = Setting.grid(cushions: 0...10, lingers: 0...3, steps: 3, present: present)
    #expect(grid.count == 10)
    #expect(Set(grid.map(\.cushion)) == [0, 5, 7, 10])
    #expect(Set(grid.map(\.linger)) == [.zero, .seconds(1), .milliseconds(1500), .seconds(3)])
    #expect(grid == grid.sorted { ($0.cushion, $0.linger) < ($1.cushion, $1.linger) })
    let one = Setting.grid(cushions: 0...0, lingers: 2...2, steps: 9, present: grid[0])
    #expect(one.map(\.linger) == [.zero, .seconds(2)])
  }

  @Test func regionKeepsItsOwnThresholds() throws {
    let text = """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","id":"a","properties":{"radius":50,"cushion":3},
      "geometry":{"type":"Point","coordinates":[15.0,47.0]}},
      {"type":"Feature","id":"b","properties":{"radius":50,"linger":0,"sense":"quick"},
      "geometry":{"type":"Point","coordinates":[15.0,47.0]}}]}
      """
    let regions = TunedRegions { setting in
      var configuration = Configuration()
      configuration.regions.cushion = setting.cushion
      configuration.regions.linger = setting.linger
      if let sense = setting.sense { configuration.regions.sense = sense }
      return RegionsFile.check(text, file: "f", rules: configuration.regionRules).regions
    }.regions(Setting(cushion: 9, linger: .seconds(4), sense: .quiet), .even)
    #expect(regions.map(\.sense) == [.quiet, .quick])
    #expect(regions.map(\.cushion) == [3, 9])
    #expect(regions.map(\.linger) == [.seconds(4), .zero])
  }

  @Test func configuredSenseReplacesTheRecordedOne() throws {
    let folder = try TemporaryFolder()
    try Self.walk(in: folder.path, sense: .quick)
    let source = TunedWalk.Source(path: "\(folder.path)/walk")
    var configuration = Configuration()
    configuration.regions.sense = .quiet
    func times(_ isConfigured: Bool) throws -> [Timestamp] {
      try TunedWalk(source, configuration: configuration, isConfigured: isConfigured)
        .play(Self.present).map(\.time)
    }
    let (quick, quiet) = (try times(false), try times(true))
    #expect(quick.count == 2 && quiet.count == 2)
    #expect(zip(quick, quiet).allSatisfy { $0 < $1 })
  }

  /// Records a walk through a ring, whose border is passed at the seconds 70 and 170.
  static func walk(in folder: String, sense: Sense, marked: [Int] = []) throws {
    var recorded = RegionSettings()
    recorded.sense = sense
    let start = WalkStart(
      name: "walk", blindLimit: .seconds(10), usual: WalkStart.Thresholds(recorded),
      memory: Memory())
    let ring = Region(
      id: "ring",
      shape: .circle(Circle(center: Coordinate(latitude: 47, longitude: 15), radius: 50)!),
      sense: sense)
    var writer = try WalkWriter(start, in: folder, regions: [ring], configuration: nil)
    for second in 0...240 {
      let epoch = Epoch(second: Double(second), east: Double(second) - 120, speed: 1)
      try writer.add(report: Array(epoch.report(device: "/dev/gps").utf8))
      guard marked.contains(second) else { continue }
      // The epochs begin at 2026-06-03T09:00:00Z.
      let time = Timestamp(nanoseconds: (1_780_477_200 + Int64(second)) * 1_000_000_000)
      try writer.add(.mark(WordlessMark.request.rawValue, time: time, coordinate: nil))
    }
    try writer.end("asked", at: nil)
  }

  @Test func filesOfACaptureAreFound() throws {
    let folder = try TemporaryFolder()
    for name in ["a.nmea", "a.regions.geojson", "a.truth.json.xz", "b.json.xz", "notes.txt"] {
      _ = try folder.write("", to: name)
    }
    let all = try TunedWalk.Source.found(at: folder.path, regions: nil)
    #expect(
      all == [
        TunedWalk.Source(
          path: "\(folder.path)/a.nmea", regions: "\(folder.path)/a.regions.geojson")
      ])
    #expect(all.first?.truth == "\(folder.path)/a.truth.json.xz")
    let with = try TunedWalk.Source.found(at: folder.path, regions: "r")
    #expect(with.map(\.regions) == ["r", "r"])
    _ = try folder.write("", to: "walk.jsonl")
    #expect(try TunedWalk.Source.found(at: folder.path, regions: nil).count == 1)
  }

  @Test func equalTrialsWithoutMarksAreOneLine() throws {
    let folder = try TemporaryFolder()
    let walk = try folder.write(
      Epoch.ride.map { $0.report(device: "/dev/gps") }.joined(separator: "\n"), to: "ride.json")
    let regions = try folder.write(Epoch.regions(), to: "regions.geojson")
    let sources = try TunedWalk.Source.found(at: walk, regions: regions)
    let walks = try TunedWalk.read(sources, configuration: Configuration(), isConfigured: false)
    let settings = Setting.grid(cushions: 0...4, lingers: 0...2, steps: 6, present: Self.present)
    let tuning = Tuning(walks, settings: settings) { _ in }
    #expect(
      tuning.lines(present: Self.present, seconds: 1) == [
        "all 36 settings give the same 2 events, and it is not known which are right: mark each "
          + "passage of a border (picket mark, or a long press)"
      ])
  }

  @Test func folderWithoutAWalkIsRefused() throws {
    let folder = try TemporaryFolder()
    #expect(throws: Problem.self) {
      try TunedWalk.Source.found(at: folder.path, regions: nil)
    }
  }
}
