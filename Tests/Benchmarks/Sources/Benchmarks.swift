import Base
import Board
import CAllocations
import CGPS
import Desk
import Geofence
import Glibc
import Picket
import RegionFiles

/// Measures the cost of a fix, as a ratio to the time that gpsd's own library needs to decode it.
///
/// Machines are shared and noisy: compare only ratios of the same run.
@main
enum Benchmarks {
  static func main() {
    print("machine: \(machine)")
    let unpack = measureUnpack()
    print("")
    print("| a fix | ns | of gps_unpack | allocations |")
    print("|---|---:|---:|---:|")
    row("gps_unpack of its TPV", unpack, unpack)
    row("the report decoder", measureDecoder(report), unpack)
    row("the report decoder, a SKY of 12 satellites", measureDecoder(sky), unpack)
    for corners in [100, 100_000] {
      let shape = World.polygon(corners: corners)
      var monitor = RegionMonitor(regions: [Region(id: "coast", shape: shape)])
      row("deciding, 1 polygon of \(corners) corners", measureDecision(&monitor), unpack)
    }
    for (count, spacing) in [(1, 1000.0), (20, 1000), (20, 150), (1000, 150), (100_000, 150)] {
      let start = Stopwatch()
      let regions = World.regions(count, spacing: spacing)
      let made = start.seconds
      var monitor = RegionMonitor(regions: regions)
      let loaded = start.seconds
      let cost = measureDecision(&monitor)
      row("deciding, \(count) regions \(Int(spacing)) m apart", cost, unpack)
      if count == 1000 { row("remembering it for why", measureHindsight(&monitor), unpack) }
      if count == 100_000 {
        print("")
        print("100,000 regions: shapes in \(rounded(made)) s, watched after \(rounded(loaded)) s")
      }
    }
    print("")
    print("| depth of a point | million a second |")
    print("|---|---:|")
    for corners in [0, 100, 10_000, 100_000] {
      let name = corners == 0 ? "circle" : "polygon of \(corners) corners"
      print("| \(name) | \(rounded(1000 / measureDepth(corners).nanoseconds, 3)) |")
    }
    print("")
    let replay = measureReplay()
    print("replay: \(Int(1e9 / replay.nanoseconds)) fixes a second, 20 regions")
  }

  // MARK: Measurements

  private static let report =
    #"{"class":"TPV","device":"/dev/serial0","mode":3,"time":"2026-06-03T09:14:31.000Z","#
    + #""ept":0.005,"lat":51.501000000,"lon":-0.142000000,"altHAE":62.8000,"altMSL":22.8000,"#
    + #""alt":22.8000,"epv":26.220,"track":91.2000,"magtrack":90.7000,"magvar":-0.5,"#
    + #""speed":1.402,"climb":0.000,"epc":52.44,"geoidSep":40.000,"eph":17.100,"sep":34.010}"#

  private static func measureUnpack() -> Cost {
    let data = UnsafeMutablePointer<gps_data_t>.allocate(capacity: 1)
    defer { data.deallocate() }
    memset(data, 0, MemoryLayout<gps_data_t>.size)
    return Cost(rounds: 200_000) { _ in _ = picket_gps_unpack(report, data) }
  }

  private static var sky: String {
    let satellites = (1...12).map {
      #"{"PRN":\#($0),"el":\#($0 * 6).0,"az":\#($0 * 29).0,"ss":\#(20 + 2 * $0).0,"used":true,"gnssid":0,"#
        + #""svid":\#($0),"health":1}"#
    }
    return #"{"class":"SKY","device":"/dev/serial0","time":"2026-06-03T09:14:31.000Z","xdop":0.71,"#
      + #""ydop":0.66,"vdop":1.29,"tdop":0.92,"hdop":0.97,"gdop":1.86,"pdop":1.61,"satellites":["#
      + satellites.joined(separator: ",") + "]}"
  }

  private static func measureDecoder(_ report: String) -> Cost {
    var decoder = ReportDecoder()
    let bytes = Array(report.utf8)
    return Cost(rounds: 200_000) { _ in _ = decoder.decode(bytes) }
  }

  private static func measureDecision(_ monitor: inout RegionMonitor) -> Cost {
    var filter = FixFilter()
    var events = 0
    func decide(_ round: Int) {
      guard case .trusted(let fix) = filter.receive(World.fix(round)) else { return }
      for case .event in monitor.receive(fix) { events += 1 }
    }
    // The first fixes determine the side of each region.
    for round in 0..<100 { decide(round) }
    return Cost(rounds: 20_000) { decide($0 + 100) }
  }

  private static func measureHindsight(_ monitor: inout RegionMonitor) -> Cost {
    var hindsight = Hindsight()
    guard let fix = monitor.lastFix else { return Cost(nanoseconds: .nan, allocations: .nan) }
    // The record grows until it is full.
    for _ in 0..<2000 { hindsight.receive(fix, &monitor) }
    return Cost(rounds: 20_000) { _ in hindsight.receive(fix, &monitor) }
  }

  private static func measureDepth(_ corners: Int) -> Cost {
    let shape = corners == 0 ? World.circle() : World.polygon(corners: corners)
    let points = (0..<1000).map { World.position($0) }
    var sum = 0.0
    let cost = Cost(rounds: corners > 1000 ? 2000 : 100_000) { round in
      sum += shape.depth(at: points[round % points.count])
    }
    return sum.isNaN ? Cost(nanoseconds: .nan, allocations: .nan) : cost
  }

  private static func measureReplay() -> Cost {
    var replay = CaptureReplay(regions: World.regions(20, spacing: 1000), blindLimit: .seconds(10))
    let lines = (0..<20_000).map { LineSplitter.Line.whole(Array(World.report($0).utf8)) }
    return Cost(rounds: lines.count) { _ = replay.play(lines[$0]) }
  }

  // MARK: Output

  private static func row(_ name: String, _ cost: Cost, _ reference: Cost) {
    let ratio = rounded(cost.nanoseconds / reference.nanoseconds, 2)
    print("| \(name) | \(Int(cost.nanoseconds)) | \(ratio) | \(rounded(cost.allocations, 1)) |")
  }

  private static func rounded(_ value: Double, _ decimals: Int = 2) -> String {
    value.text(decimals: decimals)
  }

  private static var machine: String {
    var name = utsname()
    uname(&name)
    let architecture = withUnsafeBytes(of: &name.machine) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return "\(architecture), \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) processors"
  }
}
