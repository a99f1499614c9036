/// Splits JSON into its outermost objects, wherever its lines end: arrays, and what `jq` prints.
struct ObjectSplitter {
  private var object: [UInt8] = []
  private var depth = 0
  private var isText = false
  private var isEscaped = false

  /// The most bytes of an object, which may have a list of all reports.
  private static let longest = 64 << 20

  /// Calls `body` with each object that is complete after these bytes, on one line.
  mutating func split(
    _ bytes: UnsafeRawBufferPointer, _ body: ([UInt8]) throws -> Void
  ) rethrows {
    for byte in bytes where depth > 0 || byte == UInt8(ascii: "{") {
      if byte >= 0x20 { object.append(byte) }
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      default: break
      }
      guard depth == 0 || object.count > Self.longest else { continue }
      if depth == 0 { try body(object) }
      self = ObjectSplitter()
    }
  }
}
