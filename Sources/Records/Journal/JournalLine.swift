internal import Base

/// One line of the journal: a JSON object that ends with a checksum.
///
/// The checksum covers the object without it, and the line's place: the key of the file and the
/// offset in it. So a line that a power cut tore, or an old line that came back with a block of the
/// disk, is not mistaken for the line of this place.
package struct JournalLine: Hashable, Sendable {
  /// The place of a line.
  package struct Place: Hashable, Sendable {
    /// The checksum of the file's first line; empty for that line itself.
    package var key = ""

    /// The number of bytes of the file before it.
    package var offset = 0
  }

  /// The object, without the checksum.
  package let text: String

  /// The checksum, as eight hexadecimal digits.
  package let check: String

  /// Creates the line for a place.
  package init(_ text: String, at place: Place) {
    self.text = text
    check = Self.check(text, place)
  }

  /// Parses the bytes of a line.
  ///
  /// - Returns: `nil` when the bytes are not a line that was written at this place.
  package init?(parsing bytes: some BidirectionalCollection<UInt8>, at place: Place) {
    let tail = bytes.suffix(Self.tailLength)
    let digits = tail.dropFirst(Self.tailStart.count).prefix(8)
    guard tail.count == Self.tailLength, tail.starts(with: Self.tailStart),
      tail.suffix(2).elementsEqual("\"}".utf8)
    else { return nil }
    text = String(decoding: bytes.dropLast(Self.tailLength), as: UTF8.self) + "}"
    check = String(decoding: digits, as: UTF8.self)
    guard check == Self.check(text, place) else { return nil }
  }

  /// The object of a line whose checksum is wrong for this place; `nil` when it is not readable.
  static func unchecked(_ bytes: ArraySlice<UInt8>) -> String? {
    let isWhole = bytes.suffix(tailLength).starts(with: tailStart)
    let text = isWhole ? String(decoding: bytes.dropLast(tailLength), as: UTF8.self) + "}" : nil
    let object = text ?? String(decoding: bytes, as: UTF8.self)
    return JournalRecord(object) == nil ? nil : object
  }

  /// The possible keys of a file with a damaged header: the checksum in the header, and the
  /// checksum of its text.
  package static func keys(of header: ArraySlice<UInt8>) -> [String] {
    guard header.suffix(tailLength).starts(with: tailStart) else { return [] }
    let text = String(decoding: header.dropLast(tailLength), as: UTF8.self) + "}"
    let digits = header.suffix(tailLength).dropFirst(tailStart.count).prefix(8)
    return [String(decoding: digits, as: UTF8.self), check(text, Place())]
  }

  /// The line with its checksum and its newline, as it is in the file.
  package var bytes: [UInt8] {
    Array(text.utf8.dropLast()) + Self.tailStart + Array(check.utf8) + Array("\"}\n".utf8)
  }

  private static let tailStart = Array(",\"crc\":\"".utf8)
  private static let tailLength = tailStart.count + 8 + 2

  private static func check(_ text: String, _ place: Place) -> String {
    let covered = Array("\(place.key)@\(place.offset)\(text)".utf8)
    let sum = String(Checksum.crc32(covered), radix: 16)
    return String(repeating: "0", count: 8 - sum.count) + sum
  }
}
