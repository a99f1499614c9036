import Testing

/// Recordings that are replayed one after the other.
struct ReplayOrderTests {
  @Test func recordingFarFromAllRegionsSaysHow() throws {
    let folder = try TemporaryFolder()
    let regions = try folder.write(
      """
      {"type":"FeatureCollection","features":[{"type":"Feature","id":"pole",
      "properties":{"radius":50},"geometry":{"type":"Point","coordinates":[0,90]}}]}
      """, to: "regions.geojson")
    let reports = (0..<60).map { Epoch.ride[$0].report(device: "/dev/a") }
    let capture = try folder.write(reports.joined(separator: "\n") + "\n", to: "ride.json")
    for command in ["replay", "report"] {
      let run = try PicketCommandRun(
        [command, "--regions", regions, capture]
          + (command == "report" ? ["-o", "\(folder.path)/page.html"] : []))
      #expect(run.status == 0)
      #expect(run.log.contains(" km from \"pole\", the nearest region; are these"), "\(run.log)")
    }
  }

  @Test func recordingsInTheWrongOrderAreReported() throws {
    let folder = try TemporaryFolder()
    let regions = try folder.write(WrongRegionTests.regions(), to: "regions.geojson")
    let captures = try [0..<30, 30..<60].map { seconds in
      let reports = seconds.map { Epoch.ride[$0].report(device: "/dev/a") }
      return try folder.write(
        reports.joined(separator: "\n") + "\n", to: "from-\(seconds.lowerBound).json")
    }
    func replay(_ captures: [String]) throws -> PicketCommandRun {
      try PicketCommandRun(["replay", "--utc", "--regions", regions] + captures)
    }
    let inOrder = try replay(captures)
    #expect(inOrder.status == 0)
    #expect(!inOrder.log.contains("ends at"))
    let reversed = try replay(captures.reversed())
    #expect(reversed.status == 0)
    #expect(
      reversed.log.hasPrefix(
        """
        picket: \(captures[0]): ends at 2026-06-03T09:00:29.000Z, earlier than the recording before it, \
        and its first fixes were left out; give recordings in the order of their times

        """))
  }
}
