@testable import Base

/// An input with one of its pieces many times, which must not cost the square of their number.
enum Repetition {
  /// The bytes that the pieces have together.
  private static let longest = 32_768

  /// The input with a piece between two of its marks repeated; a checksum selects the piece.
  ///
  /// - Parameter number: Each number gives another piece of the same input.
  static func input(_ bytes: [UInt8], number: UInt32 = 0) -> [UInt8] {
    guard bytes.count > 1 else { return bytes }
    let sum = Int(Checksum.crc32(bytes + [UInt8(truncatingIfNeeded: number)]))
    let start = mark(in: bytes, from: sum % (bytes.count - 1))
    let end = mark(in: bytes, from: min(bytes.count, start + 1 + sum / bytes.count % 64))
    let piece = bytes[start..<end]
    let pieces = [ArraySlice<UInt8>](repeating: piece, count: longest / piece.count)
    return Array(bytes[..<start]) + pieces.joined() + bytes[end...]
  }

  /// The place of the next mark, such as a bracket or a comma; without one near it, the place itself.
  private static func mark(in bytes: [UInt8], from place: Int) -> Int {
    bytes[place...].prefix(32).firstIndex {
      !($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7a) && !(0x30...0x39 ~= $0)
    } ?? place
  }
}
