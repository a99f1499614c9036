internal import Base
internal import Geofence

/// Decides which requests are answered.
///
/// A web page from elsewhere runs in the same browser as this one. `Host` is checked since the name
/// of that page's server may lead to this board's address (DNS rebinding), `Origin` since that page
/// may send requests here.
struct AccessRules: Sendable {
  /// Whether connections are encrypted.
  let isSecure: Bool

  private let names: Set<String>
  private let scope: (@Sendable (UInt32) -> Scope?)?

  /// The name of the cookie with the token.
  static let cookie = "picket"

  /// The sender of a request.
  struct Visitor: Hashable, Sendable {
    let scope: Scope
    /// The paired device; `nil` for a program on the board itself that may use the control socket.
    let device: PairedDevice?
    /// The user of a program on the board itself.
    var user: UInt32?

    /// A name of the sender, with which it has a share of what the page can do: it stays the same when
    /// the device gets another name.
    var share: String { device.map { String($0.digest.prefix(16)) } ?? "user \(user ?? 0)" }
  }

  /// A request that is answered.
  struct Admission: Hashable, Sendable {
    let route: Route
    let visitor: Visitor?
  }

  /// Creates rules.
  ///
  /// - Parameters:
  ///   - names: The names under which the board is found, besides its addresses.
  ///   - scope: The scope that a user of this board has without a token, `nil` for none; without the
  ///     function each of them needs a token.
  init(
    names: some Sequence<String>, isSecure: Bool,
    scopeOfUser scope: (@Sendable (UInt32) -> Scope?)?
  ) {
    self.scope = scope
    self.names = Set(names.map { $0.lowercased() })
    self.isSecure = isSecure
  }

  /// Decides on a request; a token that does not exist counts as a guess.
  func admit(
    _ head: RequestHead, devices: PairedDevices, guesses: inout Guesses, at now: Instant
  ) throws(Denial) -> Admission {
    let host = try host(of: head)
    guard let route = Route(path: head.path) else { throw .notFound }
    guard route.methods.contains(head.method) else {
      throw Denial(
        405, "\(head.path) answers \(route.methods.listed("or"))",
        field: Denial.Field(name: "Allow", value: route.methods.joined(separator: ", ")))
    }
    try checkOrigin(of: head, host: host, route: route)
    var visitor: Visitor?
    if !route.isPublic {
      let found = try self.visitor(head, devices, &guesses, at: now)
      guard found.scope.includes(route.scope) else {
        throw Denial(403, Reason("denied.looking"))
      }
      visitor = found
    }
    if head.method == "POST" {
      try checkBody(of: head, route)
    } else {
      // Its bytes would have no limit but that of all bodies.
      guard head.values("transfer-encoding").isEmpty,
        head.values("content-length").allSatisfy({ $0 == "0" })
      else { throw Denial(413, "a \(head.method) has no body here") }
    }
    return Admission(route: route, visitor: visitor)
  }

  // MARK: Host and origin

  /// The value of `Host`, which names this board.
  private func host(of head: RequestHead) throws(Denial) -> String {
    let values = head.values("host")
    guard values.count == 1, let host = HostName(values[0]) else {
      throw Denial(400, "the request names no host, or several")
    }
    let isOwn =
      if let address = IPAddress(host.name) {
        // A name never looks like an address, so an address cannot be rebound.
        address == head.local
      } else {
        names.contains(host.name)
      }
    guard isOwn else {
      throw Denial(
        421, "this board is not called \(host.name.quoted); add it to names in page.toml")
    }
    return values[0].lowercased()
  }

  private func checkOrigin(of head: RequestHead, host: String, route: Route) throws(Denial) {
    let foreign = Denial(403, "the request comes from a page of another origin")
    // Programs that are not browsers send no origin, and have no cookies that others could use.
    for origin in head.values("origin") {
      guard origin.lowercased() == "\(isSecure ? "https" : "http")://\(host)" else { throw foreign }
    }
    let sites = head.values("sec-fetch-site")
    guard sites.allSatisfy({ ["same-origin", "none"].contains($0) }) else {
      // A link on another page may lead to this one.
      guard route == .page, head.values("sec-fetch-mode") == ["navigate"] else { throw foreign }
      return
    }
  }

  // MARK: Visitor

  private func visitor(
    _ head: RequestHead, _ devices: PairedDevices, _ guesses: inout Guesses, at now: Instant
  ) throws(Denial) -> Visitor {
    // Loopback alone identifies nobody: other users of the board and proxies connect from there.
    let user = self.scope == nil ? nil : head.localUser
    let scope = user.flatMap { user in self.scope?(user) }
    let tokens = head.cookies(Self.cookie)
    guard tokens.count == 1 else {
      if let scope { return Visitor(scope: scope, device: nil, user: user) }
      throw user.map(Denial.withoutRights) ?? .notPaired
    }
    // A browser keeps the cookie of a device that was revoked.
    if let scope, devices.device(with: tokens[0]) == nil {
      return Visitor(scope: scope, device: nil, user: user)
    }
    let device = try device(
      with: tokens[0], from: head.peer, devices: devices, guesses: &guesses, at: now)
    return Visitor(scope: device.scope, device: device)
  }

  /// The device that has a token.
  func device(
    with token: String, from peer: IPAddress?, devices: PairedDevices, guesses: inout Guesses,
    at now: Instant
  ) throws(Denial) -> PairedDevice {
    // A paired device never waits for the wrong tokens of others behind its address.
    if let device = devices.device(with: token) { return device }
    guard let wait = guesses.delay(for: peer, at: now) else {
      guesses.count(from: peer, at: now)
      throw .notPaired
    }
    let seconds = max(1, Int(wait.inSeconds.rounded(.up)))
    throw Denial(
      429, Reason("denied.guesses", ["seconds": .count(seconds)]),
      field: Denial.Field(name: "Retry-After", value: String(seconds)))
  }

  // MARK: Body

  private func checkBody(of head: RequestHead, _ route: Route) throws(Denial) {
    let type = head.values("content-type")
    guard type.count == 1,
      type[0].lowercased().split(separator: ";").first.map(String.init) == route.bodyType
    else { throw Denial(415, "send a body of type \(route.bodyType)") }
    guard head.values("transfer-encoding").isEmpty,
      let length = head.values("content-length").first,
      head.values("content-length").count == 1, let count = Int(length), count >= 0
    else { throw Denial(411, "send the length of the body") }
    guard count <= route.longestBody else {
      throw Denial(413, "a body has at most \(route.longestBody) bytes here")
    }
  }
}
