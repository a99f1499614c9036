import Glibc

/// Cuts a stream of bytes into lines and never holds more than one line.
package struct LineSplitter: Sendable {
  /// One line of the stream.
  package enum Line: Hashable, Sendable {
    /// A whole line without its line end.
    case whole([UInt8])
    /// A line that was too long; the rest of it is being skipped.
    case tooLong
  }

  /// The longest line in bytes.
  package let limit: Int

  private var pending: [UInt8] = []
  // Whether `pending` is a line that was returned: its memory is used again for the next line, unless
  // someone has kept the line.
  private var isReturned = false
  private var skipping = false

  /// Creates a splitter; gpsd's own longest line is 10 kB.
  package init(limit: Int = 32_768) {
    self.limit = limit
  }

  /// Adds bytes and returns the lines that they complete, without empty ones.
  package mutating func split(_ bytes: some Collection<UInt8>) -> [Line] {
    let lines = bytes.withContiguousStorageIfAvailable { split($0) }
    return lines ?? Array(bytes).withUnsafeBufferPointer { split($0) }
  }

  private mutating func split(_ bytes: UnsafeBufferPointer<UInt8>) -> [Line] {
    var lines: [Line] = []
    var rest = bytes
    while let line = next(from: &rest) { lines.append(line) }
    return lines
  }

  /// Adds bytes up to the next line end, and removes them from the rest.
  ///
  /// - Returns: The line that they complete; `nil` when no byte is left.
  package mutating func next(from rest: inout UnsafeBufferPointer<UInt8>) -> Line? {
    while let start = rest.baseAddress, !rest.isEmpty {
      let end = memchr(start, 0x0a, rest.count)
      let count = end.map { UnsafeRawPointer($0) - UnsafeRawPointer(start) } ?? rest.count
      let hasBegunSkipping = append(UnsafeBufferPointer(rebasing: rest[..<count]))
      rest = UnsafeBufferPointer(rebasing: rest[(end == nil ? count : count + 1)...])
      if end != nil {
        // The rest of a line that was too long is empty.
        isReturned = true
        skipping = false
        if !pending.isEmpty { return .whole(pending) }
      }
      if hasBegunSkipping { return .tooLong }
    }
    return nil
  }

  /// Returns the line after the last line end, as at the end of a file.
  package mutating func finish() -> [Line] {
    split(CollectionOfOne(UInt8(ascii: "\n")))
  }

  /// Adds a part of a line; returns whether the line is too long because of it.
  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if isReturned {
      pending.removeAll(keepingCapacity: pending.capacity <= Self.usual)
      isReturned = false
    }
    guard !skipping else { return false }
    guard pending.count + bytes.count <= limit else {
      pending = []
      skipping = true
      return true
    }
    pending.append(contentsOf: bytes)
    return false
  }

  /// The bytes of memory that are kept for the next line: enough for most lines of gpsd.
  private static let usual = 4096
}
