@testable import Desk
import Testing

struct SkyViewTests {
  private static let sky = """
    {"class":"SKY","device":"/dev/gps","hdop":1.1,"nSat":4,"uSat":3,"satellites":[\
    {"PRN":2,"el":40.0,"az":10.0,"ss":40.0,"used":true,"gnssid":0,"svid":2},\
    {"PRN":5,"ss":31.0,"used":true},{"PRN":7,"ss":25.0,"used":false},\
    {"PRN":9,"ss":0.0,"used":true}]}
    """

  @Test func usedSatellitesAreCounted() throws {
    let view = try #require(SkyView(Array(Self.sky.utf8)))
    #expect(view.used == 3)
    #expect(view.strength == 35.5, "a strength of 0 does not count")
  }

  @Test func otherReportsHaveNoSatellites() {
    #expect(SkyView(Array(#"{"class":"SKY","hdop":1.2}"#.utf8)) == nil)
    #expect(SkyView(Array(#"{"class":"TPV","satellites":[]}"#.utf8)) == nil)
    #expect(
      SkyView(Array(#"{"class":"SKY","satellites":[{"used":true}]}"#.utf8))?.strength == nil)
  }

  @Test(arguments: [
    (#"{"class":"TPV","altHAE":301.5,"altMSL":257.25,"alt":257.2}"#, 257.25 as Double?),
    (#"{"class":"TPV","altHAE":-3.5}"#, -3.5), (#"{"class":"TPV","alt":1e3}"#, 1000),
    (#"{"class":"TPV","altMSL":nan}"#, nil), (#"{"class":"SKY","alt":3}"#, nil),
    (#"{"class":"TPV","altMSL":"#, nil),
  ]) func altitudeAboveTheSeaIsPreferred(line: String, altitude: Double?) {
    #expect(SkyView.altitude(of: Array(line.utf8)) == altitude)
  }

  @Test func readingsAreRowsOfThePage() throws {
    let walk = try ReportedWalk(scored: "01-clean-walk-1hz")
    let data = try PageData(walk.page)
    for (name, title) in [
      ("row-speed", "Speed"), ("row-altitude", "Altitude"),
      ("row-eph", "eph and standard deviation"),
    ] {
      #expect(try data.row(title)["style"] as? String == name)
    }
    #expect(!walk.page.contains("row-strength\""), "the receiver reported no satellites")
    var readings = Readings()
    readings.noteSky(of: .whole(Array(Self.sky.utf8)), at: 3)
    #expect(readings.used.columns.map(\.greatest) == [3])
    #expect(readings.strength.columns.map(\.greatest) == [35.5])
    readings.noteSky(of: .whole(Array(Self.sky.utf8)), at: nil)
    #expect(readings.used.columns.count == 1, "a SKY before the first fix has no place in time")
  }
}
