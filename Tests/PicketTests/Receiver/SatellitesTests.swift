@testable import Receiver
import Testing

struct SatellitesTests {
  private static let sky = Array(
    """
    {"class":"SKY","device":"/dev/a","hdop":1.1,"satellites":[{"PRN":1,"ss":40.0,"used":true},\
    {"PRN":2,"ss":0.0,"used":false},{"PRN":3,"ss":22,"used":false},{"PRN":4,"used":false}]}
    """.utf8)

  @Test func satellitesWithASignalAreSeen() {
    let satellites = Satellites(Self.sky, device: nil)
    #expect(satellites?.used == 1)
    #expect(satellites?.seen == 2)
    #expect(Satellites.isListed(in: Self.sky))
  }

  @Test func usedSatelliteIsSeenWithoutAStrength() {
    let list = #"{"PRN":1,"used":true},{"PRN":2,"ss":0,"used":true},{"PRN":3,"used":false}"#
    let satellites = Satellites(
      Array(#"{"class":"SKY","satellites":[\#(list)]}"#.utf8), device: nil)
    #expect(satellites?.used == 2)
    #expect(satellites?.seen == 2)
  }

  @Test func otherDevicesDoNotCount() {
    #expect(Satellites(Self.sky, device: "/dev/a") != nil)
    #expect(Satellites(Self.sky, device: "/dev/b") == nil)
  }

  @Test(arguments: ["", "{", #"{"class":"SKY","hdop":1}"#, #"{"class":"SKY","satellites":7}"#])
  func skyWithoutAListIsNil(_ line: String) {
    #expect(Satellites(Array(line.utf8), device: nil) == nil)
    #expect(!Satellites.isListed(in: Array(line.utf8)))
  }
}
