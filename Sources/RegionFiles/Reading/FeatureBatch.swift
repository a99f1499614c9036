internal import Dispatch
internal import Geofence
internal import Notation
internal import System

/// Features that are at hand together, which all processors read at once.
struct FeatureBatch {
  /// A feature and the index at which it begins.
  struct IndexedFeature {
    let index: Int
    let start: Int
    let text: FeatureText
  }

  /// The result of one.
  struct Reading {
    let entry: IndexedFeature
    let reader: FeatureReader
    let region: Region?
  }

  private var entries: [IndexedFeature] = []

  /// Adds a feature.
  mutating func add(_ entry: IndexedFeature) { entries.append(entry) }

  /// Reads the features in their order, and forgets them.
  mutating func readings(file: String, rules: RegionRules) -> [Reading] {
    let entries = self.entries
    self.entries = []
    @Sendable func reading(_ entry: IndexedFeature) -> Reading {
      var reader = FeatureReader(file: file, index: entry.index, rules: rules)
      let region = reader.region(entry.text)
      return Reading(entry: entry, reader: reader, region: region)
    }
    // Limited memory may be too little for the stacks of more threads.
    guard entries.count > Self.share, !Heap.isLimited else { return entries.map(reading) }
    return [Reading](unsafeUninitializedCapacity: entries.count) { buffer, count in
      // Each part fills elements of its own.
      nonisolated(unsafe) let results = buffer
      DispatchQueue.concurrentPerform(iterations: (entries.count - 1) / Self.share + 1) { part in
        for index in part * Self.share..<min(entries.count, (part + 1) * Self.share) {
          results.initializeElement(at: index, to: reading(entries[index]))
        }
      }
      count = entries.count
    }
  }

  /// The features that one processor reads before it looks for more.
  private static let share = 32
}
