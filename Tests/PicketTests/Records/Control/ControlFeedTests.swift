import Base
import Dispatch
import Glibc
import Records
import Synchronization
import Testing

/// A feed whose controller is a listener of the test.
struct ControlFeedTests {
  private let folder: TemporaryFolder
  private let listener: Socket
  private let queue = DispatchQueue(label: "feed")
  private let news = News()

  private final class News: Sendable {
    let list = Mutex<[String]>([])
    let arrived = DispatchSemaphore(value: 0)

    func add(_ one: ControlFeed.News) {
      let words =
        switch one {
        case .connected: "connected"
        case .line(let line): line.text("event") ?? "line"
        case .disconnected(let reason): "disconnected: \(reason)"
        }
      list.withLock { $0.append(words) }
      arrived.signal()
    }
  }

  init() throws {
    folder = try TemporaryFolder()
    listener = try Socket.unix()
    try listener.bind("\(folder.path)/socket")
    try #require(listen(listener.descriptor, 4) == 0)
  }

  @Test func nothingFollowsTheEndOfAConnection() throws {
    let feed = feed()
    // The refusal of the watch, and in the same piece a line that somebody else watches for.
    let client = try accepted()
    try client.write(#"{"ok":false,"error":"no"}"# + "\n" + #"{"event":"enter"}"# + "\n")
    shutdown(client.descriptor, Int32(SHUT_RDWR))
    try expect(["disconnected: no"])
    queue.sync { feed.end() }
  }

  @Test func lastRefusalIsTheReasonOfTheEnd() throws {
    let feed = feed()
    let client = try accepted()
    try client.write(#"{"ok":true}"# + "\n" + #"{"event":"enter"}"# + "\n")
    try client.write(#"{"ok":false,"error":"picket ends"}"# + "\n")
    shutdown(client.descriptor, Int32(SHUT_RDWR))
    try expect(["connected", "enter", "disconnected: picket ends"])
    queue.sync { feed.end() }
  }

  @Test func answerThatIsTooLongCountsAsNone() throws {
    let feed = feed()
    let client = try connected()
    let answers = Mutex<[String?]>([])
    queue.sync {
      for name in ["regions", "status"] {
        feed.send(.request(name)) { reply in answers.withLock { $0.append(reply?.text("time")) } }
      }
    }
    let long = Array(repeating: UInt8(ascii: "x"), count: 1 << 16)
    var rest = 17 << 16
    while rest > 0 {
      rest -= try client.write(firstOf: long.prefix(rest))
      usleep(1000)
    }
    try client.write("\n" + #"{"ok":true,"time":"t"}"# + "\n" + #"{"event":"enter"}"# + "\n")
    // The connection goes on, and the next answer belongs to the next request.
    try expect(["connected", "enter"])
    #expect(answers.withLock { $0 } == [nil, "t"])
    queue.sync { feed.end() }
  }

  @Test func endedFeedIsSilentAndNeverConnectsAgain() throws {
    let feed = feed(backoff: Backoff(from: .milliseconds(1), to: .milliseconds(1)))
    let client = try connected()
    defer { withExtendedLifetime(client) {} }
    let answered = Mutex<[Bool]>([])
    queue.sync {
      feed.send(.request("status")) { reply in answered.withLock { $0.append(reply != nil) } }
      feed.end()
    }
    #expect(answered.withLock { $0 } == [false])
    #expect(!isWaiting(for: 300))
    #expect(news.list.withLock { $0 } == ["connected"])
  }

  @Test func lateAnswerEndsTheConnection() throws {
    let feed = feed(patience: .milliseconds(50))
    let client = try connected()
    defer { withExtendedLifetime(client) {} }
    let answered = Mutex<[Bool]>([])
    queue.sync {
      #expect(!feed.checkAnswers())
      feed.send(.request("status")) { reply in answered.withLock { $0.append(reply != nil) } }
      #expect(feed.checkAnswers())
    }
    usleep(60_000)
    queue.sync { #expect(feed.checkAnswers()) }
    #expect(answered.withLock { $0 } == [false])
    try expect([
      "connected", "disconnected: picket does not answer: it is busy, or hangs; see its log",
    ])
    queue.sync { feed.end() }
  }

  private func feed(
    patience: Duration = .seconds(60),
    backoff: Backoff = Backoff(from: .seconds(100), to: .seconds(100))
  ) -> ControlFeed {
    let feed = ControlFeed(
      path: "\(folder.path)/socket", watchesFixes: false, on: queue, patience: patience,
      backoff: backoff)
    queue.sync { feed.start { [news] one in news.add(one) } }
    return feed
  }

  /// Waits for as many news, and for all of the piece in which the last one arrived.
  private func expect(_ expected: [String]) throws {
    while news.list.withLock({ $0.count }) < expected.count {
      try #require(news.arrived.wait(timeout: .now() + 20) == .success)
    }
    queue.sync {}
    #expect(news.list.withLock { $0 } == expected)
  }

  /// The controller's end of a connection that the feed has been told of.
  private func connected() throws -> Socket {
    let client = try accepted()
    try client.write(#"{"ok":true}"# + "\n")
    try expect(["connected"])
    return client
  }

  private func accepted() throws -> Socket {
    try #require(isWaiting(for: 20_000))
    return try listener.accept()
  }

  private func isWaiting(for milliseconds: Int32) -> Bool {
    var waiting = pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, milliseconds) == 1
  }
}
