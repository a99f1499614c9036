import Base
import Foundation
import Geofence
import Glibc
@testable import PicketPage
import Testing

/// Connections that send nothing, or not enough, to a real page without a controller.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct PageConnectionTests {
  private static func page(
    _ settings: String = "", environment: [String: String] = [:], in folder: TemporaryFolder? = nil
  ) async throws -> PageProcess {
    let folder = try folder ?? TemporaryFolder()
    return try await PageProcess(
      state: folder.path, settings: settings, in: folder, environment: environment)
  }

  /// Fills all places from two addresses, as one device with IPv4 and IPv6 can.
  private static func fill(_ page: PageProcess, _ text: String) -> [PageTalk] {
    let talks = (0..<64).map { _ in PageTalk(page) }
    for (number, talk) in talks.enumerated() {
      talk.connect(within: 5, from: number % 2 == 0 ? 0x7f00_0002 : 0x7f00_0003)
      talk.send(text)
    }
    return talks
  }

  /// Whether a phone of another address gets an answer.
  private static func isServed(_ page: PageProcess) -> Bool {
    let talk = PageTalk(page)
    guard talk.connect(within: 5, from: 0x7f00_0004) else { return false }
    talk.request("GET", "/page.css")
    return talk.answer()?.status == 200
  }

  @Test func connectionsThatEndTogetherLeaveAPage() async throws {
    let page = try await Self.page()
    for _ in 0..<3 {
      var talks = Self.fill(page, "")
      // The page has accepted all of them.
      await eventually("all places are taken") { page.descriptors > 60 }
      #expect(!talks.isEmpty)
      talks = []
      await eventually("they have ended") { page.descriptors < 40 }
      #expect(Self.isServed(page))
    }
  }

  @Test func halfRequestsLeaveAPhoneItsPlace() async throws {
    let page = try await Self.page()
    let talks = Self.fill(page, "GET / HT")
    for _ in 0..<10 { #expect(Self.isServed(page)) }
    #expect(talks.count == 64)
  }

  @Test func encryptedPageOutlastsHalfHandshakes() async throws {
    let folder = try TemporaryFolder()
    let made = try ProgramOutput(
      "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
        "\(folder.path)/key", "-out", "\(folder.path)/crt", "-subj", "/CN=board", "-days", "2",
      ])
    try #require(made.status == 0, "\(made.errors)")
    let page = try await Self.page("certificate = \"crt\"\nkey = \"key\"", in: folder)
    for text in ["", "\u{16}\u{3}\u{1}"] {
      var talks = Self.fill(page, text)
      func handshake() throws -> Int32 {
        try ProgramOutput(
          "/usr/bin/timeout",
          [
            "10", "/usr/bin/openssl", "s_client", "-connect", "127.0.0.1:\(page.port)", "-CAfile",
            "\(folder.path)/crt", "-verify_return_error",
          ]
        ).status
      }
      #expect(try handshake() == 0)
      #expect(!talks.isEmpty)
      talks = []
      #expect(try handshake() == 0)
    }
  }

  // MARK: The watchdog

  @Test(arguments: ["", "GET / HT"])
  func pageFeedsItsWatchdogWhenItIsFull(_ text: String) async throws {
    let folder = try TemporaryFolder()
    let manager = NotifySocket(in: folder)
    let page = try await Self.page(
      environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "400000"], in: folder)
    let talks = Self.fill(page, text)
    let before = manager.messages.count
    await eventually("it is fed again and again") {
      manager.messages.dropFirst(before).count { $0 == "WATCHDOG=1" } >= 3
    }
    #expect(talks.count == 64)
  }

  @Test func pageThatDoesNotAcceptIsSilent() throws {
    let listening = try #require(Listening("127.0.0.1:\(Port.free())"))
    let socket = try listening.open()
    let end = MonotonicClock.now.advanced(by: .milliseconds(100))
    let request = SelfRequest(to: listening, isSecure: false)
    #expect(request.answer(until: end) == .silent)
    withExtendedLifetime(socket) {}
  }

  @Test func addressWithoutAPageIsUnreachable() throws {
    let listening = try #require(Listening("127.0.0.1:\(Port.free())"))
    let request = SelfRequest(to: listening, isSecure: false)
    #expect(request.answer(until: MonotonicClock.now.advanced(by: .seconds(5))) == .unreachable)
  }

  @Test func silenceCountsOnlyAfterAnAnswer() {
    var pulse = Pulse()
    let first = pulse.isAlive(after: .silent)
    let second = pulse.isAlive(after: .answered)
    let third = pulse.isAlive(after: .silent)
    let fourth = pulse.isAlive(after: .unreachable)
    #expect([first, second, third, fourth] == [true, true, false, true])
  }
}
