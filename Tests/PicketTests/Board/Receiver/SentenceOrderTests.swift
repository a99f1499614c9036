import Board
import Desk
import Foundation
import Geofence
import Picket
import RegionFiles
import Testing

/// Receivers that send their sentences in other orders than RMC first, decoded by gpsd itself.
///
/// gpsd reports their epochs in parts once it has seen one without a fix: first a position with a
/// speed that gpsd made, then the speed and the course of the receiver.
struct SentenceOrderTests {
  private static let orders = [
    "RMC VTG GGA GSA GSV GLL", "RMC GGA GSA GSV", "GGA GSA GSV RMC VTG", "GGA GSA GSV RMC",
    "GGA GLL GSA GSV RMC VTG ZDA", "GNS RMC VTG GSA GSV", "GGA RMC", "GLL GGA RMC", "GLL RMC GGA",
    "VTG GGA RMC", "GSA GSV GGA RMC", "GNS GSA GSV RMC", "ZDA GGA RMC VTG", "GGA ZDA RMC",
    "GGA VTG RMC GLL", "GLL GSA GGA VTG RMC", "GGA GNS GSA RMC VTG", "GGA GST GSA RMC",
    "GNS GLL RMC GST", "GGA GLL RMC GLL",
  ]

  @Test(arguments: orders, OrderedRide.Start.allCases)
  func orderChangesNoEvent(_ order: String, _ start: OrderedRide.Start) throws {
    let isUsualRelease = Recording.isDecodedByThatRelease
    // Of a file that begins with GLL gpsdecode 3.25 reports nothing.
    guard isUsualRelease || !order.hasPrefix("GLL") else { return }
    for rate in [1, 10] {
      let usual = try Self.events("RMC GGA", start, rate)
      let events = try Self.events(order, start, rate)
      #expect(events.map(\.kind) == [.speeding, .enter, .exit, .speedOK], "\(rate) Hz")
      for (event, other) in zip(events, usual) {
        let step = abs(other.time.duration(to: event.time).inSeconds)
        #expect(step < (isUsualRelease ? 0.4 : 1.1), "\(event.kind) at \(rate) Hz: \(step) s apart")
      }
    }
  }

  /// gpsd 3.22 does not read VTG, and makes a speed from the positions, which is not judged.
  @Test func velocityIsThatOfVTGWhereItIsRead() throws {
    let events = try Self.events("GGA VTG ZDA", .cold, 1).map(\.kind)
    let crossings: [Event.Kind] = [.enter, .exit]
    #expect(
      events
        == (Recording.isDecodedByThatRelease ? crossings : [.speeding] + crossings + [.speedOK]))
  }

  private static func events(
    _ order: String, _ start: OrderedRide.Start, _ rate: Int
  ) throws -> [Event] {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/ride.nmea"
    let sentences = OrderedRide(order: order, start: start, rate: rate).epochs.joined()
    try sentences.map { $0 + "\r\n" }.joined().write(
      toFile: path, atomically: true, encoding: .utf8)
    let (regions, _) = RegionsFile.check(
      OrderedRide.regions, file: "r.geojson", rules: Configuration().regionRules)
    var replay = CaptureReplay(regions: regions, blindLimit: .seconds(10))
    var events: [Event] = []
    try Capture.forEachLine(of: path) { line in
      for case .event(let event) in replay.play(line) { events.append(event) }
    }
    return events
  }
}
