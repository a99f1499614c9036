import Base
import Foundation
import Glibc
import Records
import Synchronization
import Testing

/// Several phones at a real page of a real run: none crowds out the others.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct PagePhonesTests: @unchecked Sendable {
  private let picket: PicketProcess
  private let page: PageProcess

  init() async throws {
    picket = try PageTests.picket()
    page = try await PageProcess(picket)
    await eventually("the page watches") { [page] in page.log.contains("watching picket") }
  }

  private static func cookie(_ token: String) -> [String: String] { ["Cookie": "picket=\(token)"] }

  /// Does work for each token on a thread of its own.
  private static func together(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
    let threads = DispatchGroup()
    for number in 0..<count {
      threads.enter()
      Thread.detachNewThread {
        work(number)
        threads.leave()
      }
    }
    threads.wait()
  }

  @Test func tenPhonesLoadAtTheSameMoment() throws {
    let tokens = try (0..<10).map { _ in try page.pair() }
    let statuses = Locked<[Int: Int]>([:])
    let port = page.port
    Self.together(60) { number in
      let fields = Self.cookie(tokens[number % 10])
      let path = ["regions", "fleet", "settings", "map", "status", "why?region=ring"][number / 10]
      // A browser has six connections, which stay.
      let talk = PageTalk(port: port)
      guard talk.connect(from: 0x7f00_0001 + UInt32(number % 10)) else { return }
      for _ in 0..<4 {
        talk.request("GET", "/api/\(path)", fields)
        let status = talk.answer()?.status
        statuses.withLock { $0[status ?? 0, default: 0] += 1 }
      }
    }
    #expect(statuses.withLock { $0 } == [200: 240])
    #expect(picket.end().status == 0)
  }

  /// Ten phones load again at the same moment after each change, and give an order.
  @Test func everyPhoneHasEachChangeAndEachOrderIsQuick() throws {
    let tokens = try (0..<10).map { _ in try page.pair() }
    let port = page.port
    let missing = Locked<[String]>([])
    let waits = Locked<[Double]>([])
    for round in 0..<8 {
      let owner = PageTalk(port: port)
      #expect(owner.connect())
      owner.request("GET", "/api/regions", Self.cookie(tokens[0]))
      let tag = try #require(owner.answer()?.fields["etag"]).filter { $0 != "\"" }
      let region = feature("Point", "[15,\(48 + round)]", #""radius":50"#, id: "\"r\(round)\"")
      owner.request(
        "POST", "/api/edit", Self.cookie(tokens[round]),
        body: #"{"base":"\#(tag)","put":[\#(region)]}"#)
      #expect(owner.answer()?.body.contains(#""applied":true"#) == true)
      Self.together(10) { number in
        let talk = PageTalk(port: port)
        guard talk.connect(from: 0x7f00_0001 + UInt32(number)) else { return }
        let fields = Self.cookie(tokens[number])
        for path in ["regions", "fleet", "settings", "map"] {
          talk.request("GET", "/api/\(path)", fields)
          let answer = talk.answer()
          guard answer?.status == 200,
            path != "regions" || answer?.body.contains("\"r\(round)\"") == true
          else {
            missing.withLock { $0.append("\(path) of \(number): \(answer?.status ?? 0)") }
            continue
          }
        }
        let start = ContinuousClock.now
        talk.request("POST", "/api/\(number % 2 == 0 ? "mute" : "unmute")", fields, body: "{}")
        let status = talk.answer()?.status
        if status != 200 { missing.withLock { $0.append("order of \(number): \(status ?? 0)") } }
        waits.withLock { $0.append((ContinuousClock.now - start) / .seconds(1)) }
      }
    }
    #expect(missing.withLock { $0 } == [])
    let slowest = waits.withLock { $0.max() } ?? 0
    #expect(slowest < 2, "\(slowest) s")
    print("ten phones: the slowest order needed \(slowest) s")
    #expect(picket.end().status == 0)
  }

  @Test func phoneThatMayLookKeepsNobodyFromMuting() throws {
    let (guest, owner) = (try page.pair("--read-only"), try page.pair())
    let isOver = Atomic(false)
    let port = page.port
    let waits = Locked<[Double]>([])
    let statuses = Locked<Set<Int>>([])
    Self.together(21) { number in
      guard number == 20 else {
        while !isOver.load(ordering: .relaxed) {
          let path = "/api/why?region=ring&last=\(600 + number)"
          _ = PageTalk.ask(port, "GET", path, Self.cookie(guest))
        }
        return
      }
      for order in 0..<20 {
        let start = ContinuousClock.now
        let answer = PageTalk.ask(
          port, "POST", "/api/\(order % 2 == 0 ? "mute" : "unmute")", Self.cookie(owner),
          body: "{}")
        waits.withLock { $0.append((ContinuousClock.now - start) / .seconds(1)) }
        _ = statuses.withLock { $0.insert(answer?.status ?? 0) }
      }
      isOver.store(true, ordering: .relaxed)
    }
    #expect(statuses.withLock { $0 } == [200])
    let slowest = waits.withLock { $0.max() } ?? 0
    #expect(slowest < 2, "\(slowest) s")
    #expect(picket.end().status == 0)
  }

  @Test func tapsOfOnePhoneLeaveAnotherItsOrders() throws {
    let (one, other) = (try page.pair(), try page.pair())
    func mark(_ token: String) throws -> Int {
      try PageTalk.ask(page, "POST", "/api/mark", Self.cookie(token), body: #"{"text":"x"}"#).status
    }
    let statuses = try Set((0..<70).map { _ in try mark(one) })
    #expect(statuses == [200, 409])
    #expect(try mark(other) == 200)
    #expect(picket.end().status == 0)
  }

  @Test func longMarksDoNotTurnTheJournalOver() throws {
    let token = try page.pair()
    let text = String(repeating: "x", count: 1000)
    var kept = 0
    // The other budget is of 60 at once.
    let body = #"{"text":"\#(text)"}"#
    for _ in 0..<60 {
      let answer = try PageTalk.ask(page, "POST", "/api/mark", Self.cookie(token), body: body)
      if answer.status == 200 { kept += 1 }
    }
    #expect((40..<60).contains(kept))
    #expect(picket.end().status == 0)
  }

  @Test func streamsOfOnePhoneLeaveRoomForOthers() throws {
    let (guest, owner) = (try page.pair("--read-only"), try page.pair())
    let streams = (0..<30).map { _ in PageTalk(page) }
    for stream in streams {
      #expect(stream.connect())
      #expect(stream.stream("/events", Self.cookie(guest)) == 200)
    }
    // Its first ones end; the browser connects again a minute later.
    #expect(streams[0].waitForEnd())
    let phone = PageTalk(page)
    #expect(phone.connect())
    #expect(phone.stream("/events", Self.cookie(owner)) == 200)
    #expect(phone.message("status") != nil)
    #expect(picket.end().status == 0)
  }

  @Test func programsOfTheBoardMayNeedATokenToo() async throws {
    let strict = try await PageProcess(picket, settings: "local = false")
    let token = try strict.pair()
    func status(_ path: String, _ page: PageProcess, _ fields: [String: String] = [:]) throws -> Int
    {
      try PageTalk.ask(page, "GET", path, fields).status
    }
    #expect(try status("/api/regions", page) == 200)
    #expect(try status("/api/regions", strict) == 401)
    #expect(try status("/api/regions", strict, Self.cookie(token)) == 200)
    let order = try PageTalk.ask(strict, "POST", "/api/mute", body: "{}")
    #expect(order.status == 401)
    #expect(picket.end().status == 0)
  }

  /// Many corners are read and drawn once, and again only after a change.
  @Test func drawnBandsAreKept() async throws {
    // The bands of 400 corners take 6 s to draw without optimization, those of 160 one.
    let corners = (0..<160).map { number in
      let angle = 2 * Double.pi * Double(number) / 160
      let width = 1 + 0.02 * sin(40 * angle)
      return "[\(15 + 0.05 * cos(angle) * width),\(47 + 0.035 * sin(angle) * width)]"
    }
    let bands = (1...2).map {
      #",{"type":"Feature","id":"b\#($0)","properties":{"border":"field","offset":\#(5 * $0)},"geometry":null}"#
    }
    let field = feature(
      "Polygon", "[[\(corners.joined(separator: ",")),\(corners[0])]]", "", id: "\"field\"")
    let run = try PicketProcess(
      port: 1,
      regions: "{\"type\":\"FeatureCollection\",\"features\":[\(field)\(bands.joined())]}")
    let page = try await PageProcess(run)
    func outlines() throws -> (body: String, seconds: Double) {
      let start = ContinuousClock.now
      let answer = try PageTalk.ask(page, "GET", "/api/outlines")
      #expect(answer.status == 200)
      return (answer.body, (ContinuousClock.now - start) / .seconds(1))
    }
    let (first, second) = (try outlines(), try outlines())
    #expect(first.body == second.body)
    #expect(first.body.components(separatedBy: "Polygon\"").count == 3)
    #expect(second.seconds < first.seconds / 4, "\(first.seconds) s, then \(second.seconds) s")
    #expect(run.end().status == 0)
  }

  // MARK: Files

  private func send(_ file: [UInt8], name: String = "a.kml") throws -> PageTalk.Answer? {
    let talk = PageTalk(page)
    #expect(talk.connect())
    talk.send(Array(Self.head(page.port, file.count, name).utf8) + file)
    return talk.answer()
  }

  private static func head(_ port: Int, _ count: Int, _ name: String = "a.kml") -> String {
    "POST /api/import?name=\(name) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
      + "Content-Type: application/octet-stream\r\nContent-Length: \(count)\r\n\r\n"
  }

  @Test(.limited) func fileOfAPhoneIsReadByAnotherProgram() throws {
    let kml =
      "<kml><Placemark><name>Gate</name><Point><coordinates>15,47</coordinates></Point></Placemark></kml>"
    let answer = try #require(try send(Array(kml.utf8)))
    #expect(answer.status == 200)
    #expect(answer.body.contains(#""id":"gate""#), "\(answer.body)")
    let bad = try #require(try send(Array("hello".utf8), name: "x.txt"))
    #expect(bad.status == 400)
    #expect(bad.body.contains("x.txt: this is neither GeoJSON nor XML"), "\(bad.body)")
    #expect(page.children == 0)
    #expect(picket.end().status == 0)
  }

  @Test func fileThatNeedsTooMuchEndsAlone() throws {
    // 8 MB of small values, which need some hundred megabytes.
    let values = String(repeating: "[1],", count: 1_900_000)
    let folder = try TemporaryFolder()
    let packed = try Self.gzip(try folder.write("{\"a\":[\(values)1]}", to: "a.json"))
    let before = page.memory
    let start = ContinuousClock.now
    let answer = try #require(try send(packed, name: "a.json"))
    #expect(answer.status == 413)
    #expect(answer.body.contains("use picket regions at a desk"), "\(answer.body)")
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(page.memory < before + 40_000)
    #expect(page.isRunning)
    #expect(picket.end().status == 0)
  }

  private static func gzip(_ path: String) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/gzip")
    process.arguments = [path]
    try process.run()
    process.waitUntilExit()
    return Array(try Data(contentsOf: URL(fileURLWithPath: path + ".gz")))
  }

  @Test(.limited) func oneFileIsReceivedAtATime() async throws {
    let first = PageTalk(page)
    #expect(first.connect())
    // Its body does not come.
    first.send(Self.head(page.port, 100))
    await eventually("the second is refused before its body") {
      let second = PageTalk(page)
      guard second.connect() else { return false }
      second.send(Self.head(page.port, 100))
      let answer = second.answer()
      return answer?.status == 503 && answer?.fields["retry-after"] != nil
    }
    first.send(String(repeating: " ", count: 100))
    #expect(first.answer()?.status == 400)
    #expect(try send(Array("hello".utf8))?.status == 400)
    #expect(picket.end().status == 0)
  }

  @Test(.limited) func workEndsWithItsConnection() async throws {
    // A line that crosses itself at each step, which costs seconds.
    let corners = (0..<60_000).map {
      "\($0 % 2 == 0 ? 10.0 : 10.5),\(50 + Double($0 * 7919 % 60_000) / 1e6)"
    }
    let kml =
      "<kml><Placemark><name>a</name><Polygon><outerBoundaryIs><LinearRing><coordinates>"
      + (corners + [corners[0]]).joined(separator: " ")
      + "</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>"
    var talk: PageTalk? = PageTalk(page)
    #expect(talk?.connect() == true)
    talk?.send(Array(Self.head(page.port, kml.utf8.count).utf8) + Array(kml.utf8))
    await eventually("it is read") { page.children == 1 }
    talk = nil
    let start = ContinuousClock.now
    await eventually("it is not read any more") { page.children == 0 }
    #expect(ContinuousClock.now - start < .seconds(9))
    #expect(try send(Array("hello".utf8))?.status == 400)
    #expect(picket.end().status == 0)
  }
}
