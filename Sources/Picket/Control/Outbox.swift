internal import Notation
internal import Outputs

/// Lines that wait until a client reads them, never more than so many bytes.
///
/// A line that goes to many clients is in memory once.
package struct Outbox: Sendable {
  /// How many bytes may wait.
  package let limit: Int

  /// How many bytes wait.
  package private(set) var count = 0

  private var lines: [[UInt8]] = []
  // How many of the lines have gone out, and how many bytes of the next one.
  private var gone = 0
  private var sent = 0

  /// Creates one in which nothing waits.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Whether nothing waits.
  package var isEmpty: Bool { count == 0 }

  /// Adds a line with its end, if there is room for all of it.
  ///
  /// - Returns: Whether there was.
  package mutating func add(_ line: [UInt8]) -> Bool {
    guard count + line.count <= limit else { return false }
    lines.append(line)
    count += line.count
    return true
  }

  /// What goes out next.
  package var next: ArraySlice<UInt8> { gone < lines.count ? lines[gone][sent...] : [] }

  /// So many bytes of what was next have gone out.
  package mutating func send(_ bytes: Int) {
    sent += bytes
    count -= bytes
    guard gone < lines.count, sent == lines[gone].count else { return }
    lines[gone] = []
    sent = 0
    gone += 1
    // Rarely enough that a line costs the same however many wait.
    if gone == lines.count || gone > 1000 {
      lines.removeFirst(gone)
      gone = 0
    }
  }

  /// Gives up what waits, but for the rest of a line that has begun to go out, for a last one.
  package mutating func giveUp(for last: [UInt8]) {
    let begun = sent > 0 ? [lines[gone]] : []
    lines = begun + [last]
    gone = 0
    count = lines.reduce(-sent) { $0 + $1.count }
  }
}
