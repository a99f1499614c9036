internal import System

extension OpenFile {
  /// Hands out the lines from a place on, without their newlines, with the places of their first
  /// bytes; the file is read by pieces.
  ///
  /// - Parameters:
  ///   - end: The place at which reading ends.
  ///   - piece: The number of bytes of a piece.
  ///   - each: Handles a line, and returns whether to continue.
  /// - Returns: The place up to which the file was read.
  func lines(
    from start: Int = 0, to end: Int, piece: Int = 1 << 16,
    each: (ArraySlice<UInt8>, Int) -> Bool
  ) throws(SystemError) -> Int {
    // The bytes from `start` on, of which the first `searched` have no newline.
    var bytes: [UInt8] = []
    var (start, searched) = (start, 0)
    while true {
      let read = start + bytes.count
      let more = try contents(from: read, upTo: min(piece, end - read))
      guard !more.isEmpty else { return read }
      bytes += more
      var used = 0
      while let newline = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        guard each(bytes[used..<newline], start + used) else { return start + newline + 1 }
        used = newline + 1
        searched = used
      }
      bytes.removeFirst(used)
      start += used
      searched = bytes.count
    }
  }
}
