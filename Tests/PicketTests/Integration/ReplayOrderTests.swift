import Testing

/// Recordings that are replayed one after the other.
struct ReplayOrderTests {
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
    #expect(inOrder.log.isEmpty)
    let reversed = try replay(captures.reversed())
    #expect(reversed.status == 0)
    #expect(
      reversed.log == """
        picket: \(captures[0]): ends at 2026-06-03T09:00:29.000Z, earlier than the recording before it, \
        and its first fixes were left out; give recordings in the order of their times

        """)
  }
}
