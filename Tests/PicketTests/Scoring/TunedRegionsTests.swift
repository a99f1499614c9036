import Geofence
import Picket
import RegionFiles
@testable import Scoring
import Testing

struct TunedRegionsTests {
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
}
