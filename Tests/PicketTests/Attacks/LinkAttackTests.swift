import Foundation
import Geofence
import Glibc
@testable import PicketLink
import Records
import Testing

/// Messages that are too large, and another board of the same name, at a real broker.
@Suite(.timeLimit(.minutes(2)))
struct LinkAttackTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func event(_ number: Int, _ region: String, _ note: String = "") -> String {
    let note = note.isEmpty ? "" : #""note":"\#(note)","#
    return #"{"seq":\#(number),"event":"enter","region":"\#(region)",\#(note)"#
      + #""time":"2026-06-03T09:14:31.000Z","lat":51.5,"lon":-0.142,"eph":4.1}"#
  }

  @Test func hugeRetainedMessageIsNotReceived() async throws {
    let broker = try await TestBroker(in: folder, subscriber: nil)
    let huge = try folder.write(String(repeating: "x", count: 40 << 20), to: "huge")
    let published = try ProgramOutput(
      "/usr/bin/mosquitto_pub",
      ["-p", "\(broker.port)", "-V", "5", "-q", "1", "-r", "-t", "picket/b/region/x", "-f", huge])
    try #require(published.status == 0, "\(published.errors)")
    let link = try LinkProcess(port: broker.port, in: folder)
    await eventually("it is connected") { link.log.contains("connected to") }
    // A message behind the huge one arrives.
    try broker.publish(#"{"link":"other"}"#, to: "picket/b/session")
    await eventually("it has read on") { link.log.contains("another picket-link has the name") }
    #expect(link.mostMemory < (PicketProcess.isSanitized ? 400_000 : 70_000))
    #expect(link.end().status == 0)
  }

  @Test func tooLargeEventBlocksNothing() async throws {
    var journal = Journal(directory: "\(folder.path)/state", size: 4_000_000, next: 1)
    let (long, longer) = (String(repeating: "n", count: 3000), String(repeating: "r", count: 3000))
    for (number, line) in [
      Self.event(1, "gate"), Self.event(2, "gate", long), Self.event(3, "gate"),
      Self.event(4, longer, long), Self.event(5, "gate"),
    ].enumerated() {
      try journal.add(line, sequence: number + 1)
    }
    let broker = try await TestBroker("allow_anonymous true\nmax_packet_size 2000", in: folder)
    let link = try LinkProcess(port: broker.port, in: folder)
    await eventually("the last one has come") { broker.numbers().last == 5 }
    // What is sent again has its number, and comes before what follows.
    #expect(Array(Set(broker.numbers())).sorted() == [1, 2, 3, 5])
    let short = try #require(broker.texts(of: "picket/b/event").first { $0.contains(#""seq":2"#) })
    #expect(short.contains(#""noteLeftOut":true"#))
    #expect(!short.contains("nnn"))
    #expect(link.count(of: "event 2 (enter gate) is sent without its note") == 1)
    #expect(link.count(of: "is skipped: it is larger than the broker allows") == 1)
    #expect(link.end().status == 0)
  }

  @Test func twoBoardsOfOneNameAreReported() async throws {
    let broker = try await TestBroker(in: folder, subscriber: nil)
    let other = try TemporaryFolder()
    let first = try LinkProcess(port: broker.port, in: folder)
    await eventually("it is connected") { first.log.contains("connected to") }
    #expect(!first.log.contains("another picket-link"))
    let second = try LinkProcess(port: broker.port, in: other)
    await eventually("one of them reports it") {
      [first, second].contains { $0.log.contains("another picket-link has the name of this board") }
    }
    let named = first.log.contains("another picket-link has the name") ? first : second
    let status = try named.statusCommand("--json")
    #expect(status.output.contains(#""namesake":"another picket-link has the name"#))
    #expect(try named.statusCommand().output.contains("another picket-link has the name"))
  }

  // Before, each id was taken from whoever asked for it.
  @Test func clientIdOfAnotherBoardIsNotTaken() async throws {
    let broker = try await FleetBroker()
    let link = try FleetLink(try broker.settings("b1"))
    await link.waits(for: "connected to")
    for id in ["picket-b1", "b1"] {
      let run = try broker.client(
        "mosquitto_pub", as: "b2", "-i", id, "-q", "1", "-t", "picket/b2/event", "-m", "x")
      #expect(run.status == 0, "\(run.errors)")
    }
    // The broker reports the end of a connection before the next one of its user.
    let other = try FleetLink(try broker.settings("b2"))
    await other.waits(for: "connected to")
    #expect(!link.log.contains("the broker ended the connection"))
    #expect(broker.log.contains(" as b1 ("))
    link.end()
    other.end()
  }

  @Test func queuedMessagesOfAReaderStayItsOwn() async throws {
    let broker = try await FleetBroker()
    func read(as name: String, _ more: String...) throws -> ProgramOutput {
      try ProgramOutput(
        "/usr/bin/timeout",
        [
          "-s", "KILL", "10", "/usr/bin/mosquitto_sub", "-V", "5", "-h", "127.0.0.1", "-p",
          "\(broker.port)", "--cafile", "\(broker.path)/ca.pem", "--cert",
          "\(broker.path)/\(name).pem", "--key", "\(broker.path)/\(name).key", "-c", "-x", "600",
          "-i",
          "reader", "-q", "1", "-t", "picket/b1/event",
        ] + more)
    }
    let subscribed = try read(as: "reader", "-E")
    #expect(subscribed.status == 0, "\(subscribed.errors)")
    let event = try broker.client(
      "mosquitto_pub", as: "b1", "-q", "1", "-t", "picket/b1/event", "-m", "secret")
    #expect(event.status == 0)
    // Another user with the reader's id does not get what waits for it.
    let stolen = try read(as: "b2", "-W", "1")
    #expect(!stolen.output.contains("secret"))
    #expect(try read(as: "reader", "-C", "1").output.contains("secret"))
  }

  // MARK: Decisions

  private static let topics = Topics(prefix: "picket", board: "b")

  private static func message(_ nonce: String) -> ReceivedMessage {
    ReceivedMessage(
      topics.session, Array(#"{"link":"\#(nonce)","host":"h"}"#.utf8), isRetained: true)
  }

  @Test func earlierRunIsNoNamesake() {
    var namesake = Namesake(nonce: "own", host: "h")
    let before = namesake.read(Self.message("old"))
    let own = namesake.read(Self.message("own"))
    let after = namesake.read(Self.message("other"))
    #expect(before == nil)
    #expect(own == nil)
    #expect(
      after == "another picket-link has the name of this board at the broker, on the host \"h\"")
  }

  @Test func shortConnectionsAreASign() {
    var namesake = Namesake(nonce: "own", host: "h")
    var signs: [Bool] = []
    for (start, end) in [(0, 1), (10, 11), (20, 60), (70, 71), (80, 81), (90, 91)] {
      namesake.connected(at: Instant(.seconds(start)))
      let sign = namesake.disconnected(at: Instant(.seconds(end)))
      // A failed attempt is no connection.
      let failed = namesake.disconnected(at: Instant(.seconds(end)))
      #expect(failed == nil)
      signs.append(sign != nil)
    }
    #expect(signs == [false, false, false, false, false, true])
  }

  @Test func refusalsHaveABudgetInTheLog() {
    var refusals = RefusalLog(most: 20)
    let lines = (0..<1000).compactMap { refusals.line("\($0)", at: Instant(.seconds($0 / 10))) }
    #expect(lines.count == 20)
    let later = refusals.line("later", at: Instant(.seconds(700)))
    #expect(later == "later (980 such lines were left out before)")
  }

  @Test func manifestOfAnotherSizeIsRefused() throws {
    let path = try folder.write(
      #"{"type":"FeatureCollection","features":[]}"#, to: "regions.geojson")
    let update = try OutgoingUpdate(path: path)
    let target = FleetTarget.group("a")
    let bytes = update.bytes.count
    let version = try update.manifest(1, for: target).version
    for wrong in [bytes - 1, bytes + 1, 4_000_000] {
      let manifest = try #require(Manifest(version, bytes: wrong))
      _ = try folder.write(manifest.text, to: "regions.geojson.manifest")
      #expect(throws: (any Error).self) { try update.signedManifest(for: target) }
      // A part behind the end of the file is empty.
      #expect(update.part(manifest.parts).isEmpty)
    }
  }
}
