/// The host that a request names: a name or an address, and a port.
struct HostName: Hashable, Sendable {
  /// The name in lower case, or the address without its brackets.
  let name: String

  /// The port, if it is named.
  let port: Int?

  /// Reads the value of a `Host` header; `nil` when it is not a host: RFC 9110, section 7.2.
  init?(_ text: String) {
    let text = text.lowercased()
    let name: Substring
    let rest: Substring
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      name = text[text.index(after: text.startIndex)..<end]
      rest = text[text.index(after: end)...]
      guard IPAddress(String(name)) != nil else { return nil }
    } else {
      let end = text.firstIndex(of: ":") ?? text.endIndex
      name = text[..<end]
      rest = text[end...]
      guard name.utf8.allSatisfy(Self.isOfName) else { return nil }
    }
    if rest.isEmpty {
      port = nil
    } else {
      guard rest.first == ":", let number = Self.port(rest.dropFirst()) else { return nil }
      port = number
    }
    // A name with its last dot is the same name.
    self.name = String(name.hasSuffix(".") ? name.dropLast() : name)
    guard !self.name.isEmpty else { return nil }
  }

  private static func port(_ digits: Substring) -> Int? {
    guard 1...5 ~= digits.utf8.count, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      return nil
    }
    return Int(digits).flatMap { 1...65_535 ~= $0 ? $0 : nil }
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
