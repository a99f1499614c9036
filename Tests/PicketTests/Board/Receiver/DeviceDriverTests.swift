@testable import Base
@testable import Board
import Geofence
@testable import Picket
import Testing

struct DeviceDriverTests {
  // MARK: From a report to an accuracy

  /// A report of gpsd, the ratio of eph to the standard deviation, and the source of the accuracy.
  private static let reports: [(String, Double, String)] = [
    (devices(device("u-blox")), 1.414_213_562_373, "receiver"),
    (device("u-blox"), 1.414_213_562_373, "receiver"),
    (device("Garmin USB binary"), 2.45, "receiver"),
    (device("NMEA0183"), 6.3, "hdop"),
    (device("SiRF"), 6.3, "eph"),
    (devices(#"{"class":"DEVICE","path":"/dev/a"}"#), 6.3, "eph"),
    (devices(""), 6.3, "eph"),
    (device("u-blox", path: "/dev/b"), 6.3, "eph"),
  ]

  @Test(arguments: reports.indices)
  func driverDeterminesTheMeaningOfEph(_ index: Int) throws {
    let (report, ephPerSigma, source) = Self.reports[index]
    var path = FixPath(filter: FixFilter(), decider: Fixes())
    for line in [report, Self.fix(0, eph: 15)] { _ = path.receive(.whole(Array(line.utf8))) }
    let fix = try #require(path.decider.list.first)
    #expect(abs(fix.sigma - 15 / ephPerSigma) < 1e-9)
    #expect(fix.accuracySource?.rawValue == source)
  }

  @Test func gstComesBeforeTheDriver() throws {
    var path = FixPath(filter: FixFilter(), decider: Fixes())
    let gst = #"{"class":"GST","device":"/dev/a","lat":2.0,"lon":2.0}"#
    for line in [Self.device("u-blox"), gst, Self.fix(0, eph: 15)] {
      _ = path.receive(.whole(Array(line.utf8)))
    }
    let fix = try #require(path.decider.list.first)
    #expect(fix.sigma == 2)
    #expect(fix.accuracySource == .gst)
  }

  // MARK: Estimates and HDOP

  /// Values that gpsd 3.22 reports for a u-blox with NAV-SOL and HDOP 0.9 and 1.37, with and
  /// without DGPS, also after a switch to NMEA.
  @Test(arguments: [17.1, 26.03, 4.275, 6.508])
  func ephFromHDOPIsNotAnEstimate(_ eph: Double) {
    var driver = DeviceDriver("u-blox")
    for _ in 0..<20 { #expect(driver.basis(of: eph) == .dilution) }
    // First hAcc, and then only NMEA: after ten fixes the change is certain.
    #expect(driver.basis(of: 15.007) == .receiver)
    for _ in 0..<10 { #expect(driver.basis(of: eph) == .receiver) }
    #expect(driver.basis(of: eph) == .dilution)
  }

  @Test func estimateMayBeAMultipleByChance() {
    var driver = DeviceDriver("u-blox")
    let bases = (1500...9999).map { driver.basis(of: Double($0) / 1000) }
    #expect(bases.count { $0 != .receiver } <= 1)
  }

  @Test(arguments: [0, -3, 1e300, -1e300, 1e-300]) func unusualEphIsAccepted(_ eph: Double) {
    var driver = DeviceDriver("u-blox")
    #expect([.receiver, .dilution].contains(driver.basis(of: eph)))
  }

  // MARK: Known drivers

  @Test func driversOfPresentDevicesAreKnown() {
    var decoder = ReportDecoder()
    func names(after line: String) -> [String: String] {
      _ = decoder.decode(Array(line.utf8))
      return decoder.drivers.mapValues(\.name)
    }
    #expect(names(after: Self.device("u-blox")) == ["/dev/a": "u-blox"])
    #expect(
      names(after: Self.device("SiRF", path: "/dev/b")) == ["/dev/a": "u-blox", "/dev/b": "SiRF"])
    #expect(names(after: Self.device("NMEA0183"))["/dev/a"] == "NMEA0183")
    #expect(
      names(after: #"{"class":"DEVICE","path":"/dev/a","activated":0}"#) == ["/dev/b": "SiRF"])
    #expect(
      names(after: Self.devices(Self.device("u-blox", path: "/dev/c")))
        == ["/dev/c": "u-blox"])
  }

  @Test func floodOfDevicesUsesNoMemory() {
    var decoder = ReportDecoder()
    for number in 0..<1000 {
      _ = decoder.decode(Array(Self.device("u-blox", path: "/dev/\(number)").utf8))
    }
    let count = decoder.drivers.count
    #expect(count <= 101)
  }

  // MARK: Walks

  @Test func walkKeepsTheDriver() throws {
    var driver = DeviceDriver("u-blox")
    _ = driver.basis(of: 15.007)
    let monitor = RegionMonitor(regions: [])
    let before = WalkStart.Before(
      filter: FixFilter(), monitor: monitor.snapshot, sigmas: [:], drivers: ["/dev/a": driver])
    let json = try JSON(encoding: before)
    let read: WalkStart.Before = try json.decoded()
    #expect(read.drivers == before.drivers)
    var old = try #require(json.object)
    old["drivers"] = nil
    let older: WalkStart.Before = try JSON.object(old).decoded()
    #expect(older.drivers == nil)
  }

  // MARK: Lines

  private static func device(_ driver: String, path: String = "/dev/a") -> String {
    """
    {"class":"DEVICE","path":"\(path)","driver":"\(driver)",\
    "activated":"2026-06-03T09:00:00.000Z","native":1}
    """
  }

  private static func devices(_ list: String) -> String {
    #"{"class":"DEVICES","devices":[\#(list)]}"#
  }

  private static func fix(_ second: Int, eph: Double) -> String {
    """
    {"class":"TPV","device":"/dev/a","mode":3,"time":"2026-06-03T09:00:0\(second).000Z",\
    "lat":47.0,"lon":15.0,"eph":\(eph)}
    """
  }
}

/// The fixes that were trusted.
private struct Fixes: Decider {
  private(set) var list: [TrustedFix] = []

  mutating func decide(_ fix: TrustedFix) -> [Finding] {
    list.append(fix)
    return []
  }
}
