internal import Base

/// The lines that a client has sent and that wait for their turn.
struct RequestInput: Sendable {
  private var splitter = LineSplitter(limit: RequestInput.longestLine)
  private var lines: [LineSplitter.Line] = []

  /// Whether the client can send more.
  private(set) var isOpen = true

  /// The most bytes of a request.
  static let longestLine = 1 << 18

  /// The most reads in one turn of the queue: together as many bytes as a request may have.
  private static let mostReads = 16

  /// Whether no line waits.
  var isEmpty: Bool { lines.isEmpty }

  /// Removes and returns the next line; `nil` when none waits.
  mutating func next() -> LineSplitter.Line? {
    lines.isEmpty ? nil : lines.removeFirst()
  }

  /// Drops the lines that wait.
  mutating func discard() { lines = [] }

  /// Reads until there is a line, no more data or the end.
  ///
  /// libdispatch reports only once that a client has hung up: an end that is not read then is never
  /// read.
  ///
  /// - Returns: Whether there is more to read, and no line yet.
  mutating func read(_ socket: Socket) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
      for _ in 0..<Self.mostReads {
        switch socket.read(into: buffer) {
        case .nothingYet: return false
        case .bytes(let bytes): lines += splitter.split(bytes)
        case .closed, .failed:
          // The client's last requests are still answered, and it may still watch.
          lines += splitter.finish()
          isOpen = false
          return false
        }
        guard lines.isEmpty else { return false }
      }
      return true
    }
  }
}
