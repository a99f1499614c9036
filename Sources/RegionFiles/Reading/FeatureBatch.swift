internal import Dispatch
internal import Geofence
internal import Notation
internal import System

/// Features that are at hand together, which all processors read at once.
struct FeatureBatch {
  private var places: [Range<Int>] = []
  private var first = 0

  /// The number of features so far.
  var count: Int { first + places.count }

  /// Adds a feature.
  mutating func add(_ place: Range<Int>) { places.append(place) }

  /// Reads the features in their order, and forgets them.
  ///
  /// - Parameters:
  ///   - bytes: The bytes in which they have their places.
  ///   - read: Reads a feature with this index; called on any thread.
  /// - Throws: The first mistake.
  mutating func readings<Reading>(
    of bytes: BytesAtHand, _ read: @Sendable (Int, FeatureText) -> Reading
  ) throws(JSON.Mistake) -> [(start: Int, reading: Reading)] {
    let (places, first) = (places, first)
    (self.places, self.first) = ([], count)
    @Sendable func result(_ index: Int) -> Result<Reading, JSON.Mistake> {
      var parser = bytes.parser(at: places[index].lowerBound)
      return Result { () throws(JSON.Mistake) in
        read(first + index, try parser.feature())
      }
    }
    let results = Self.all(places.indices, result)
    var readings: [(start: Int, reading: Reading)] = []
    readings.reserveCapacity(results.count)
    for (place, result) in zip(places, results) {
      readings.append((place.lowerBound, try result.get()))
    }
    return readings
  }

  /// The results for all indices, which begin with 0.
  private static func all<Result>(
    _ indices: Range<Int>, _ result: @Sendable (Int) -> Result
  ) -> [Result] {
    // Limited memory may be too little for the stacks of more threads.
    guard indices.count > share, !Heap.isLimited else { return indices.map(result) }
    return [Result](unsafeUninitializedCapacity: indices.count) { buffer, count in
      // Each part fills elements of its own.
      nonisolated(unsafe) let results = buffer
      DispatchQueue.concurrentPerform(iterations: (indices.count - 1) / share + 1) { part in
        for index in part * share..<min(indices.count, (part + 1) * share) {
          results.initializeElement(at: index, to: result(index))
        }
      }
      count = indices.count
    }
  }

  /// The features that one processor reads before it looks for more.
  private static let share = 32
}
