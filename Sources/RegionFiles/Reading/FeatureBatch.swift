internal import Dispatch
internal import Geofence
internal import Notation
internal import Synchronization
internal import System

/// Features that are at hand together; all processors read those of a long file while further ones
/// are found.
struct FeatureBatch<Reading: Sendable> {
  /// The number of features so far.
  private(set) var count = 0

  private let read: @Sendable (Int, FeatureText) -> Reading
  // The bytes of the features so far.
  private var size = 0
  private var isShared = false
  private var parts: [FeaturePart<Reading>] = []
  private var places: [Range<Int>] = []

  /// Starts without features.
  ///
  /// - Parameter read: Reads the feature with this index; called on any thread.
  init(_ read: @escaping @Sendable (Int, FeatureText) -> Reading) { self.read = read }

  /// Adds a feature.
  ///
  /// - Parameters:
  ///   - place: Its place in the bytes that the parser has at hand.
  mutating func add(_ place: Range<Int>, _ parser: JSONParser) {
    places.append(place)
    count += 1
    size += place.count
    guard places.count == Self.share else { return }
    let (part, read) = (endPart(parser), read)
    // Limited memory may be too little for the stacks of more threads.
    guard size >= Self.long, !Heap.isLimited else { return }
    if !isShared { Heap.divide() }
    isShared = true
    DispatchQueue.global().async { part.begin(read) }
  }

  /// Hands on what was read of the features in their order, and forgets them.
  ///
  /// - Parameters:
  ///   - add: Called with the parser, the index of the byte at which a feature begins, and its reading.
  /// - Throws: The first mistake.
  mutating func finish(
    _ parser: inout JSONParser, _ add: (inout JSONParser, Int, Reading) -> Void
  ) throws(JSON.Mistake) {
    if !places.isEmpty { endPart(parser) }
    defer { parts = [] }
    // No other thread may have time for them.
    for part in parts { part.begin(read) }
    for part in parts {
      let results = part.results()
      for index in results.indices {
        add(&parser, part.places[index].lowerBound, try results[index].get())
      }
    }
  }

  @discardableResult
  private mutating func endPart(_ parser: JSONParser) -> FeaturePart<Reading> {
    let part = FeaturePart<Reading>(
      places, first: count - places.count, of: BytesAtHand(parser))
    parts.append(part)
    places = []
    return part
  }

  /// The features that one processor reads before it looks for more.
  private static var share: Int { 32 }

  /// The bytes of features from which on other threads are worth their memory.
  private static var long: Int { 1 << 20 }
}

/// Features that one thread reads.
private final class FeaturePart<Reading: Sendable>: Sendable {
  typealias Results = [Result<Reading, JSON.Mistake>]

  /// Their places in the bytes.
  let places: [Range<Int>]

  private let first: Int
  // Released when a thread begins, so that the parser can free them.
  private let bytes: Mutex<BytesAtHand?>
  private let read = Mutex<Results>([])
  private let end = DispatchSemaphore(value: 0)

  init(_ places: [Range<Int>], first: Int, of bytes: BytesAtHand) {
    self.places = places
    self.first = first
    self.bytes = Mutex(bytes)
  }

  /// Reads the features, unless another thread does so or has done so.
  func begin(_ read: (Int, FeatureText) -> Reading) {
    let bytes = bytes.withLock { bytes in
      defer { bytes = nil }
      return bytes
    }
    guard let bytes else { return }
    var results: Results = []
    results.reserveCapacity(places.count)
    for (index, place) in places.enumerated() {
      var parser = bytes.parser(at: place.lowerBound)
      results.append(
        Result { () throws(JSON.Mistake) in read(first + index, try parser.feature()) })
    }
    self.read.withLock { $0 = results }
    end.signal()
  }

  /// What was read, once that has ended; called once.
  func results() -> Results {
    end.wait()
    return read.withLock { results in
      defer { results = [] }
      return results
    }
  }
}
