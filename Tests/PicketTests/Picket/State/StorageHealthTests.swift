import Base
import Geofence
import Glibc
@testable import Picket
import Records
import Testing

struct StorageHealthTests {
  private var health = StorageHealth()
  private let full = SystemError("write journal", code: ENOSPC)
  private let now = Instant(.seconds(1))

  @Test mutating func faultIsNewOnce() {
    let text = "the journal cannot be written: \(full)"
    let first = health.record(full, of: "journal", at: now)
    let second = health.record(full, of: "journal", at: now)
    guard case .failed(let reason, true, true) = first else {
      Issue.record("\(first)")
      return
    }
    #expect(reason.text == text)
    #expect(second == .failed(reason, isNewFault: false, isNewReason: false))
    #expect(health.reasons.map(\.text) == ["journal: \(full)"])
  }

  @Test mutating func anotherReasonIsNotANewFault() {
    let broken = SystemError("write journal", code: EIO)
    _ = health.record(full, of: "journal", at: now)
    let change = health.record(broken, of: "journal", at: now)
    guard case .failed(let reason, false, true) = change else {
      Issue.record("\(change)")
      return
    }
    #expect(reason.text == "the journal cannot be written: \(broken)")
  }

  @Test mutating func recoveryCountsMissingLines() {
    _ = health.record(full, of: "journal", at: now)
    let areFirst = [health.drop(2, of: "journal"), health.drop(3, of: "journal")]
    #expect(areFirst == [true, false])
    let changes = (0..<2).map { _ in health.record(nil, of: "journal", at: now) }
    #expect(changes.map(Self.words) == ["the journal is written again; 5 lines are missing", nil])
    #expect(health.reasons.isEmpty)
    #expect(health.lastWritten("journal") == now)
  }

  private static func words(_ change: StorageHealth.WriteChange) -> String? {
    if case .recovered(let reason) = change { reason.text } else { nil }
  }

  @Test mutating func oneMissingLineIsSingular() {
    _ = health.record(full, of: "journal", at: now)
    health.drop(1, of: "journal")
    let change = health.record(nil, of: "journal", at: now)
    #expect(Self.words(change) == "the journal is written again; 1 line is missing")
  }

  @Test mutating func partsHaveSeparateFaults() {
    _ = health.record(full, of: "state", at: now)
    let change = health.record(nil, of: "journal", at: now)
    #expect(change == .none)
    #expect(health.reasons.map(\.text) == ["state: \(full)"])
    #expect(health.lastWritten("state") == nil)
  }
}
