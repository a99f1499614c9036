package import Base
import Glibc

extension JournalFile {
  /// Reads a file by pieces, and hands out its readable lines instead of keeping them.
  ///
  /// A file with a damaged header, and one that the disk cannot read whole, is read in one piece:
  /// the key of its lines is among them, or zeros take the place of some bytes.
  ///
  /// - Parameter piece: The number of bytes of a piece.
  package init(
    of file: OpenFile, piece: Int = 1 << 16, each: (Line) -> Void
  ) throws(SystemError) {
    self.init([])
    do throws(SystemError) {
      if try scan(file, piece, each) { return }
    } catch {
      guard error.code == EIO else { throw error }
    }
    try self = Self(whole: file, after: count, each)
  }

  /// Reads a file in one piece, and hands out its lines after the first ones.
  private init(
    whole file: OpenFile, after handed: Int, _ each: (Line) -> Void
  ) throws(SystemError) {
    try self.init(of: file)
    for line in lines.dropFirst(handed) { each(line) }
    lines = []
  }

  /// Reads the lines by pieces; false, and nothing is handed out, when the header is damaged.
  private mutating func scan(
    _ file: OpenFile, _ piece: Int, _ each: (Line) -> Void
  ) throws(SystemError) -> Bool {
    var readTo = 0
    let size = try file.lines(to: Self.longest + 1, piece: piece) { bytes, offset in
      if offset == 0 {
        guard begin(bytes) else { return false }
        readTo = end.offset
      } else if let line = add(bytes, at: offset) {
        each(line)
        readTo = line.end
      }
      return true
    }
    guard header != nil else { return false }
    guard size <= Self.longest else { throw SystemError("read \(file.path)", code: EFBIG) }
    finish(size: size, readTo: readTo)
    return true
  }
}

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
