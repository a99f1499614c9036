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
    while let start = rest.baseAddress, let end = memchr(start, 0x0a, rest.count) {
      let count = UnsafeRawPointer(end) - UnsafeRawPointer(start)
      append(UnsafeBufferPointer(rebasing: rest[..<count]), to: &lines)
      if !skipping, !pending.isEmpty { lines.append(.whole(pending)) }
      // The line owns the bytes now.
      pending = []
      skipping = false
      rest = UnsafeBufferPointer(rebasing: rest[(count + 1)...])
    }
    append(rest, to: &lines)
    return lines
  }

  /// Returns the line after the last line end, as at the end of a file.
  package mutating func finish() -> [Line] {
    split(CollectionOfOne(UInt8(ascii: "\n")))
  }

  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, to lines: inout [Line]) {
    guard !skipping else { return }
    guard pending.count + bytes.count <= limit else {
      lines.append(.tooLong)
      pending.removeAll(keepingCapacity: true)
      skipping = true
      return
    }
    pending.append(contentsOf: bytes)
  }
}
