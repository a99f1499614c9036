import Geofence

/// The parts of an update that have arrived.
struct Assembly: Hashable, Sendable {
  /// The decision about a part.
  enum PartDecision: Hashable, Sendable {
    /// The part is to be written at this place of the file.
    case write(at: Int)
    /// The part has arrived before.
    case skip
    /// It cannot be a part of the update, for this reason.
    case refused(String)
  }

  /// The update.
  let manifest: Manifest

  /// The time at which the update is given up, unless a further part arrives.
  private(set) var deadline: Instant

  private var present: [Bool]
  private var missing: Int

  /// Creates the assembly of an update of which no part has arrived.
  init(_ manifest: Manifest, at now: Instant) {
    self.manifest = manifest
    present = [Bool](repeating: false, count: manifest.parts)
    missing = manifest.parts
    deadline = now.advanced(by: Self.patience)
  }

  /// Whether all parts have arrived.
  var isComplete: Bool { missing == 0 }

  /// Receives a part of this many bytes.
  mutating func receive(part: Int, count: Int, at now: Instant) -> PartDecision {
    let words = manifest.version.words
    guard present.indices.contains(part) else {
      return .refused("part \(part) of \(words), which has \(present.count); it is ignored")
    }
    guard !present[part] else { return .skip }
    let size = manifest.size(ofPart: part)
    guard count == size else {
      return .refused("part \(part) of \(words) has \(count) bytes, not \(size); it is ignored")
    }
    present[part] = true
    missing -= 1
    deadline = now.advanced(by: Self.patience)
    return .write(at: part * Manifest.partSize)
  }

  /// Restarts the wait for the next part, as after a time without a connection.
  mutating func wait(from now: Instant) { deadline = now.advanced(by: Self.patience) }

  /// The missing parts, in words.
  var missingWords: String {
    let first = present.firstIndex(of: false).map { ", the first is \($0)" } ?? ""
    let parts = "\(missing) of \(present.count) parts of \(manifest.version.words)"
    return "\(parts) \(missing == 1 ? "is" : "are") missing\(first)"
  }

  /// The longest time between two parts: a slow mobile link needs a minute for 100 kB.
  private static let patience = Duration.seconds(300)
}
