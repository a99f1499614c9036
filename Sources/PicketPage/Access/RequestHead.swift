/// The parts of a request before its body.
struct RequestHead: Hashable, Sendable {
  /// One header.
  struct Field: Hashable, Sendable {
    /// The name, in lower case.
    let name: String
    let value: String

    init(_ name: String, _ value: String) {
      self.name = name.lowercased()
      self.value = value
    }
  }

  let method: String
  /// The path without the arguments, its escapes resolved.
  let path: String
  let arguments: [String: String]
  let fields: [Field]
  /// The address of the sender; `nil` when it is not known.
  let peer: IPAddress?
  /// The address at which the request arrived.
  let local: IPAddress?

  init(
    method: String, path: String, arguments: [String: String] = [:], fields: [Field] = [],
    peer: IPAddress?, local: IPAddress?
  ) {
    self.method = method
    self.path = path
    self.arguments = arguments
    self.fields = fields
    self.peer = peer
    self.local = local
  }

  /// All values of a header.
  func values(_ name: String) -> [String] {
    fields.compactMap { $0.name == name ? $0.value : nil }
  }

  /// Whether the connection begins and ends on this board.
  ///
  /// A proxy names the sender of a request that it passes on, which is not from this board then.
  var isFromThisBoard: Bool {
    guard peer?.isLoopback == true else { return false }
    return ["forwarded", "x-forwarded-for", "x-real-ip", "via"].allSatisfy { values($0).isEmpty }
  }

  /// The values that a cookie of this name has: RFC 6265, section 4.2.
  func cookies(_ name: String) -> [String] {
    values("cookie").flatMap { $0.split(separator: ";") }.compactMap { pair in
      let pair = pair.drop { $0 == " " }
      guard let equals = pair.firstIndex(of: "="), pair[..<equals] == name else { return nil }
      return String(pair[pair.index(after: equals)...])
    }
  }
}
