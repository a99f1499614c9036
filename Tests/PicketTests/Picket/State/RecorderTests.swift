import Dispatch
import Glibc
@testable import Picket
import Records
import Synchronization
import Testing

struct RecorderTests {
  @Test func lineIsWrittenBeforeTheState() throws {
    let folder = try TemporaryFolder()
    let outcomes = Outcomes()
    let recorder = Self.recorder(folder.path, outcomes)
    recorder.record(JournalTests.event(1), sequence: 1) { _ in
      // The state must not be written before the event that it contains.
      let exists = (try? StateFile(directory: folder.path).read().state) != nil
      outcomes.add("1 in \(Self.sequences(folder)), state \(exists)")
    }
    recorder.write(StateFileTests.state(1))
    #expect(recorder.finish(within: 30))
    #expect(outcomes.all == ["1 in [1], state false", "journal", "state"])
    let state = try StateFile(directory: folder.path).read().state
    #expect(state == StateFileTests.state(1))
  }

  @Test func onlyTheNewestStateIsWritten() throws {
    let folder = try TemporaryFolder()
    let outcomes = Outcomes()
    let recorder = Self.recorder(folder.path, outcomes)
    // The journal's line does not end before the recorder has all states.
    let gate = DispatchSemaphore(value: 0)
    recorder.record(JournalTests.event(1)) { _ in gate.wait() }
    for number in 1...50 { recorder.write(StateFileTests.state(number)) }
    gate.signal()
    #expect(recorder.finish(within: 30))
    #expect(outcomes.all == ["journal", "state"])
    let state = try StateFile(directory: folder.path).read().state
    #expect(state == StateFileTests.state(50))
  }

  @Test func unchangedStateIsNotWrittenAgain() throws {
    let folder = try TemporaryFolder()
    let outcomes = Outcomes()
    let recorder = Self.recorder(folder.path, outcomes)
    for number in [1, 1, 2, 2, 2, 1] {
      recorder.write(StateFileTests.state(number))
      #expect(recorder.finish(within: 30))
    }
    #expect(outcomes.all == ["state", "state", "state"])
  }

  @Test func stateWaitsForTheUnwrittenLines() throws {
    let folder = try TemporaryFolder()
    let outcomes = Outcomes()
    let directory = "\(folder.path)/none/here"
    let recorder = Self.recorder(directory, outcomes)
    for number in 1...3 {
      recorder.record(JournalTests.event(number), sequence: number) { isWritten in
        outcomes.add("\(number) written \(isWritten)")
      }
    }
    recorder.write(StateFileTests.state(1))
    #expect(recorder.finish(within: 30) == false)
    let failed = "journal mkdir \(directory): No such file or directory"
    // Events are reported without waiting for a disk.
    #expect(
      outcomes.all.filter { !$0.hasPrefix("journal") } == (1...3).map { "\($0) written false" })
    #expect(Set(outcomes.all.filter { $0.hasPrefix("journal") }) == [failed])

    #expect(mkdir("\(folder.path)/none", 0o700) == 0)
    recorder.retry()
    #expect(recorder.finish(within: 30))
    #expect(outcomes.all.suffix(2) == ["journal", "state"])
    let found = try Journal.recover(directory: directory)
    #expect(found.events.map(\.sequence) == [1, 2, 3])
  }

  @Test func failedWriteOfTheStateIsRepeated() throws {
    let folder = try TemporaryFolder()
    let outcomes = Outcomes()
    let recorder = Self.recorder(folder.path, outcomes)
    #expect(mkdir("\(folder.path)/state.new", 0o700) == 0)
    recorder.write(StateFileTests.state(1))
    #expect(recorder.finish(within: 30) == false)
    #expect(Set(outcomes.all) == ["state open \(folder.path)/state.new: Is a directory"])
    #expect(rmdir("\(folder.path)/state.new") == 0)
    recorder.retry()
    #expect(recorder.finish(within: 30))
    #expect(outcomes.all.last == "state")
  }

  @Test func linesOverTheLimitAreCounted() throws {
    let folder = try TemporaryFolder()
    let outcomes = Outcomes()
    let recorder = Self.recorder("\(folder.path)/none/here", outcomes)
    for number in 1...10_500 { recorder.record(JournalTests.event(number)) }
    #expect(recorder.finish(within: 30) == false)
    // Then there was another attempt.
    #expect(outcomes.all.count { $0 == "lost 1" } == 500)
  }

  private static func recorder(_ directory: String, _ outcomes: Outcomes) -> Recorder {
    Recorder(
      journal: Journal(directory: directory, size: 400_000, next: 1),
      file: StateFile(directory: directory), writesPerHour: 1000
    ) { outcome in
      switch outcome {
      case .journal(let error): outcomes.add("journal" + (error.map { " \($0)" } ?? ""))
      case .state(let error): outcomes.add("state" + (error.map { " \($0)" } ?? ""))
      case .lost(let count): outcomes.add("lost \(count)")
      }
    }
  }

  private static func sequences(_ folder: TemporaryFolder) -> [Int] {
    (try? Journal.recover(directory: folder.path).events.map(\.sequence)) ?? []
  }
}

/// The outcomes that a recorder reports, from any queue.
private final class Outcomes: Sendable {
  private let list = Mutex<[String]>([])

  var all: [String] { list.withLock { $0 } }

  func add(_ text: String) {
    list.withLock { $0.append(text) }
  }
}
