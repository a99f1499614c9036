import Geofence
@testable import PicketPage
import Testing

/// The decisions about requests.
struct AccessRulesTests {
  private static let rules = AccessRules(
    names: ["localhost", "picket.local", "board"], isSecure: false, scopeOfUser: { scope(of: $0) })
  /// Root may do everything, user 7 may look, and others have no rights.
  private static func scope(of user: UInt32) -> Scope? {
    user == 0 ? .control : user == 7 ? .view : nil
  }
  private static let key = "0123456789abcdef0123456789abcdef01234567"
  private static let guest = "76543210fedcba9876543210fedcba9876543210"
  private static let devices: PairedDevices = {
    var devices = PairedDevices()
    for (name, token, scope) in [("phone", key, Scope.control), ("guest", guest, .view)] {
      devices.add(
        PairedDevice(name: name, scope: scope, digest: Token.digest(of: token), made: ""))
    }
    return devices
  }()

  private static func head(
    _ method: String = "GET", _ path: String = "/", host: String? = "picket.local:8642",
    from peer: String = "192.168.4.20", at local: String = "192.168.4.1", token: String? = key,
    user: UInt32? = 0, _ fields: [(String, String)] = []
  ) -> RequestHead {
    var all = fields.map { RequestHead.Field($0.0, $0.1) }
    if let host { all.append(RequestHead.Field("Host", host)) }
    if let token { all.append(RequestHead.Field("Cookie", "other=1; picket=\(token)")) }
    if method == "POST" {
      if !all.contains(where: { $0.name == "content-type" }) {
        all.append(RequestHead.Field("Content-Type", "application/json"))
      }
      if !all.contains(where: { $0.name == "content-length" }) {
        all.append(RequestHead.Field("Content-Length", "2"))
      }
    }
    return RequestHead(
      method: method, path: path, fields: all, peer: IPAddress(peer), local: IPAddress(local),
      user: user)
  }

  @Test(arguments: [
    ("Content-Length", "9223372036854775807", 413), ("Content-Length", "1", 413),
    ("Transfer-Encoding", "chunked", 413), ("Content-Length", "0", 200),
  ])
  func questionsHaveNoBody(_ name: String, _ value: String, _ expected: Int) {
    #expect(Self.status(Self.head("GET", "/api/regions", [(name, value)])) == expected)
  }

  @Test func programsOfTheBoardMayNeedATokenToo() {
    let strict = AccessRules(names: ["picket.local"], isSecure: false, scopeOfUser: nil)
    let program = Self.head(from: "127.0.0.1", at: "127.0.0.1", token: nil)
    #expect(Self.status(program) == 200)
    #expect(Self.status(program, strict) == 401)
    #expect(Self.status(Self.head(from: "127.0.0.1", at: "127.0.0.1"), strict) == 200)
  }

  /// The status of a refusal; 200 when the request is admitted.
  private static func status(_ head: RequestHead, _ rules: AccessRules = rules) -> Int {
    var guesses = Guesses()
    return status(head, rules, &guesses, at: 0)
  }

  private static func status(
    _ head: RequestHead, _ rules: AccessRules, _ guesses: inout Guesses, at seconds: Double
  ) -> Int {
    do throws(Denial) {
      _ = try rules.admit(
        head, devices: devices, guesses: &guesses, at: Instant(.seconds(seconds)))
      return 200
    } catch {
      return error.status
    }
  }

  // MARK: Host

  @Test func onlyTheBoardsNamesAreAnswered() {
    for (host, status) in [
      ("picket.local", 200), ("PICKET.local:8642", 200), ("board.", 200), ("192.168.4.1:8642", 200),
      ("localhost", 200), ("evil.example", 421), ("picket.local.evil.example", 421),
      ("192.168.4.2", 421), ("[::1]:8642", 421), ("127.0.0.1", 421), ("picket.local:99999", 400),
      ("picket.local:8642@evil", 400), ("evil/picket.local", 400), ("", 400), ("[::1", 400),
    ] {
      #expect(Self.status(Self.head(host: host)) == status, "\(host)")
    }
    #expect(Self.status(Self.head(host: nil)) == 400)
    let twice = [("Host", "evil.example")]
    #expect(Self.status(Self.head("GET", "/", twice)) == 400)
  }

  @Test func foreignNamesAreRefusedOnLoopback() {
    let rebound = Self.head(host: "evil.example:8642", from: "127.0.0.1", at: "127.0.0.1")
    #expect(Self.status(rebound) == 421)
  }

  // MARK: Origin

  @Test func foreignOriginsAreRefused() {
    for (origin, status) in [
      ("http://picket.local:8642", 200), ("HTTP://picket.local:8642", 200),
      ("https://picket.local:8642", 403), ("http://picket.local", 403), ("null", 403),
      ("http://picket.local:8642.evil.example", 403), ("http://evil.example", 403), ("", 403),
      ("http://board:8642", 403),
    ] {
      for method in ["GET", "POST"] {
        let path = method == "GET" ? "/events" : "/api/mute"
        let head = Self.head(method, path, [("Origin", origin)])
        #expect(Self.status(head) == status, "\(method) \(origin)")
        let local = Self.head(method, path, from: "127.0.0.1", token: nil, [("Origin", origin)])
        #expect(Self.status(local) == status, "\(method) \(origin)")
      }
    }
  }

  @Test func encryptedPagesHaveAnotherOrigin() {
    let rules = AccessRules(
      names: ["picket.local"], isSecure: true, scopeOfUser: { Self.scope(of: $0) })
    let fits = Self.head("POST", "/api/mute", [("Origin", "https://picket.local:8642")])
    #expect(Self.status(fits, rules) == 200)
    let plain = Self.head("POST", "/api/mute", [("Origin", "http://picket.local:8642")])
    #expect(Self.status(plain, rules) == 403)
  }

  @Test func otherPagesMayOnlyLinkHere() {
    for (path, site, mode, status) in [
      ("/", "cross-site", "navigate", 200), ("/", "cross-site", "no-cors", 403),
      ("/events", "cross-site", "navigate", 403), ("/events", "same-site", "cors", 403),
      ("/events", "same-origin", "cors", 200), ("/events", "none", "navigate", 200),
    ] {
      let fields = [("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", mode)]
      #expect(Self.status(Self.head("GET", path, fields)) == status, "\(path) \(site) \(mode)")
    }
  }

  // MARK: Paths and methods

  @Test func onlyKnownPathsExist() {
    for path in [
      "", "//", "/.", "/..", "/../etc/passwd", "/page.html", "/api", "/api/", "/api/reload",
      "/api/watch", "/live.js/", "/Live.js", "/api/../events", "/events\u{0}", "/pair.html",
      "/back.html", "/report/", "/report/ride", "/download/..", "/api/walks/ride", "/walks",
    ] {
      #expect(Self.status(Self.head("GET", path)) == 404, "\(path)")
    }
  }

  @Test func changesNeedPost() {
    for order in Route.Order.allCases {
      for method in ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH"] {
        #expect(Self.status(Self.head(method, "/api/\(order.rawValue)")) == 405)
      }
      #expect(Self.status(Self.head("POST", "/api/\(order.rawValue)")) == 200)
    }
    for path in ["/", "/back", "/events", "/live.js", "/api/status"] {
      #expect(Self.status(Self.head("POST", path)) == 405, "\(path)")
    }
    // A request for the head alone must not start a program.
    for past in Route.Past.allCases {
      for method in ["POST", "HEAD", "DELETE"] {
        #expect(Self.status(Self.head(method, past.rawValue)) == 405, "\(past) \(method)")
      }
    }
  }

  // MARK: Tokens

  @Test func onlyPairedDevicesSeeTheCarrier() {
    for path in [
      "/", "/events", "/api/status", "/api/regions", "/api/why", "/back", "/api/walks",
      "/api/journal", "/report", "/download",
    ] {
      #expect(Self.status(Self.head("GET", path)) == 200, "\(path)")
      #expect(Self.status(Self.head("GET", path, token: Self.guest)) == 200, "\(path)")
      #expect(Self.status(Self.head("GET", path, token: nil)) == 401, "\(path)")
      #expect(Self.status(Self.head("GET", path, token: "")) == 401, "\(path)")
      let near = String(Self.key.dropLast()) + "0"
      #expect(Self.status(Self.head("GET", path, token: near)) == 401, "\(path)")
      let twice = Self.head("GET", path, [("Cookie", "picket=\(Self.key)")])
      #expect(Self.status(twice) == 401, "\(path)")
    }
    #expect(Self.status(Self.head("GET", "/page.css", token: nil)) == 200)
    #expect(Self.status(Self.head("POST", "/api/pair", token: nil)) == 200)
  }

  @Test func filesOfAPhoneNeedRightsAndTheirType() {
    let type = ("Content-Type", "application/octet-stream")
    for path in ["/api/import", "/api/ground", "/api/recording"] {
      #expect(Self.status(Self.head("POST", path, [type])) == 200)
      #expect(Self.status(Self.head("POST", path)) == 415)
      #expect(Self.status(Self.head("POST", path, token: Self.guest, [type])) == 403)
      #expect(Self.status(Self.head("POST", path, [type, ("Content-Length", "9999999")])) == 413)
      #expect(Self.status(Self.head("GET", path)) == 405)
      #expect(Self.status(Self.head("POST", path, [type, ("Origin", "http://a")])) == 403)
    }
    #expect(Self.status(Self.head("POST", "/api/edit", [type])) == 415)
    #expect(Self.status(Self.head("POST", "/api/name", token: Self.guest)) == 403)
    #expect(Self.status(Self.head("GET", "/regions", token: Self.guest)) == 200)
    #expect(Self.status(Self.head("GET", "/regions", token: nil)) == 401)
  }

  @Test func readOnlyDevicesSendNoOrders() {
    for order in Route.Order.allCases {
      let path = "/api/\(order.rawValue)"
      #expect(Self.status(Self.head("POST", path, token: Self.guest)) == 403)
      #expect(Self.status(Self.head("POST", path, token: nil)) == 401)
    }
  }

  @Test func rootOnThisBoardNeedsNoToken() {
    for address in ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"] {
      #expect(Self.status(Self.head("POST", "/api/mute", from: address, token: nil)) == 200)
    }
  }

  @Test func otherUsersOfTheBoardNeedTokens() {
    for (user, look, order) in [(UInt32(7), 200, 403), (33, 401, 401), (65_534, 401, 401)] {
      for address in ["127.0.0.1", "::1"] {
        let head = Self.head("GET", "/events", from: address, token: nil, user: user)
        #expect(Self.status(head) == look, "\(user)")
        let mute = Self.head("POST", "/api/mute", from: address, token: nil, user: user)
        #expect(Self.status(mute) == order, "\(user)")
        let paired = Self.head("POST", "/api/mute", from: address, user: user)
        #expect(Self.status(paired) == 200, "\(user)")
      }
    }
    #expect(Self.status(Self.head("GET", "/", from: "127.0.0.1", token: nil, user: nil)) == 401)
  }

  @Test func revokedCookieLeavesLocalUsersTheirRights() {
    let head = Self.head("GET", "/events", from: "127.0.0.1", token: "revoked")
    #expect(Self.status(head) == 200)
  }

  @Test func proxiedRequestsNeedAToken() {
    for name in [
      "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded",
      "X-Real-IP", "Via", "CF-Connecting-IP", "True-Client-IP", "X-Client-IP", "X-Varnish",
    ] {
      let head = Self.head("GET", "/events", from: "127.0.0.1", token: nil, [(name, "1.2.3.4")])
      #expect(Self.status(head) == 401, "\(name)")
    }
  }

  @Test func wrongTokensMakeAnAddressWait() {
    var guesses = Guesses()
    func status(_ token: String, from peer: String, at seconds: Double) -> Int {
      let head = Self.head("GET", "/events", from: peer, token: token)
      return Self.status(head, Self.rules, &guesses, at: seconds)
    }
    for number in 0..<Guesses.most {
      #expect(status("wrong\(number)", from: "192.168.4.66", at: 1) == 401)
    }
    #expect(status("wrong", from: "192.168.4.66", at: 2) == 429)
    // A paired device behind the same address is served.
    #expect(status(Self.key, from: "192.168.4.66", at: 2) == 200)
    #expect(status("wrong", from: "192.168.4.20", at: 2) == 401)
    #expect(status("wrong", from: "192.168.4.66", at: 62) == 401)
  }

  @Test func furtherAddressesShareOneLimit() {
    var guesses = Guesses()
    for number in 0..<2000 {
      guesses.count(from: IPAddress("fd00::\(String(number, radix: 16))"), at: Instant(.zero))
    }
    #expect(guesses.delay(for: IPAddress("fd00::ffff"), at: Instant(.seconds(1))) != nil)
    #expect(guesses.delay(for: IPAddress("fd00::1"), at: Instant(.seconds(1))) == nil)
    #expect(guesses.delay(for: IPAddress("fd00::ffff"), at: Instant(.seconds(61))) == nil)
  }

  @Test func pairedDeviceDoesNotWaitForOthers() {
    var guesses = Guesses()
    for number in 0..<2000 {
      guesses.count(from: IPAddress("fd00::\(String(number, radix: 16))"), at: Instant(.zero))
    }
    for (token, expected) in [(Self.key, 200), ("wrong", 429)] {
      let head = Self.head("GET", "/events", from: "fd00::ffff", token: token)
      let status = Self.status(head, Self.rules, &guesses, at: 1)
      #expect(status == expected, "\(token)")
    }
  }

  // MARK: Bodies

  @Test func bodiesHaveATypeAndALimit() {
    for (fields, status) in [
      ([("Content-Type", "application/json; charset=utf-8")], 200),
      ([("Content-Type", "text/plain")], 415), ([("Content-Type", "")], 415),
      ([("Content-Type", "application/x-www-form-urlencoded")], 415),
      ([("Content-Length", "4096")], 200), ([("Content-Length", "4097")], 413),
      ([("Content-Length", "1073741824")], 413), ([("Content-Length", "-1")], 411),
      ([("Content-Length", "99999999999999999999")], 411),
      ([("Transfer-Encoding", "chunked")], 411),
    ] {
      #expect(Self.status(Self.head("POST", "/api/mute", fields)) == status, "\(fields)")
    }
  }

  @Test func addressWithAZeroByteIsRefused() {
    #expect(IPAddress("::1") != nil)
    #expect(IPAddress("::1\0/") == nil)
    #expect(HostName("[::1\0/]:8642") == nil)
  }
}
