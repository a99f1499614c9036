import Glibc

/// The headers or the arguments of a request, as libmicrohttpd has read them.
struct WebFields {
  /// The fields in their order.
  private(set) var fields: [RequestHead.Field] = []

  /// Whether a value has text behind a zero byte.
  ///
  /// Releases before 1.0 end a value there and ignore the rest of the line, which a proxy in front
  /// may have read otherwise. Later ones refuse such a request themselves.
  private(set) var hideText = false

  private var end: UnsafePointer<CChar>?

  /// Adds the next field, with the places of its name and its value in the connection's memory.
  mutating func add(_ name: UnsafePointer<CChar>, _ value: UnsafePointer<CChar>?) {
    fields.append(
      RequestHead.Field(String(cString: name), value.map { String(cString: $0) } ?? ""))
    // The lines are next to each other in the memory of the connection. Where a line was folded,
    // the library has moved it, and the lines between count as hidden: RFC 9112 allows to refuse it.
    if let end, name - end > 0, name - end < Self.mostBytes {
      let gap = UnsafeBufferPointer(start: end, count: name - end)
      if gap.contains(where: { ![0, 9, 10, 13, 32].contains($0) }) { hideText = true }
    }
    end = value.map { $0 + strlen($0) }
  }

  // The memory of a connection.
  private static let mostBytes = 16_384

  /// Checks the last header.
  mutating func finish() {
    // Its line has ended with two bytes, which are zero now, or the empty line follows.
    if let end, end[1] != 0 { hideText = true }
  }
}
