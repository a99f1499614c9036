import Geofence
@testable import PicketLink
import Testing

struct AssemblyTests {
  private let start = Instant(.seconds(100))
  private var assembly: Assembly

  init() throws {
    assembly = Assembly(
      try #require(Manifest(FleetSample.version(7), bytes: 250_000)), at: Instant(.seconds(100)))
  }

  @Test mutating func partsArriveInAnyOrder() {
    #expect(assembly.receive(part: 2, count: 50_000, at: start) == .write(at: 200_000))
    #expect(assembly.receive(part: 0, count: 100_000, at: start) == .write(at: 0))
    #expect(!assembly.isComplete)
    #expect(
      assembly.missingWords == "1 of 3 parts of version 7 of fleet/a is missing, the first is 1")
    #expect(assembly.receive(part: 1, count: 100_000, at: start) == .write(at: 100_000))
    #expect(assembly.isComplete)
  }

  @Test mutating func repeatedPartIsSkipped() {
    #expect(assembly.receive(part: 1, count: 100_000, at: start) == .write(at: 100_000))
    #expect(assembly.receive(part: 1, count: 100_000, at: start) == .skip)
    // Whatever its size.
    #expect(assembly.receive(part: 1, count: 1, at: start) == .skip)
  }

  @Test(arguments: [(3, 1), (-1, 100_000), (0, 99_999), (0, 100_001), (2, 100_000), (2, 0)])
  mutating func wrongPartIsRefused(_ part: Int, _ count: Int) {
    guard case .refused = assembly.receive(part: part, count: count, at: start) else {
      Issue.record("it was accepted")
      return
    }
    #expect(!assembly.isComplete)
  }

  @Test mutating func eachPartProlongsTheWait() {
    #expect(assembly.deadline == start.advanced(by: .seconds(300)))
    let later = start.advanced(by: .seconds(200))
    // A part of a wrong size does not.
    _ = assembly.receive(part: 0, count: 1, at: later)
    #expect(assembly.deadline == start.advanced(by: .seconds(300)))
    _ = assembly.receive(part: 0, count: 100_000, at: later)
    #expect(assembly.deadline == later.advanced(by: .seconds(300)))
  }
}
