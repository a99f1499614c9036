@testable import Base
import Foundation
import Geofence
import Testing

struct ZoneFileTests {
  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "Europe/Dublin", "Australia/Lord_Howe", "Asia/Kolkata",
    "Africa/Casablanca", "America/Nuuk", "Pacific/Apia", "Asia/Tehran", "Antarctica/Troll", "UTC",
  ])
  func zoneHasTheOffsetsOfAnotherReader(_ name: String) throws {
    let clock = try ZoneFile.clock(name)
    #expect(clock.name == name)
    // Not Foundation, whose own tables are those of its release.
    let reader = Process()
    reader.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    reader.arguments = [
      "-c",
      """
      import sys
      from datetime import datetime, timezone
      from zoneinfo import ZoneInfo
      for time in range(0, 2_145_000_000, 9 * 3600):
        moment = datetime.fromtimestamp(time, timezone.utc).astimezone(ZoneInfo(sys.argv[1]))
        print(int(moment.utcoffset().total_seconds()))
      """, name,
    ]
    let output = Pipe()
    reader.standardOutput = output
    try reader.run()
    let lines = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      .split(separator: "\n")
    reader.waitUntilExit()
    #expect(lines.count == 66_204)
    let offsets = stride(from: 0, to: 2_145_000_000, by: 9 * 3600).map { clock.offset(at: $0) }
    #expect(offsets == lines.map { Int($0) })
  }

  @Test(arguments: [
    ("CET-1CEST,M3.5.0,M10.5.0/3", "Europe/Berlin"), ("EST5EDT,M3.2.0,M11.1.0", "America/New_York"),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "Europe/Dublin"),
    ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "Australia/Lord_Howe"),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "America/Nuuk"),
  ])
  func ruleHasNoLastYear(_ rule: String, _ name: String) throws {
    let (clock, other) = (try ZoneFile.clock(rule), try ZoneFile.clock(name))
    for time in stride(from: 1_767_225_600, to: 9_200_000_000, by: 13 * 3600) {
      guard clock.offset(at: time) != other.offset(at: time) else { continue }
      Issue.record("\(time)")
      return
    }
  }

  @Test func daysOfTheYearAreRead() throws {
    // The days are counted without February 29 and with it.
    let plain = try #require(ZoneRule("AAA0BBB,J60/0,J300/0"))
    let counted = try #require(ZoneRule("AAA0BBB,59/0,299/0"))
    let march = [1_772_323_200, 1_835_481_600]
    #expect(plain.changes(after: march[0] - 1).first?.time == march[0])
    #expect(plain.changes(after: march[1] - 1).first?.time == march[1])
    #expect(counted.changes(after: march[0] - 1).first?.time == march[0])
    #expect(counted.changes(after: march[1] - 86_401).first?.time == march[1] - 86_400)
  }

  @Test(arguments: [
    "Europe/Berln", "../../etc/passwd", "/etc/passwd", "", "Europe", "tzdata.zi", "CET-1CEST,M3",
    "x",
  ])
  func invalidZoneHasARemedy(_ name: String) {
    let mistake = thrown(ZoneFile.ZoneMistake.self) { try ZoneFile.clock(name) }
    #expect(mistake?.wrong.contains("is not a time zone") == true)
    #expect(mistake?.remedy.contains("Europe/Berlin") == true)
  }

  @Test(arguments: [
    ("UTC+2", "Etc/GMT-2"), ("GMT+2", "Etc/GMT-2"), ("utc +2", "Etc/GMT-2"),
    ("+02:00", "Etc/GMT-2"),
    ("UTC-5", "Etc/GMT+5"), ("GMT+0200", "Etc/GMT-2"), ("UTC+5:30", "Europe/Berlin"),
    ("Berlin1", "Europe/Berlin"), ("Foo3", "Europe/Berlin"), ("EST5", "Europe/Berlin"),
    ("UTC+15", "Europe/Berlin"), ("CET-1CEST", "Europe/Berlin"),
  ])
  func nameWithAnOffsetIsRefused(_ name: String, _ remedy: String) {
    let mistake = thrown(ZoneFile.ZoneMistake.self) { try ZoneFile.clock(name) }
    #expect(mistake?.remedy.contains("\"\(remedy)\"") == true)
  }

  @Test func ruleWithoutSummerNeedsBrackets() throws {
    #expect(try ZoneFile.clock("<+03>-3").offset(at: 0) == 10_800)
  }

  @Test func damagedFileIsNotAZone() throws {
    let path = "/usr/share/zoneinfo/Europe/Berlin"
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    for length in 0..<bytes.count { _ = ZoneFile.clock(Array(bytes.prefix(length)), name: "x") }
    #expect(ZoneFile.clock(Array(bytes.prefix(bytes.count / 2)), name: "x") == nil)
    #expect(ZoneFile.clock(bytes, name: "x") != nil)
  }

  @Test(arguments: ["<\u{0}", "<\u{0}\u{0}>0", "<+01\u{0}>-1"])
  func ruleWithZerosIsRefused(_ rule: String) {
    #expect(ZoneRule(rule) == nil)
  }

  @Test func boardsClockMatchesTheLibrary() {
    let clock = ZoneFile.board
    for month in 0..<24 {
      let time = 1_767_225_600 + month * 2_600_000
      let stamp = Timestamp(nanoseconds: Int64(time) * 1_000_000_000)
      #expect(clock.offset(at: time) == LocalTime.offset(at: stamp))
    }
  }
}
