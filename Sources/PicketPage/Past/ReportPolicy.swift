internal import Base

/// The rights of a report in a browser: those that it declares itself, in a sandbox.
enum ReportPolicy {
  private static let opening = Array(
    "<meta http-equiv=\"Content-Security-Policy\" content=\"".utf8)

  /// The policy for a page that begins with some bytes; `nil` when these declare none.
  ///
  /// In a sandbox without an origin, the report can reach neither the cookie nor the orders. It may save the
  /// picture of its map.
  static func policy(of beginning: [UInt8]) -> String? {
    let found = beginning.indices.first { beginning[$0...].starts(with: opening) }
    guard let start = found.map({ $0 + opening.count }),
      let end = beginning[start...].firstIndex(of: UInt8(ascii: "\""))
    else { return nil }
    let own = beginning[start..<end]
    guard !own.isEmpty, own.allSatisfy(isOfPolicy) else { return nil }
    return """
      \(String(decoding: own, as: UTF8.self)); sandbox allow-scripts allow-downloads; \
      frame-ancestors 'none'
      """
  }

  private static func isOfPolicy(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: " '-+/=;:.".utf8.contains(byte)
    }
  }
}
