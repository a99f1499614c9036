@testable import Base
import Glibc
import Testing

struct ProgramTests {
  @Test(arguments: ["./none", "/etc", "/etc/passwd", "picket-no-such-program"])
  func invalidProgramGivesOneClearLine(name: String) {
    let error = thrown(UnusableFile.self) { try Program([name]) }
    #expect(error?.description.hasPrefix("\(name): ") == true)
    #expect(error?.description.contains("\n") == false)
  }

  private func run(_ script: String, memory: Int = 64 << 20) throws -> LimitedRun {
    try Program(["sh", "-c", script]).start(memory: memory)
  }

  @Test func outputOfALimitedProgramIsRead() throws {
    let run = try run("echo one; echo two >&2; echo three >&2; exit 3")
    var bytes: [UInt8] = []
    while case let more = run.read(upTo: 2), !more.isEmpty { bytes += more }
    #expect(bytes == Array("one\n".utf8))
    let ended = run.wait()
    #expect(ended == LimitedRun.Ending(ending: .status(3), message: "three"))
    // Its number is not used any more: another process could have it.
    run.end()
  }

  @Test func messagesDoNotBlockALimitedProgram() throws {
    // More than a pipe holds, before and after the end of the output.
    let many = "head -c 200000 /dev/zero | tr '\\0' x >&2"
    let run = try run("\(many); echo out; exec >&-; \(many); echo last >&2")
    var bytes: [UInt8] = []
    while case let more = run.read(upTo: 100), !more.isEmpty { bytes += more }
    #expect(bytes == Array("out\n".utf8))
    #expect(run.wait().message.hasSuffix("xlast"))
  }

  @Test func childOfALimitedProgramDelaysNothing() throws {
    let run = try run("sleep 100 >&- & echo $! >&2")
    #expect(run.read(upTo: 100).isEmpty)
    let started = MonotonicClock.now
    let child = try #require(pid_t(run.wait().message))
    kill(child, SIGKILL)
    #expect(started.duration(to: MonotonicClock.now) < .seconds(50))
  }

  @Test func memoryBeyondItsLimitIsRefused() throws {
    let script = "head -c 100000000 /dev/zero | tail -n 1 | wc -c"
    for (memory, isEnough) in [(400 << 20, true), (40 << 20, false)] {
      let run = try run(script, memory: memory)
      let text = String(decoding: run.read(upTo: 100), as: UTF8.self)
      #expect((text == "100000000\n") == isEnough, "\(text)")
      _ = run.wait()
    }
  }

  @Test func limitedProgramIsEndedWithItsGroup() throws {
    let run = try run("sleep 100 | cat; sleep 100")
    run.end()
    #expect(run.read(upTo: 100).isEmpty)
    #expect(run.wait().ending == .signal(9))
  }

  @Test func nameIsSearchedInPath() throws {
    #expect(try Program(["sh", "-c", "true"]).words == ["sh", "-c", "true"])
  }
}
