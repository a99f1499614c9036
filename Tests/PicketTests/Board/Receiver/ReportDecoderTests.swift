import Base
@testable import Board
import Geofence
import Testing

struct ReportDecoderTests {
  // MARK: TPV

  @Test func completeFixHasAllFields() {
    let line = """
      {"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-06-03T09:14:31.250Z",\
      "lat":51.501,"lon":-0.142,"altHAE":31.2,"epx":3.1,"epy":4.2,"epv":9.0,"track":271.5,\
      "speed":1.37,"climb":0.1,"eph":9.5}
      """
    #expect(
      Self.decode(line)
        == .fix(
          Fix(
            mode: .fix3D, device: "/dev/ttyACM0",
            time: Timestamp(nanoseconds: 1_780_478_071_250_000_000),
            coordinate: Coordinate(latitude: 51.501, longitude: -0.142), eph: 9.5, speed: 1.37,
            track: 271.5)))
  }

  private static let time = Timestamp(nanoseconds: 1_780_478_071_000_000_000)
  private static let place = Coordinate(latitude: 51.5, longitude: -0.14)

  private static let fixes: [(String, Fix)] = [
    (#""mode":1"#, Fix(mode: .noFix)),
    (#""mode":0"#, Fix(mode: .notSeen)),
    ("", Fix(mode: .notSeen)),
    (#""mode":7"#, Fix(mode: .notSeen)),
    (
      #""mode":2,"time":"2026-06-03T09:14:31.000Z","lat":51.5,"lon":-0.14"#,
      Fix(mode: .fix2D, time: time, coordinate: place)
    ),
    (#""mode":3,"lat":51.5,"lon":-0.14"#, Fix(mode: .fix3D, coordinate: place)),
    (#""lat":51.5,"lon":-0.14"#, Fix(mode: .notSeen, coordinate: place)),
    (#""mode":3,"lat":51.5"#, Fix(mode: .fix3D)),
    (#""mode":3,"lon":-0.14"#, Fix(mode: .fix3D)),
    (#""mode":3,"lat":null,"lon":-0.14"#, Fix(mode: .fix3D)),
    (#""mode":3,"time":"yesterday","lat":51.5,"lon":-0.14"#, Fix(mode: .fix3D, coordinate: place)),
    (#""mode":3,"time":"","lat":51.5,"lon":-0.14"#, Fix(mode: .fix3D, coordinate: place)),
    (#""mode":3,"lat":1e400,"lon":-0.14"#, Fix(mode: .fix3D)),
    (
      #""mode":3,"lat":91.5,"lon":-0.14"#,
      Fix(mode: .fix3D, coordinate: Coordinate(latitude: 91.5, longitude: -0.14))
    ),
    (
      #""mode":3,"lat":51.5,"lon":-0.14,"status":6,"surprise":{"a":[1]}"#,
      Fix(mode: .fix3D, coordinate: place)
    ),
  ]

  @Test(arguments: [
    "11:14:31.000+02:00", "11:14:31+0200", "04:14:31.000-05", "09:14:31", "09:14:31Z",
  ])
  func offsetOfATimeCounts(_ clock: String) {
    let line = #"{"class":"TPV","device":"/dev/a","mode":1,"time":"2026-06-03T\#(clock)"}"#
    #expect(Self.decode(line) == .fix(Fix(mode: .noFix, device: "/dev/a", time: Self.time)))
  }

  @Test(arguments: fixes.indices)
  func missingFieldsAreUnknown(_ index: Int) {
    let (fields, expected) = Self.fixes[index]
    let line = #"{"class":"TPV""# + (fields.isEmpty ? "" : "," + fields) + "}"
    guard case .fix(let fix) = Self.decode(line) else {
      // A field that is unknown to libgps may make it stop reading the line.
      Issue.record("\(line) is not a fix")
      return
    }
    #expect(fix == expected, "\(line)")
  }

  @Test(
    arguments: [
      ("2", .differential), ("3", .fixed), ("4", .floating), ("5", .estimated),
      ("8", .simulated), ("0", nil), ("1", nil), ("6", nil), ("\"3\"", nil), ("null", nil),
      ("-3", nil),
    ] as [(String, Fix.Solution?)])
  func statusIsTheKindOfSolution(_ status: String, _ solution: Fix.Solution?) {
    let line = #"{"class":"TPV","mode":3,"status":\#(status),"lat":51.5,"lon":-0.14}"#
    guard case .fix(let fix) = Self.decode(line) else {
      Issue.record("\(line) is not a fix")
      return
    }
    #expect(fix == Fix(mode: .fix3D, coordinate: Self.place, solution: solution), "\(line)")
  }

  @Test func nothingRemainsOfThePreviousFix() {
    let decoder = Decoder()
    _ = decoder.decode(
      Self.fix("a", seconds: 31, extra: #","eph":9.5,"speed":1.5,"track":90,"status":3"#))
    #expect(decoder.decode(#"{"class":"TPV","mode":1}"#) == .fix(Fix(mode: .noFix)))
    #expect(decoder.decode(#"{"class":"TPV","mode":3}"#) == .fix(Fix(mode: .fix3D)))
  }

  @Test func trailingCarriageReturnIsIgnored() {
    #expect(Self.decode("{\"class\":\"TPV\",\"mode\":1}\r") == .fix(Fix(mode: .noFix)))
    #expect(Self.decode("{\"class\":\"TPV\",\"mode\":1}  ") == .fix(Fix(mode: .noFix)))
  }

  @Test func classNeedNotComeFirst() {
    #expect(
      Self.decode(#"{"device":"/dev/a","class":"TPV","mode":1}"#)
        == .fix(Fix(mode: .noFix, device: "/dev/a")))
  }

  @Test func truncatedTPVIsUnreadable() {
    let line = Self.fix("/dev/a", seconds: 31, extra: #","eph":9.5"#)
    for length in 0..<line.utf8.count {
      let report = Self.decode(String(line.prefix(length)))
      #expect(report == .unreadable("not a JSON object"), "\(length)")
    }
  }

  // MARK: GST

  @Test func sigmaBelongsToLaterFixes() throws {
    let decoder = Decoder()
    #expect(decoder.fix(Self.fix("a", seconds: 30))?.sigma == nil)
    #expect(decoder.decode(Self.gst("a", #","lat":3.0,"lon":4.0"#)) == .other)
    let sigma = try #require(decoder.fix(Self.fix("a", seconds: 31))?.sigma)
    #expect(abs(sigma - 12.5.squareRoot()) < 1e-12)
    #expect(decoder.fix(Self.fix("a", seconds: 32))?.sigma == sigma)
    #expect(decoder.decode(Self.gst("a", #","lat":1.0,"lon":1.0"#)) == .other)
    #expect(decoder.fix(Self.fix("a", seconds: 33))?.sigma == 1)
  }

  @Test func strengthBelongsToLaterFixesOfTheDevice() {
    let decoder = Decoder()
    func sky(_ device: String, _ strengths: [Double]) -> [UInt8] {
      let list = strengths.map { #"{"PRN":1,"ss":\#($0),"used":\#($0 < 50)}"# }
      let head = #"{"class":"SKY","device":"\#(device)","satellites":["#
      return Array((head + list.joined(separator: ",") + "]}").utf8)
    }
    _ = decoder.decode(sky("a", [20, 24.5, 30, 26, 27.5, 60]))
    _ = decoder.decode(sky("b", [44]))
    #expect(decoder.fix(Self.fix("a", seconds: 31))?.strength == 27)
    #expect(decoder.fix(Self.fix("b", seconds: 31))?.strength == 44)
    #expect(decoder.fix(Self.fix("c", seconds: 31))?.strength == nil)
    _ = decoder.decode(sky("a", []))
    #expect(decoder.fix(Self.fix("a", seconds: 32))?.strength == nil)
  }

  @Test func sigmasOfDevicesAreSeparate() {
    let decoder = Decoder()
    _ = decoder.decode(Self.gst("a", #","lat":2.0,"lon":2.0"#))
    _ = decoder.decode(Self.gst("b", #","lat":7.0,"lon":7.0"#))
    #expect(decoder.fix(Self.fix("a", seconds: 31))?.sigma == 2)
    #expect(decoder.fix(Self.fix("b", seconds: 31))?.sigma == 7)
    #expect(decoder.fix(Self.fix("c", seconds: 31))?.sigma == nil)
    #expect(decoder.fix(#"{"class":"TPV","mode":3,"lat":1.0,"lon":1.0}"#)?.sigma == nil)
  }

  @Test(arguments: ["", #","lat":null,"lon":null"#, #","lat":0.0,"lon":0.0"#, #","rms":2.0"#])
  func gstWithoutSigmasWithdrawsThem(_ fields: String) {
    let decoder = Decoder()
    _ = decoder.decode(Self.gst("a", #","lat":2.0,"lon":2.0"#))
    #expect(decoder.decode(Self.gst("a", fields)) == .other)
    #expect(decoder.fix(Self.fix("a", seconds: 31))?.sigma == 0)
    #expect(decoder.decode(Self.gst("b", fields)) == .other)
    #expect(decoder.fix(Self.fix("b", seconds: 31))?.sigma == nil)
  }

  @Test(arguments: [
    #""mode":3,"lat":51.5,"lon":-0.14,"ept":[1],"sep":{"class":"TPV"}"#,
    #""mode":3,"lat":51.5,"lon":-0.14,"ept":"x","eph":null"#,
    #""m\u006fde":3,"lat":51.5,"lon":-0.14"#, #""mode":3, "lat":5.15e1,"lon":-0.14"#,
  ])
  func reportOfAnotherFormIsReadAsItIsMeant(_ fields: String) {
    let line = #"{"class":"TPV",\#(fields)}"#
    #expect(Self.decode(line) == .fix(Fix(mode: .fix3D, coordinate: Self.place)), "\(line)")
  }

  // MARK: Devices

  @Test func manyDevicesAreRead() {
    // With more than four devices, gps_unpack never returns.
    let list = (0..<7).map { number in
      """
      {"class":"DEVICE","path":"/dev/ttyUSB\(number)","driver":"NMEA0183",\
      "activated":"2026-06-03T09:14:31.000Z","flags":1,"native":0,"bps":4800,"parity":"N",\
      "stopbits":1,"cycle":1.00}
      """
    }
    #expect(
      Self.decode(#"{"class":"DEVICES","devices":[\#(list.joined(separator: ","))]}"#)
        == .devices(
          (0..<7).map {
            GPSDReport.Device(
              path: "/dev/ttyUSB\($0)", isActive: true, driver: "NMEA0183", speed: 4800)
          }))
    #expect(Self.decode(#"{"class":"DEVICES","devices":[]}"#) == .devices([]))
  }

  private static let devices: [(String, Bool, String?)] = [
    ("", true, nil), (#","activated":"2026-06-03T09:14:31.000Z""#, true, nil),
    (#","activated":1780478071.5"#, true, nil), (#","activated":0"#, false, nil),
    (#","activated":0.0,"driver":"u-blox""#, false, "u-blox"),
    (#","driver":"u-blox""#, true, "u-blox"), (#","driver":7"#, true, nil),
  ]

  @Test(arguments: devices.indices)
  func deviceActivatedAtZeroIsGone(_ index: Int) {
    let (fields, isActive, driver) = Self.devices[index]
    #expect(
      Self.decode(#"{"class":"DEVICE","path":"/dev/gps0"\#(fields)}"#)
        == .device(GPSDReport.Device(path: "/dev/gps0", isActive: isActive, driver: driver)),
      "\(fields)")
  }

  @Test func spacesChangeNothing() {
    let plain =
      #"{"class":"TPV","device":"/dev/a \"b","mode":3,"time":"2026-06-03T09:14:31.000Z","#
      + #""lat":51.5,"lon":-0.14,"speed":1.5}"#
    let spaced =
      #"{ "class" : "TPV", "device": "/dev/a \"b",\#t"mode": 3 , "#
      + #""time": "2026-06-03T09:14:31.000Z", "lat": 51.5, "lon": -0.14, "speed": 1.5 }"#
    guard case .fix(let fix) = Self.decode(spaced) else {
      Issue.record("not a fix")
      return
    }
    #expect(fix.coordinate?.latitude == 51.5)
    #expect(Self.decode(plain) == .fix(fix))
  }

  // MARK: Other classes

  private static let others: [(String, GPSDReport)] = [
    (
      #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#,
      .version("3.22")
    ),
    (
      #"{"class":"ERROR","message":"Unrecognized request 'WATHC'"}"#,
      .error("Unrecognized request 'WATHC'")
    ),
    (
      #"{"class":"SKY","device":"/dev/a","nSat":12,"uSat":7,"hdop":1.1,"satellites":[]}"#,
      .sky(Satellites(device: "/dev/a"))
    ),
    (#"{"class":"SKY","device":"/dev/a","hdop":1.1}"#, .other),
    (#"{"class":"WATCH","enable":true,"json":true}"#, .other),
    (#"{"class":"PPS","device":"/dev/a","real_sec":1}"#, .other),
    (#"{"class":"of a later release","x":{}}"#, .other),
  ]

  @Test(arguments: others.indices)
  func eachClassBecomesItsReport(_ index: Int) {
    let (line, report) = Self.others[index]
    #expect(Self.decode(line) == report)
  }

  @Test func otherReportsDoNotChangeAFix() {
    let decoder = Decoder()
    let line = Self.fix("a", seconds: 31)
    let fix = decoder.decode(line)
    for (other, _) in Self.others { _ = decoder.decode(other) }
    #expect(decoder.decode(line) == fix)
  }

  // MARK: Other lines

  @Test(arguments: [
    "", " ", "}", "{", "$GPRMC,191434.96,V,,,,,,,,,,N*53", "[1]", "null", "OK", "{} trailing",
  ])
  func otherThanAnObjectIsUnreadable(_ line: String) {
    #expect(Self.decode(line) == .unreadable("not a JSON object"))
  }

  @Test(arguments: ["{}", #"{"mode":3}"#, #"{"class":3}"#, "{class:TPV}", #"{"class":}"#, "{{{}}}"])
  func reportWithoutAClassIsUnreadable(_ line: String) {
    #expect(Self.decode(line) == .unreadable("no class"))
  }

  @Test(arguments: [
    #"{"class":"DEVICES"}"#, #"{"class":"DEVICES","devices":3}"#, #"{"class":"DEVICE"}"#,
    #"{"class":"DEVICES","devices":[{"path":"/dev/a"},{}]}"#, #"{"class":"DEVICE","path":7}"#,
    #"{"class":"VERSION"}"#, #"{"class":"ERROR","message":7}"#,
    #"{"class":"VERSION","release":"3.22",,}"#,
  ])
  func invalidReportIsUnreadable(_ line: String) {
    #expect(Self.decode(line) == .unreadable("a report that differs from gpsd_json(5)"))
  }

  @Test(arguments: [
    #"{"class":"TPV","device":{"class":"TPV","device":"stdin","mode":3}"#,
    #"{"class":"TPV","mode":3,"sep":"class":"TPV","device":"stdin"}"#,
  ])
  func endlessLineForLibgpsIsUnreadable(_ line: String) {
    #expect(Self.decode(line) == .unreadable("a TPV that libgps cannot read"))
  }

  @Test(arguments: [#"x\q"#, #"x\ud800"#, "x\u{1}", #"x\u12"#])
  func damagedFieldNameIsUnreadable(_ name: String) {
    #expect(Self.decode(#"{"\#(name)":1,"class":"SKY"}"#) == .unreadable("no class"))
    #expect(
      Self.decode(#"{"class":"VERSION","release":"3.22","\#(name)":1}"#)
        == .unreadable("a report that differs from gpsd_json(5)"))
  }

  @Test func invalidTextDoesNotCrash() {
    let line = Array(#"{"class":"DEVICE","path":"/dev/a","?":1}"#.utf8).map { byte in
      byte == UInt8(ascii: "?") ? 0xff : byte
    }
    #expect(
      Decoder().decode(line) == .device(GPSDReport.Device(path: "/dev/a", isActive: true)))
  }

  @Test func zeroByteIsUnreadable() {
    #expect(
      Self.decode("{\"class\":\"TPV\",\"mode\":3,\u{0}\"lat\":1.0,\"lon\":1.0}")
        == .unreadable("a zero byte"))
  }

  @Test func noiseNeverInventsAPosition() {
    let line = Array(Self.fix("/dev/a", seconds: 31, extra: #","eph":9.5,"speed":1.5"#).utf8)
    let decoder = Decoder()
    for seed in 1...2000 {
      var generator = SeededGenerator(seed: UInt64(seed))
      var bytes = line
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: 1..<bytes.count - 1, using: &generator)
        bytes[index] = UInt8.random(in: 1...255, using: &generator)
      }
      // Whatever the bytes were, the next line is read as if they had not arrived.
      _ = decoder.decode(bytes)
      #expect(
        decoder.decode(#"{"class":"TPV","device":"/dev/b","mode":1}"#)
          == .fix(Fix(mode: .noFix, device: "/dev/b")), "seed \(seed)")
    }
  }

  // MARK: Lines

  private static func decode(_ line: String) -> GPSDReport {
    Decoder().decode(line)
  }

  private static func fix(_ device: String, seconds: Int, extra: String = "") -> String {
    """
    {"class":"TPV","device":"\(device)","mode":3,"time":"2026-06-03T09:14:\(seconds).000Z",\
    "lat":51.5,"lon":-0.14\(extra)}
    """
  }

  private static func gst(_ device: String, _ fields: String) -> String {
    #"{"class":"GST","device":"\#(device)","time":"2026-06-03T09:14:31.000Z"\#(fields)}"#
  }
}

/// A decoder that can be called within an expectation.
private final class Decoder {
  private var decoder = ReportDecoder()

  func decode(_ line: String) -> GPSDReport { decode(Array(line.utf8)) }

  func decode(_ bytes: [UInt8]) -> GPSDReport { decoder.decode(bytes) }

  func fix(_ line: String) -> Fix? {
    if case .fix(let fix) = decode(line) { fix } else { nil }
  }
}
