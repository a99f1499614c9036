@testable import Board
import Testing

struct SatellitesTests {
  private static func decode(_ list: String, device: String? = nil) -> GPSDReport {
    let device = device.map { #""device":"\#($0)","# } ?? ""
    return decode(line: #"{"class":"SKY",\#(device)"satellites":[\#(list)]}"#)
  }

  private static func decode(line: String) -> GPSDReport {
    var decoder = ReportDecoder()
    return decoder.decode(Array(line.utf8))
  }

  private static func satellites(_ list: String, device: String? = nil) throws -> Satellites {
    guard case .sky(let satellites) = decode(list, device: device) else {
      throw SkyError.unread(list)
    }
    return satellites
  }

  private enum SkyError: Error {
    case unread(String)
  }

  @Test func satellitesWithASignalAreSeen() throws {
    let satellites = try Self.satellites(
      """
      {"PRN":1,"ss":40.0,"used":true},{"PRN":2,"ss":0.0,"used":false},\
      {"PRN":3,"ss":22,"used":false},{"PRN":4,"used":false}
      """)
    #expect(satellites.used == 1)
    #expect(satellites.seen == 2)
    #expect(satellites.strength == 40)
    #expect(satellites.device == nil)
  }

  @Test func usedSatelliteIsSeenWithoutAStrength() throws {
    let satellites = try Self.satellites(
      #"{"PRN":1,"used":true},{"PRN":2,"ss":0,"used":true},{"PRN":3,"used":false}"#, device: "a")
    #expect(satellites.used == 2)
    #expect(satellites.seen == 2)
    #expect(satellites.strength == nil)
    #expect(satellites.device == "a")
  }

  @Test func earlierSatellitesAreForgotten() {
    var decoder = ReportDecoder()
    let many = (1...30).map { #"{"PRN":\#($0),"ss":30,"used":true}"# }.joined(separator: ",")
    for list in [many, #"{"PRN":7,"ss":44,"used":true}"#] {
      let report = decoder.decode(Array(#"{"class":"SKY","satellites":[\#(list)]}"#.utf8))
      guard case .sky(let satellites) = report else { return #expect(report == .other) }
      if list != many {
        #expect(satellites.used == 1)
        #expect(satellites.strength == 44)
      }
    }
  }

  @Test func fieldsOfLaterReleasesAreNoHindrance() throws {
    let satellites = try Self.satellites(
      """
      {"PRN":11,"el":40.5,"az":null,"ss":41.5,"used":true,"gnssid":0,"svid":11,"sigid":1,\
      "health":1,"prRes":-2.5,"qual":7,"band":"L1"}
      """)
    #expect(satellites.strength == 41.5)
  }

  @Test(arguments: [
    #"{"class":"SKY","hdop":1}"#, #"{"class":"SKY","satellites":7}"#,
    #"{"class":"SKY","hdop":1,"nSat":9}"#,
  ]) func skyWithoutAListIsNothing(_ line: String) {
    #expect(Self.decode(line: line) == .other)
  }

  @Test(arguments: [
    #"{"class":"SKY","satellites":[{"class":"SKY"}]}"#,
    #"{"class":"SKY","satellites":[{"PRN":{"a":1}}]}"#,
    #"{"class":"SKY","satellites":[{"PRN":1,"ss":"x"}]}"#,
  ]) func skyOutsideTheFormatIsUnreadable(_ line: String) {
    #expect(Self.decode(line: line) == .unreadable("a SKY that libgps cannot read"))
  }
}
