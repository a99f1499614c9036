import Dispatch
import Geofence
import Glibc
import Synchronization
import Testing

@testable import Picket

struct StateWriterTests {
  @Test func whatWasHandedOverIsWrittenWhenItIsFlushed() throws {
    let folder = try TemporaryFolder()
    let outcomes = Outcomes()
    let file = StateFile(directory: folder.path)
    let writer = StateWriter(file) { outcomes.add($0) }
    writer.write(StateFileTests.state(1))
    writer.flush()
    let state = try file.read().state
    #expect(state == StateFileTests.state(1))
    #expect(outcomes.all == [nil])
  }

  @Test func whileOneIsWrittenOnlyTheNewestWaits() throws {
    let folder = try TemporaryFolder()
    let outcomes = Outcomes()
    let file = StateFile(directory: folder.path)
    // The first write does not end before the gate is opened.
    let gate = DispatchQueue(label: "gate")
    let reached = DispatchGroup()
    gate.suspend()
    reached.enter()
    let writer = StateWriter(file) { error in
      outcomes.add(error)
      guard outcomes.all.count == 1 else { return }
      reached.leave()
      gate.sync {}
    }
    writer.write(StateFileTests.state(1))
    reached.wait()
    for number in 2...50 { writer.write(StateFileTests.state(number)) }
    gate.resume()
    writer.flush()
    #expect(outcomes.all == [nil, nil])
    let newest = try file.read().state
    #expect(newest == StateFileTests.state(50))
    // The generation before is the one that was really written before.
    #expect(unlink("\(folder.path)/state") == 0)
    let previous = try file.read().state
    #expect(previous == StateFileTests.state(1))
  }

  @Test func whatIsWrittenAlreadyIsNotWrittenAgain() throws {
    let folder = try TemporaryFolder()
    let outcomes = Outcomes()
    let writer = StateWriter(StateFile(directory: folder.path)) { outcomes.add($0) }
    for number in [1, 1, 2, 2, 2, 1] {
      writer.write(StateFileTests.state(number))
      writer.flush()
    }
    #expect(outcomes.all.count == 3)
  }

  @Test func aFailureIsReportedAndTheNextWriteTriesAgain() throws {
    let folder = try TemporaryFolder()
    let outcomes = Outcomes()
    let directory = "\(folder.path)/none/state"
    let file = StateFile(directory: directory)
    let writer = StateWriter(file) { outcomes.add($0) }
    let error = SystemError("mkdir \(directory)", code: ENOENT)
    for _ in 0..<2 {
      writer.write(StateFileTests.state(1))
      writer.flush()
    }
    #expect(outcomes.all == [error, error])
    #expect(mkdir("\(folder.path)/none", 0o700) == 0)
    writer.write(StateFileTests.state(1))
    writer.flush()
    #expect(outcomes.all == [error, error, nil])
    let state = try file.read().state
    #expect(state == StateFileTests.state(1))
  }

  @Test func flushingNothingDoesNothing() throws {
    let folder = try TemporaryFolder()
    let outcomes = Outcomes()
    let writer = StateWriter(StateFile(directory: folder.path)) { outcomes.add($0) }
    writer.flush()
    #expect(outcomes.all.isEmpty)
  }
}

/// What the writer reported, from its queue.
private final class Outcomes: Sendable {
  private let list = Mutex<[SystemError?]>([])

  var all: [SystemError?] { list.withLock { $0 } }

  func add(_ error: SystemError?) {
    list.withLock { $0.append(error) }
  }
}
