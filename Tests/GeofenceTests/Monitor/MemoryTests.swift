import Foundation
import Geofence
import Testing

struct MemoryTests {
  @Test func writtenMemoryIsReadBack() throws {
    let time = Timestamp(seconds: 1_780_478_071)
    var starts = Memory.Starts(seen: time)
    starts.open = ["quarry"]
    starts.reported = ["orchard": time.advanced(by: .seconds(1))]
    let memory = Memory(
      nextSequence: 18, seen: time, coordinate: Coordinate(latitude: 51.501, longitude: -0.142),
      regions: [
        "orchard": Memory.Known(state: .inside, stay: Stay(since: time, isReported: true)),
        "quarry": Memory.Known(state: .outside),
      ], starts: starts)
    let written = try JSONEncoder().encode(memory)
    #expect(try JSONDecoder().decode(Memory.self, from: written) == memory)
  }
}
