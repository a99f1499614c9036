import Dispatch
import Glibc
import Records
import System
import Synchronization
import Testing

struct ControlFeedTests {
  @Test func nothingFollowsTheEndOfAConnection() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/socket"
    let listener = try Socket.unix()
    try listener.bind(path)
    #expect(listen(listener.descriptor, 1) == 0)

    let queue = DispatchQueue(label: "feed")
    let feed = ControlFeed(path: path, watchesFixes: false, on: queue)
    let news = Mutex<[String]>([])
    let ended = DispatchSemaphore(value: 0)
    queue.sync {
      feed.start { one in
        switch one {
        case .connected: news.withLock { $0.append("connected") }
        case .line: news.withLock { $0.append("line") }
        case .disconnected:
          news.withLock { $0.append("disconnected") }
          ended.signal()
        }
      }
    }
    // The refusal of the watch, and in the same piece a line that somebody else watches for.
    let client = try accepted(by: listener)
    try client.write(#"{"ok":false,"error":"no"}"# + "\n" + #"{"event":"enter"}"# + "\n")
    shutdown(client.descriptor, Int32(SHUT_RDWR))
    #expect(ended.wait(timeout: .now() + 20) == .success)
    // All news of that piece are there once the queue is free.
    queue.sync {}
    #expect(news.withLock { $0 } == ["disconnected"])
  }

  private func accepted(by listener: Socket) throws -> Socket {
    var waiting = pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)
    try #require(poll(&waiting, 1, 20_000) == 1)
    return try listener.accept()
  }
}
