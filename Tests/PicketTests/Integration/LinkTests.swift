import Base
import Foundation
import Glibc
import Records
import Testing

/// Events to a real mosquitto, by a real picket-link.
@Suite(.timeLimit(.minutes(20)))
struct LinkTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func event(_ number: Int) -> String {
    #"{"seq":\#(number),"event":"\#(number % 2 == 0 ? "exit" : "enter")","region":"gate","#
      + #""time":"2026-06-03T09:14:31.000Z","lat":51.5,"lon":-0.142,"eph":4.1}"#
  }

  private func add(_ numbers: ClosedRange<Int>) throws {
    var journal = Journal(directory: "\(folder.path)/state", size: 4_000_000, next: 1)
    for number in numbers { try journal.add(Self.event(number), sequence: number) }
  }

  private func cursor() throws -> Int? {
    let bytes = try? OpenFile("\(folder.path)/link/cursor", O_RDONLY).contents(limit: 1000)
    return try bytes.map { try Cursor(line: $0).sequence }
  }

  // MARK: Events

  @Test func everyEventComesInOrder() async throws {
    try add(1...60)
    let broker = try await TestBroker(in: folder)
    let link = try LinkProcess(port: broker.port, in: folder)
    await eventually("all have come") { broker.numbers().count == 60 }
    #expect(broker.numbers() == Array(1...60))
    #expect(
      broker.texts(of: "picket/b/event").first
        == Self.event(1).dropLast() + #","board":"b"}"#)
    try add(61...61)
    await eventually(within: 10, "the new one comes") { broker.numbers().last == 61 }
    await eventually("the cursor is written") { (try? cursor()) == 61 }
    #expect(link.end().status == 0)
  }

  @Test(arguments: [
    ("retain_available false", "keeps no retained messages (0x9a)"),
    ("max_qos 0", "has no QoS 1 (0x9b)"),
    ("retain_available false\nmax_qos 0", "until it changes, and it has no QoS 1 (0x9b)"),
  ])
  func limitedBrokerHasAllEvents(settings: String, words: String) async throws {
    try add(1...60)
    let broker = try await TestBroker(
      "allow_anonymous true\n\(settings)", in: folder, subscriber: ["-q", "0"])
    let link = try LinkProcess(port: broker.port, in: folder)
    await eventually(within: 20, "all have come") { broker.numbers().count == 60 }
    #expect(broker.numbers() == Array(1...60))
    #expect(broker.texts(of: "picket/b/online") == ["online"])
    #expect(link.log.components(separatedBy: words).count == 2)
    #expect(!link.log.contains("is not published"))
    #expect(try link.statusCommand().output.contains(words))
    broker.end()
    try await broker.start()
    try add(61...61)
    await eventually(within: 20, "the cursor is written") { (try? cursor()) == 61 }
    #expect(link.log.components(separatedBy: words).count == 2)
    #expect(link.end().status == 0)
  }

  @Test func restartContinuesBehindTheCursor() async throws {
    try add(1...5)
    let broker = try await TestBroker(in: folder)
    let first = try LinkProcess(port: broker.port, in: folder)
    await eventually("the cursor is written") { (try? cursor()) == 5 }
    first.end()
    try add(6...8)
    let second = try LinkProcess(port: broker.port, in: folder)
    await eventually("the others come") { broker.numbers().last == 8 }
    #expect(broker.numbers() == Array(1...8))
    second.end()
  }

  @Test func missingBrokerIsAwaited() async throws {
    try add(1...3)
    let broker = try await TestBroker(in: folder, subscriber: nil, isStarted: false)
    let link = try LinkProcess(port: broker.port, in: folder)
    await eventually("it reports that") { link.log.contains("Connection refused; trying again in") }
    let (output, status) = try link.statusCommand()
    #expect(status == 1)
    #expect(output.hasPrefix("not connected to 127.0.0.1:\(broker.port)\nlast error: 127.0.0.1"))
    try await broker.start()
    await eventually("it connects") { link.log.contains("connected to 127.0.0.1") }
    await eventually("the cursor is written") { (try? cursor()) == 3 }
    // The same reason is not logged again.
    #expect(link.count(of: "Connection refused") == 1)
    await eventually("its status is fine") { (try? link.statusCommand().status) == 0 }
  }

  @Test func forbiddenEventsHoldTheCursor() async throws {
    try add(1...30)
    let rules = try folder.write(
      "topic read #\ntopic write picket/b/online\ntopic write probe/#\n", to: "acl")
    let broker = try await TestBroker("allow_anonymous true\nacl_file \(rules)", in: folder)
    let link = try LinkProcess(port: broker.port, in: folder)
    await eventually("it reports that") {
      link.log.contains("event 1 (enter gate) is not published")
    }
    #expect(link.log.contains("the broker does not let this board publish there (0x87)"))
    #expect(try cursor() ?? 0 == 0)
    #expect(try link.statusCommand().status == 1)
    _ = try folder.write("topic readwrite #\n", to: "acl")
    broker.send(SIGHUP)
    await eventually("all come") { broker.numbers().count >= 30 }
    #expect(broker.numbers() == Array(1...30))
    await eventually("the cursor is written") { (try? cursor()) == 30 }
    #expect(link.count(of: "is not published: the broker does not let") >= 1)
    #expect(link.count(of: "event 1 (enter gate) is not published") == 1)
    #expect(link.log.contains("the broker accepts events again"))
    await eventually("its state comes, too") { !broker.texts(of: "picket/b/status").isEmpty }
  }

  @Test func killedLinkRepeatsOnlyItsLastEvents() async throws {
    try add(1...3)
    let broker = try await TestBroker(in: folder)
    var link = try LinkProcess(port: broker.port, in: folder)
    var last = 3
    for _ in 0..<5 {
      await eventually("the last one comes") { broker.numbers().last == last }
      try add((last + 1)...(last + 7))
      last += 7
      link.end(SIGKILL)
      link = try LinkProcess(port: broker.port, in: folder)
    }
    await eventually("the last one comes") { broker.numbers().last == last }
    let numbers = broker.numbers()
    #expect(Set(numbers) == Set(1...last))
    // After a repeated event the later ones follow in order: no event is new before its turn.
    var newest = 0
    for number in numbers {
      #expect(number <= newest + 1)
      newest = max(newest, number)
    }
  }

  @Test func tornCursorSendsEverythingAgain() async throws {
    try add(1...4)
    let broker = try await TestBroker(in: folder)
    let first = try LinkProcess(port: broker.port, in: folder)
    await eventually("the cursor is written") { (try? cursor()) == 4 }
    first.end()
    let whole = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/link/cursor"))
    _ = try folder.write(whole.prefix(whole.count / 2), to: "link/cursor")
    let second = try LinkProcess(port: broker.port, in: folder)
    await eventually("they come again") { broker.numbers().count == 8 }
    #expect(broker.numbers() == Array(1...4) + Array(1...4))
    #expect(second.log.contains("sending every event of the journal again"))
    let aside = "\(folder.path)/link/cursor.unreadable-1"
    #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == whole.prefix(whole.count / 2))
  }

  @Test func linkMayBeginNowWithoutACursor() async throws {
    try add(1...4)
    let broker = try await TestBroker(in: folder)
    let link = try LinkProcess(port: broker.port, link: #"from = "now""#, in: folder)
    await eventually("it begins") { (try? cursor()) == 4 }
    try add(5...5)
    await eventually("the new one comes") { broker.numbers() == [5] }
    link.end()
  }

  @Test func secondLinkIsRefused() async throws {
    let broker = try await TestBroker(in: folder, subscriber: nil)
    let first = try LinkProcess(port: broker.port, in: folder)
    await eventually("it is connected") { first.log.contains("connected to") }
    let second = try LinkProcess(port: broker.port, in: folder)
    #expect(second.status() == 69)
    #expect(second.log.contains("is held by another picket-link"))
  }

  // MARK: Online

  @Test func brokerShowsWhetherTheBoardIsOnline() async throws {
    let broker = try await TestBroker(in: folder)
    var link = try LinkProcess(port: broker.port, in: folder)
    await eventually("it is online") { broker.texts(of: "picket/b/online") == ["online"] }
    link.end(SIGKILL)
    await eventually("it is offline") {
      broker.texts(of: "picket/b/online") == ["online", "offline"]
    }
    link = try LinkProcess(port: broker.port, in: folder)
    await eventually("it is online again") { broker.texts(of: "picket/b/online").count == 3 }
    #expect(link.end().status == 0)
    await eventually("it has said goodbye") {
      broker.texts(of: "picket/b/online").last == "offline"
    }
    #expect(broker.texts(of: "picket/b/online").count == 4)
  }

  @Test(arguments: BlackHole.Kind.allCases)
  func brokerThatNeverAnswersDelaysNothing(_ kind: BlackHole.Kind) async throws {
    let hole = BlackHole(kind)
    let link = try LinkProcess(port: hole.port, in: folder)
    await eventually("it answers") {
      (try? link.statusCommand().output.hasPrefix("not connected")) == true
    }
    let (status, seconds) = link.end()
    #expect(status == 0)
    #expect(seconds < 3)
    withExtendedLifetime(hole) {}
  }

  /// An unknown property in a CONNACK, which libmosquitto 2.0.11 does not survive; later ones may.
  @Test func libraryThatEndsTheLinkIsNamed() async throws {
    let listener = socket(AF_INET, SocketKind.stream, 0)
    defer { close(listener) }
    let port = Port.bind(listener, to: 0)
    #expect(listen(listener, 8) == 0)
    // A backtrace that Swift prints would take its place.
    let link = try LinkProcess(
      port: port, in: folder, environment: ["SWIFT_BACKTRACE": "enable=no"])
    let client = accept(listener, nil, nil)
    defer { close(client) }
    var connect = [UInt8](repeating: 0, count: 1000)
    #expect(read(client, &connect, connect.count) > 0)
    let answer: [UInt8] = [0x20, 5, 0, 0, 2, 0x7f, 0]
    #expect(write(client, answer, answer.count) == answer.count)
    await eventually("the link has noticed it") {
      !link.isRunning || link.log.contains("trying again")
    }
    guard !link.isRunning else { return }
    #expect(link.status() == SIGABRT)
    #expect(link.log.contains("picket-link: ended by SIGABRT; if"), "\(link.log)")
    #expect(link.log.contains("log__printf"), "\(link.log)")
  }

  // MARK: The controller

  @Test func presentStateDoesNotWaitForTheJournal() async throws {
    try add(1...3000)
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), in: folder)
    try await gpsd.accept(from: picket)
    let broker = try await TestBroker(in: folder)
    let link = try LinkProcess(port: broker.port, in: folder)
    await eventually("all have come") { broker.numbers().count == 3000 }
    let topics = broker.received.map { String($0.prefix { $0 != " " }) }
    let region = try #require(topics.firstIndex(of: "picket/b/region/ring"))
    let before = topics[..<region].filter { $0 == "picket/b/event" }
    #expect(before.count < 1500)
    link.end()
  }

  @Test func regionsAndStateAreRetained() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), in: folder)
    try await gpsd.accept(from: picket)
    let broker = try await TestBroker(in: folder)
    let link = try LinkProcess(
      port: broker.port, link: "home_assistant = true", in: folder)
    await eventually("the state comes") {
      broker.texts(of: "picket/b/status").last?.contains(#""watched":"#) == true
    }
    await eventually("the regions come") {
      broker.received.contains { $0.contains("/region/ring ") }
    }
    let region = try #require(broker.texts(of: "picket/b/region/ring").last)
    #expect(region == #"{"board":"b","region":"ring","state":"unknown"}"#)
    let status = try #require(broker.texts(of: "picket/b/status").last)
    #expect(field("configuration", of: status)?.count == 16)
    #expect(status.contains(#""picket":"#) && status.contains(#""picket-link":"#))
    await eventually("Home Assistant is told") {
      broker.received.contains {
        $0.hasPrefix("homeassistant/binary_sensor/picket_picket_2f_b/region_ring/config ")
      }
    }
    link.end()
  }
}
