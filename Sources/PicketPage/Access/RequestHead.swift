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
  /// The user of this board that sent it; `nil` when it is from elsewhere or the user is not known.
  let user: UInt32?

  init(
    method: String, path: String, arguments: [String: String] = [:], fields: [Field] = [],
    peer: IPAddress?, local: IPAddress?, user: UInt32? = nil
  ) {
    self.method = method
    self.path = path
    self.arguments = arguments
    self.fields = fields
    self.peer = peer
    self.local = local
    self.user = user
  }

  /// All values of a header.
  func values(_ name: String) -> [String] {
    fields.compactMap { $0.name == name ? $0.value : nil }
  }

  /// The user of this board that made the request; `nil` for all others.
  ///
  /// A proxy on this board connects as its own user. It names the sender of a request that it
  /// passes on, which is not from this board then, whoever the proxy runs as.
  var localUser: UInt32? {
    guard peer?.isLoopback == true else { return nil }
    let isPassedOn = fields.contains { field in
      Self.forwarding.contains(field.name) || field.name.hasPrefix("x-forwarded")
    }
    return isPassedOn ? nil : user
  }

  // What nginx, Apache, HAProxy, Caddy, Traefik, Envoy, Squid, Varnish, Tor and CDNs add.
  private static let forwarding: Set<String> = [
    "forwarded", "via", "x-real-ip", "x-client-ip", "x-cluster-client-ip",
    "x-original-forwarded-for",
    "x-envoy-external-address", "x-envoy-peer-metadata", "x-varnish", "x-original-host",
    "client-ip", "true-client-ip", "cf-connecting-ip", "cf-ray", "fastly-client-ip", "cdn-loop",
    "x-remote-ip", "x-remote-addr", "x-host", "x-scheme", "x-proxyuser-ip", "tailscale-user-login",
  ]

  /// The values that a cookie of this name has: RFC 6265, section 4.2.
  func cookies(_ name: String) -> [String] {
    values("cookie").flatMap { $0.split(separator: ";") }.compactMap { pair in
      let pair = pair.drop { $0 == " " }
      guard let equals = pair.firstIndex(of: "="), pair[..<equals] == name else { return nil }
      return String(pair[pair.index(after: equals)...])
    }
  }
}
