import Base
import Foundation
import Glibc
import Picket
import Records
import Synchronization
import Testing

/// The server of the control socket, without the rest of a run.
@Suite(.timeLimit(.minutes(20)))
struct ControlServerTests {
  private let folder: TemporaryFolder
  private let path: String
  private let server: ControlServer
  private let asked = Asked()

  init() throws {
    // On a busy machine a client may wait long for its turn without being idle.
    try self.init(patience: .seconds(600))
  }

  /// A server with one place besides the places of root.
  ///
  /// - Parameter patience: The time that an idle client has.
  private init(patience: Duration) throws {
    folder = try TemporaryFolder()
    path = "\(folder.path)/socket"
    server = ControlServer(
      try ControlSocket(path: path), path: path, clients: 1, patience: patience)
    server.start { [asked] request, answer in
      switch request.name {
      case "wait": asked.keep(answer)
      case "much":
        asked.countAnswer()
        answer.give {
          var line = JSONLine()
          line.add("text", String(repeating: "x", count: 100_000))
          return line
        }
      default: answer.give()
      }
    }
  }

  @Test func socketIsMadeWhenItsFolderIsThere() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/later/run/socket"
    let server = ControlServer(nil, path: path, clients: 1, pause: .milliseconds(20))
    server.start { _, answer in answer.give() }
    #expect(access(path, F_OK) != 0)
    #expect(mkdir("\(folder.path)/later", 0o700) == 0)
    await eventually("it listens") { access(path, F_OK) == 0 }
    #expect(try await ControlTalk(path).ask(#"{"do":"status"}"#).refusal == nil)
    server.close()
    await eventually("it is removed") { access(path, F_OK) != 0 }
  }

  @Test(arguments: ["", #"{"do":"sta"#])
  func idleClientIsDisconnectedWithAReason(_ start: String) async throws {
    let suite = try Self(patience: .milliseconds(500))
    let talk = await ControlTalk(suite.path)
    talk.send(Array(start.utf8))
    #expect(try talk.reply().refusal?.reason.hasPrefix("no request and no read for ") == true)
    #expect(talk.next() == nil)
  }

  @Test func watchingOrWaitingClientIsNotIdle() async throws {
    let suite = try Self(patience: .milliseconds(500))
    let (path, asked) = (suite.path, suite.asked)
    let (watching, waiting) = await (ControlTalk(path), ControlTalk(path))
    #expect(try watching.ask(#"{"do":"watch"}"#).refusal == nil)
    waiting.sendLine(#"{"do":"wait"}"#)
    await eventually("it is asked") { asked.count == 1 }
    // Later idle clients are disconnected as well.
    for _ in 0..<3 {
      let idle = await ControlTalk(path)
      #expect(try idle.reply().refusal?.reason.hasPrefix("no request and no read") == true)
    }
    asked.answer()
    #expect(try waiting.reply().refusal == nil)
    #expect(try watching.ask(#"{"do":"status"}"#).refusal == nil)
  }

  @Test func disconnectedClientFreesItsPlace() async throws {
    for number in 1...20 {
      do {
        let talk = await ControlTalk(path)
        talk.sendLine(#"{"do":"wait"}"#)
        talk.send(Array(#"{"do":"sta"#.utf8))
        await eventually("it is asked") { asked.count == number }
      }
      asked.answer()
      try await expectService()
    }
  }

  @Test func clientThatNeverReadsIsDisconnected() async throws {
    let talk = await ControlTalk(path)
    for _ in 0..<20 { talk.sendLine(#"{"do":"much"}"#) }
    // First come the lines in the kernel's buffer and the waiting lines, then the reason.
    var last: String?
    // The server reads no further request of a client that it has cut off.
    await eventually("it answers no more") {
      let answered = asked.answered
      for _ in 0..<3 where (try? await serves()) != true { return false }
      return answered > 2 && asked.answered == answered
    }
    while let line = talk.next(within: 2) { last = line }
    #expect(last?.contains("wait to be read here; read faster") == true)
  }

  @Test func endlessLineDelaysNoOtherClient() async throws {
    let isOver = Atomic(false)
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) let talk = await ControlTalk(path)
    Thread.detachNewThread {
      let some = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
      while !isOver.load(ordering: .relaxed) { talk.send(some) }
      done.signal()
    }
    for _ in 0..<50 { #expect((try? await serves()) == true) }
    isOver.store(true, ordering: .relaxed)
    #expect(done.wait(timeout: .now() + 20) == .success)
  }

  // MARK: The end

  @Test func slowClientGetsTheLastLines() async throws {
    let talk = await ControlTalk(path)
    #expect(try talk.ask(#"{"do":"watch"}"#).refusal == nil)
    // More than the kernel keeps, and less than may wait.
    let text = String(repeating: "x", count: 10_000)
    for number in 1...30 { server.publish(.event) { #"{"event":"\#(number) \#(text)"}"# } }
    let ended = end()
    var lines: [String] = []
    while let line = talk.next() { lines.append(line) }
    ended.wait()
    #expect(lines.count == 31)
    #expect(lines.last == #"{"ok":false,"error":"picket ends"}"#)
  }

  @Test func unansweredClientDelaysNoEnd() async throws {
    let talk = await ControlTalk(path)
    talk.sendLine(#"{"do":"wait"}"#)
    await eventually("it is asked") { asked.count == 1 }
    let ended = end()
    #expect(ended.wait(timeout: .now() + 10) == .success)
    #expect(try talk.reply().refusal == Refusal("picket ends"))
  }

  /// Ends the server on another queue; signalled when it has ended.
  private func end() -> DispatchSemaphore {
    let ended = DispatchSemaphore(value: 0)
    DispatchQueue.global().async { [server] in
      server.finish(within: 60)
      ended.signal()
    }
    return ended
  }

  private func serves() async throws -> Bool {
    try await ControlTalk(path).ask(#"{"do":"status"}"#).refusal == nil
  }

  private func expectService() async throws {
    await eventually("there is a place") { (try? await serves()) == true }
  }
}

/// The requests that wait for their answers.
private final class Asked: Sendable {
  private let answers = Mutex<[AnswerPromise]>([])
  private let total = Atomic(0)
  private let given = Atomic(0)

  var count: Int { total.load(ordering: .relaxed) }

  /// The number of long answers.
  var answered: Int { given.load(ordering: .relaxed) }

  func countAnswer() { given.add(1, ordering: .relaxed) }

  func keep(_ answer: AnswerPromise) {
    answers.withLock { $0.append(answer) }
    total.add(1, ordering: .relaxed)
  }

  func answer() {
    let kept = answers.withLock { answers in
      defer { answers = [] }
      return answers
    }
    for answer in kept { answer.give() }
  }
}
