import FoundationEssentials
package import Geofence

/// What is written down so that monitoring goes on where it stopped.
package struct SavedState: Hashable, Sendable {
  /// What the monitor knows.
  package var memory: Memory

  /// The numbers of the events whose signal may not have sounded.
  package var unsounded: [Int]

  /// Creates a state; without arguments, that of a board that was never started.
  package init(memory: Memory = Memory(), unsounded: [Int] = []) {
    self.memory = memory
    self.unsounded = unsounded
  }

  // MARK: JSON

  private struct Body: Codable {
    var next: Int
    var seen: String?
    var unsounded: [Int]
    var regions: [String: Entry]
  }

  private struct Entry: Codable {
    var state: RegionState
    var since: String?
    var told: Bool?
  }

  /// The state as one JSON object on one line.
  package func encoded() throws -> [UInt8] {
    let body = Body(
      next: memory.nextSequence, seen: memory.seen?.rfc3339, unsounded: unsounded,
      regions: memory.regions.mapValues { known in
        Entry(state: known.state, since: known.stay?.since.rfc3339, told: known.stay?.told)
      })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(body))
  }

  /// Reads what `encoded()` made.
  package init(decoding bytes: [UInt8]) throws {
    let body = try JSONDecoder().decode(Body.self, from: Data(bytes))
    unsounded = body.unsounded
    memory = Memory(
      nextSequence: body.next, seen: body.seen.flatMap(Timestamp.init(rfc3339:)),
      regions: body.regions.mapValues { entry in
        let since = entry.since.flatMap(Timestamp.init(rfc3339:))
        return Memory.Known(
          state: entry.state, stay: since.map { Stay(since: $0, told: entry.told ?? false) })
      })
  }
}
