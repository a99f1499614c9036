internal import Base
internal import Board

/// Lines that wait until a client reads them, up to a limit of bytes.
///
/// A line for many clients is in memory only once.
package struct Outbox: Sendable {
  /// The most bytes that wait.
  package let limit: Int

  /// The number of waiting bytes.
  package private(set) var count = 0

  private var lines: [[UInt8]] = []
  // The numbers of lines that were sent, and of bytes of the next line.
  private var sentLines = 0
  private var sentBytes = 0

  /// Creates an empty outbox.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Whether nothing waits.
  package var isEmpty: Bool { count == 0 }

  /// Adds a line with its newline, if there is room for all of it.
  ///
  /// - Returns: Whether there was room.
  package mutating func add(_ line: [UInt8]) -> Bool {
    guard count + line.count <= limit else { return false }
    lines.append(line)
    count += line.count
    return true
  }

  /// The bytes to send next.
  package var next: ArraySlice<UInt8> {
    sentLines < lines.count ? lines[sentLines][sentBytes...] : []
  }

  /// Removes the first bytes of `next`, which were sent.
  package mutating func send(_ bytes: Int) {
    sentBytes += bytes
    count -= bytes
    guard sentLines < lines.count, sentBytes == lines[sentLines].count else { return }
    lines[sentLines] = []
    sentBytes = 0
    sentLines += 1
    // Rarely, so that the cost of a line does not grow with the number of lines that wait.
    if sentLines == lines.count || sentLines > 1000 {
      lines.removeFirst(sentLines)
      sentLines = 0
    }
  }

  /// Adds a last line, for which there is always room.
  package mutating func addLast(_ line: [UInt8]) {
    lines.append(line)
    count += line.count
  }

  /// Replaces the waiting lines by a last one, except the rest of a line that was sent in part.
  package mutating func replaceWaiting(with last: [UInt8]) {
    let begun = sentBytes > 0 ? [lines[sentLines]] : []
    lines = begun + [last]
    sentLines = 0
    count = lines.reduce(-sentBytes) { $0 + $1.count }
  }
}
