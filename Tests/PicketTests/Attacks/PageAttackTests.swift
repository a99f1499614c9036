import Foundation
import Glibc
import Testing

/// Hostile requests to a real page of a real run.
///
/// After each of them the controller is unchanged, and answers.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct PageAttackTests {
  /// A run, its page, and a check that both are unchanged.
  private struct Scene {
    let picket: PicketProcess
    let page: PageProcess

    init() async throws {
      picket = try PageTests.picket()
      page = try await PageProcess(picket)
      await eventually("the page watches") { [page] in page.log.contains("watching picket") }
    }

    func check(sourceLocation: SourceLocation = #_sourceLocation) async throws {
      #expect(page.isRunning, "\(page.log)", sourceLocation: sourceLocation)
      let talk = await ControlTalk(picket)
      let status = try talk.ask(#"{"do":"status"}"#)
      #expect(!status.flag("muted"), sourceLocation: sourceLocation)
      let journal = picket.text(of: "state/journal.1.jsonl")
      #expect(!journal.contains(#""event":"mark""#), sourceLocation: sourceLocation)
      #expect(!journal.contains("muted"), sourceLocation: sourceLocation)
    }

    /// Waits until the page serves this machine again.
    func checkServing(sourceLocation: SourceLocation = #_sourceLocation) async throws {
      await eventually("the page serves again", sourceLocation: sourceLocation) {
        (try? PageTalk.ask(page, "GET", "/page.css").status) == 200
      }
      try await check(sourceLocation: sourceLocation)
    }
  }

  @Test func foreignNamesAreRefused() async throws {
    let scene = try await Scene()
    for path in ["/", "/events", "/api/status", "/page.css"] {
      let host = ["Host": "evil.example:\(scene.page.port)"]
      #expect(try PageTalk.ask(scene.page, "GET", path, host).status == 421)
    }
    let host = ["Host": "evil.example"]
    #expect(try PageTalk.ask(scene.page, "POST", "/api/mute", host, body: "{}").status == 421)
    try await scene.check()
  }

  @Test func pagesOfOtherOriginsChangeNothing() async throws {
    let scene = try await Scene()
    for origin in ["http://evil.example", "null", "http://127.0.0.1", "https://127.0.0.1"] {
      let fields = ["Origin": origin]
      #expect(try PageTalk.ask(scene.page, "POST", "/api/mute", fields, body: "{}").status == 403)
      #expect(try PageTalk.ask(scene.page, "GET", "/events", fields).status == 403)
    }
    // The types that a form of another page can send without a preflight request.
    for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
      let fields = ["Content-Type": type]
      #expect(try PageTalk.ask(scene.page, "POST", "/api/mute", fields, body: "{}").status == 415)
    }
    #expect(try PageTalk.ask(scene.page, "OPTIONS", "/api/mute").status == 405)
    let answer = try PageTalk.ask(scene.page, "GET", "/api/status")
    #expect(answer.fields["access-control-allow-origin"] == nil)
    try await scene.check()
  }

  @Test func everyAnswerForbidsUnneededFeatures() async throws {
    let scene = try await Scene()
    for path in ["/", "/page.css", "/live.js", "/api/status", "/nothing"] {
      let fields = try PageTalk.ask(scene.page, "GET", path).fields
      let policy = try #require(fields["content-security-policy"])
      #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'; "))
      #expect(!policy.contains("unsafe"))
      #expect(fields["x-content-type-options"] == "nosniff")
      #expect(fields["cache-control"] == "no-store")
      #expect(fields["referrer-policy"] == "no-referrer")
    }
  }

  @Test func pathsNeverLeaveThePage() async throws {
    let scene = try await Scene()
    for path in [
      "/../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd",
      "/page.css/../../etc/passwd", "/page.css%00.html", "/.git/config", "/etc/picket/page.toml",
      "/\\..\\..", "/%c0%ae%c0%ae/", "/api/../../devices.jsonl", "/devices.jsonl",
    ] {
      let status = try PageTalk.ask(scene.page, "GET", path).status
      #expect(status == 404, "\(path)")
    }
    try await scene.check()
  }

  // Releases of libmicrohttpd before 1.0 end a value there, later ones refuse the request.
  @Test func zeroBytesInHeadersWidenNothing() async throws {
    let scene = try await Scene()
    let host = "127.0.0.1:\(scene.page.port)"
    for fields in [
      "Host: \(host)\u{0}.evil.example\r\nX: 1", "X: a\u{0}b\r\nHost: \(host)",
      "Host: \(host)\r\nX: a\u{0}\u{0}b\r\nY: 1", "Host: \(host)\r\nX\u{0}Y: 1",
    ] {
      let talk = PageTalk(scene.page)
      #expect(talk.connect())
      talk.send("GET /page.css HTTP/1.1\r\n\(fields)\r\n\r\n")
      let status = talk.head()?.0
      #expect(status.map { [200, 400].contains($0) } ?? talk.hasEnded, "\(fields)")
    }
    let talk = PageTalk(scene.page)
    #expect(talk.connect())
    talk.send("GET /page.css HTTP/1.1\r\nHost: evil.example\u{0}\(host)\r\n\r\n")
    let status = talk.head()?.0
    #expect(status.map { [400, 421].contains($0) } ?? talk.hasEnded)
    // Releases from 1.0 on refuse lines that end without a carriage return.
    for (fields, statuses) in [
      ("Host: \(host)\r\nX:  a \t\r\nY:\r\nZ: 1", [200]),
      ("Host: \(host)\nX: 1\nY: 2", [200, 400]),
    ] {
      let talk = PageTalk(scene.page)
      #expect(talk.connect())
      talk.send("GET /page.css HTTP/1.1\r\n\(fields)\r\n\r\n")
      #expect(talk.head().map { statuses.contains($0.0) } == true, "\(fields)")
    }
    try await scene.check()
  }

  @Test func endlessBodiesAreNotRead() async throws {
    let scene = try await Scene()
    let before = scene.page.memory
    for length in ["1073741824", "99999999999999999999", "-1", "0x10", "4097"] {
      let talk = PageTalk(scene.page)
      #expect(talk.connect())
      talk.request("POST", "/api/mark", ["Content-Length": length], body: #"{"text":"x"}"#)
      let status = talk.answer()?.status
      #expect(status.map { [400, 411, 413].contains($0) } ?? talk.hasEnded, "\(length)")
      // The page does not read the rest.
      let part = String(repeating: "x", count: 1 << 20)
      var sent = 0
      for _ in 0..<64 {
        let count = talk.send(part)
        sent += count
        guard count == part.utf8.count else { break }
      }
      #expect(sent < 64 << 20, "\(length): it read \(sent) bytes")
    }
    let talk = PageTalk(scene.page)
    #expect(talk.connect())
    talk.request(
      "POST", "/api/mark",
      ["Transfer-Encoding": "chunked", "Content-Type": "application/json"])
    #expect([400, 411].contains(talk.answer()?.status))
    #expect(scene.page.memory - before < 4000)
    try await scene.checkServing()
  }

  @Test func endlessHeadsAreNotRead() async throws {
    let scene = try await Scene()
    for head in [
      "GET /\(String(repeating: "a", count: 1 << 20)) HTTP/1.1\r\n",
      "GET / HTTP/1.1\r\nX: \(String(repeating: "a", count: 1 << 20))\r\n",
      "GET / HTTP/1.1\r\n" + String(repeating: "X: 1\r\n", count: 1 << 17),
      String(repeating: "\r\n", count: 1 << 19), String(repeating: "\u{0}", count: 1 << 20),
    ] {
      let talk = PageTalk(scene.page)
      #expect(talk.connect())
      talk.send(head)
      let status = talk.head()?.0
      #expect(status.map { 400..<500 ~= $0 } ?? talk.hasEnded, "\(head.prefix(20))")
    }
    try await scene.checkServing()
  }

  @Test func slowRequestsLoseTheirPlace() async throws {
    let scene = try await Scene()
    let slow = (0..<40).map { _ in PageTalk(scene.page) }
    for talk in slow { talk.connect(within: 0.02) }
    for talk in slow { talk.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(scene.page.port)\r\nX: ") }
    // A byte now and then is not enough to keep a place.
    let end = ContinuousClock.now.advanced(by: .seconds(40))
    var isServed = false
    while !isServed, ContinuousClock.now < end {
      for talk in slow { talk.send("a") }
      let talk = PageTalk(scene.page)
      if talk.connect(within: 1) {
        talk.request("GET", "/page.css")
        isServed = talk.answer()?.status == 200
      }
      if !isServed { usleep(200_000) }
    }
    #expect(isServed)
    try await scene.check()
  }

  @Test func tenThousandConnectionsAreBounded() async throws {
    let scene = try await Scene()
    let before = scene.page.memory
    var open: [PageTalk] = []
    for _ in 0..<10_000 {
      let talk = PageTalk(scene.page)
      talk.connect(within: 0.01)
      open.append(talk)
      if open.count == 200 {
        #expect(scene.page.descriptors < 100)
        open = []
      }
    }
    open = []
    // The address sanitizer keeps up to 256 MB of freed memory.
    #expect(scene.page.memory - before < (PicketProcess.isSanitized ? 300_000 : 8000))
    try await scene.checkServing()
    await eventually("it has closed them") { scene.page.descriptors < 40 }
  }

  @Test func watchersHaveALimit() async throws {
    let scene = try await Scene()
    let tokens = try (0..<25).map { _ in try scene.page.pair() }
    let phones = (0..<24).map { _ in PageTalk(scene.page) }
    for (phone, token) in zip(phones, tokens) {
      #expect(phone.connect())
      #expect(phone.stream("/events", ["Cookie": "picket=\(token)"]) == 200)
    }
    let cookie = ["Cookie": "picket=\(tokens[24])"]
    #expect(try PageTalk.ask(scene.page, "GET", "/events", cookie).status == 503)
    #expect(try PageTalk.ask(scene.page, "POST", "/api/unmute", body: "{}").status == 200)
    // None of them reads, and the first one still gets its messages.
    #expect(phones[0].message("status") != nil)
    try await scene.check()
  }

  @Test func answeredRequestsLeaveTheirPlaces() async throws {
    let scene = try await Scene()
    let before = scene.page.descriptors
    for _ in 0..<100 { #expect(try PageTalk.ask(scene.page, "GET", "/api/status").status == 200) }
    #expect(scene.page.descriptors < before + 10)
    try await scene.check()
  }

  @Test func guessedTokensMakeTheGuesserWait() async throws {
    let scene = try await Scene()
    let away = ["X-Forwarded-For": "192.168.4.20"]
    var statuses: [Int] = []
    for number in 0..<20 {
      let token = String(repeating: "0", count: 38) + String(10 + number)
      let fields = away.merging(["Cookie": "picket=\(token)"]) { $1 }
      statuses.append(try PageTalk.ask(scene.page, "GET", "/api/status", fields).status)
    }
    #expect(statuses == Array(repeating: 401, count: 10) + Array(repeating: 429, count: 10))
    // This board itself is still served.
    #expect(try PageTalk.ask(scene.page, "GET", "/api/status").status == 200)
    try await scene.check()
  }

  @Test func requestBehindAnotherIsCheckedAlone() async throws {
    let scene = try await Scene()
    let talk = PageTalk(scene.page)
    #expect(talk.connect())
    // The second request is at the place that the first one's body would have without its length.
    talk.send(
      """
      POST /api/unmute HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r
      Content-Length: 2\r\n\r\n{}POST /api/mute HTTP/1.1\r\nHost: evil.example\r
      Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}
      """)
    #expect(talk.answer()?.status == 200)
    #expect(talk.answer()?.status == 421)
    let both = PageTalk(scene.page)
    #expect(both.connect())
    both.send(
      """
      POST /api/mute HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r
      Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n
      """)
    #expect(both.answer()?.status != 200)
    try await scene.check()
  }

  @Test func damagedRequestsChangeNothing() async throws {
    let scene = try await Scene()
    var chance = SeededGenerator(seed: 7)
    let requests = [
      "GET /api/status HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: picket=x; a=b\r\n\r\n",
      "GET /events?last=17.2 HTTP/1.1\r\nHost: [::1]:1\r\nLast-Event-ID: 5\r\n\r\n",
      """
      POST /api/mark HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r
      Content-Type: application/json\r\nContent-Length: 11\r\n\r\n{"text":""}
      """,
      "GET /api/why?region=%41&last=9 HTTP/1.0\r\nHost: localhost\r\n\r\n",
    ].map { Array($0.utf8) }
    for _ in 0..<3000 {
      var bytes = requests.randomElement(using: &chance) ?? []
      for _ in 0..<Int.random(in: 1...8, using: &chance) {
        let place = Int.random(in: 0..<bytes.count, using: &chance)
        switch Int.random(in: 0..<4, using: &chance) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &chance)
        case 1: bytes.insert(contentsOf: [0x0d, 0x0a], at: place)
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + 5))
        default: bytes.insert(contentsOf: bytes[place...].prefix(40), at: place)
        }
        if bytes.isEmpty { bytes = [0] }
      }
      let talk = PageTalk(scene.page)
      guard talk.connect(within: 5) else { continue }
      talk.send(bytes)
      talk.finish()
    }
    try await scene.checkServing()
  }

  @Test func controllerSurvivesAKilledPage() async throws {
    let gpsd = FakeGPSD()
    let picket = try PageTests.picket(port: gpsd.port)
    await gpsd.accept()
    let page = try await PageProcess(picket)
    let phone = PageTalk(page)
    #expect(phone.connect())
    #expect(phone.stream() == 200)
    for epoch in Epoch.ride.prefix(20) { gpsd.report(epoch) }
    page.send(SIGSTOP)
    for epoch in Epoch.ride.dropFirst(20) { gpsd.report(epoch) }
    await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
    page.end(SIGKILL)
    #expect(picket.end().status == 0)
  }
}
