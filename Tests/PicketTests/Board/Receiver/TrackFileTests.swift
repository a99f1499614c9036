import Base
import Board
import Desk
import Foundation
import Testing

/// Tracks of other programs, which are recordings like others.
struct TrackFileTests {
  /// The points of a track to the north, one a second at 10 m/s.
  private static func points(_ point: (_ place: (String, String), _ time: String) -> String)
    -> String
  {
    (0..<60).map { second in
      point(("\(47 + Double(second) * 9e-5)", "15.5"), "2026-06-03T09:00:\(10 + second % 50)Z")
    }.prefix(50).joined(separator: "\n")
  }

  private static func gpx(_ more: String = "", time: Bool = true) -> Data {
    let points = points { place, moment in
      """
      <trkpt lat="\(place.0)" lon="\(place.1)"><ele>400</ele>\
      \(time ? "<time>\(moment)</time>" : "")\(more)</trkpt>
      """
    }
    return Data(
      """
      <?xml version="1.0"?>
      <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1" xmlns:x="urn:x"><trk><trkseg>
      \(points)
      </trkseg></trk></gpx>
      """.utf8)
  }

  private static let tcx = Data(
    """
    <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
    <Activities><Activity><Lap><Track>
    \(points { place, moment in
      """
      <Trackpoint><Time>\(moment)</Time><Position><LatitudeDegrees>\(place.0)</LatitudeDegrees>\
      <LongitudeDegrees>\(place.1)</LongitudeDegrees></Position></Trackpoint>
      """
    })
    <Trackpoint><Time>2026-06-03T09:02:00Z</Time></Trackpoint>
    </Track></Lap></Activity></Activities></TrainingCenterDatabase>
    """.utf8)

  /// The number of trusted fixes, and the reports.
  private static func read(_ data: Data) throws -> (trusted: Int, reports: [String]) {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/tour"
    try data.write(to: URL(fileURLWithPath: path))
    var replay = CaptureReplay(regions: [], blindLimit: .seconds(10))
    var reports: [String] = []
    try Capture.forEachLine(of: path) { line in
      _ = replay.play(line)
      if case .whole(let bytes) = line { reports.append(String(decoding: bytes, as: UTF8.self)) }
    }
    return (replay.tally.trusted, reports)
  }

  @Test func gpxIsARecording() throws {
    let read = try Self.read(Self.gpx())
    #expect(read.reports.count == 50)
    #expect(read.trusted > 40)
    #expect(field("time", of: read.reports[0]) == "2026-06-03T09:00:10.000Z")
  }

  @Test(arguments: [
    "<speed>10</speed><course>0</course>",
    "<extensions><x:a><x:speed>10</x:speed><x:course>0</x:course></x:a></extensions>",
  ])
  func speedOfAGPXIsRead(_ more: String) throws {
    let read = try Self.read(Self.gpx(more))
    #expect(read.reports.allSatisfy { $0.contains(#""speed":10"#) && $0.contains(#""track":0"#) })
  }

  @Test func tcxIsARecording() throws {
    let read = try Self.read(Self.tcx)
    #expect(read.reports.count == 50)
    #expect(read.trusted > 40)
  }

  @Test func plannedTourIsNotARecording() {
    let error = thrown(UnusableFile.self) { try Self.read(Self.gpx(time: false)) }
    #expect(error?.description.contains("is a GPX without times, as of a tour") == true)
  }

  @Test(.enabled(if: access("/usr/bin/gpsbabel", X_OK) == 0, "it needs gpsbabel"))
  func fitIsARecording() throws {
    let folder = try TemporaryFolder()
    let track = "\(folder.path)/tour.gpx"
    try Self.gpx().write(to: URL(fileURLWithPath: track))
    let process = try Process.run(
      URL(fileURLWithPath: "/usr/bin/gpsbabel"),
      arguments: ["-i", "gpx", "-f", track, "-o", "garmin_fit", "-F", "\(folder.path)/tour.fit"])
    process.waitUntilExit()
    let read = try Self.read(
      Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/tour.fit")))
    #expect(read.reports.count == 50)
    #expect(read.trusted > 40)
  }

  @Test func trackWithoutSpeedsSaysSo() throws {
    let folder = try TemporaryFolder()
    let track = "\(folder.path)/tour.gpx"
    let regions = try folder.write(WrongRegionTests.regions(), to: "regions.geojson")
    for (data, isSaid) in [(Self.gpx(), true), (Self.gpx("<speed>10</speed>"), false)] {
      try data.write(to: URL(fileURLWithPath: track))
      let run = try PicketCommandRun(["replay", "--regions", regions, track])
      #expect(run.status == 0)
      #expect(run.log.contains("tour.gpx: is a GPX without speeds: only its") == isSaid)
      // Whoever has the page alone reads it there.
      let report = try PicketCommandRun(["report", "--regions", regions, track, "--output", "-"])
      #expect(report.output.contains("\"no fix has a speed: only ") == isSaid)
    }
  }
}
