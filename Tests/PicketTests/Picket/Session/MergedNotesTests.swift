import Geofence
@testable import Picket
import Records
import Testing

struct MergedNotesTests {
  private static let start = Instant(.seconds(1000))

  /// Notes that can be called within an expression.
  private final class Notes {
    private var notes = MergedNotes(WriteBudget(perHour: 600, at: MergedNotesTests.start))

    var due: Instant? { notes.due }
    func add(_ text: String) -> String? {
      notes.add(Note(.gpsd, text, time: nil), at: MergedNotesTests.start)?.text
    }

    func text(at now: Instant) -> String? {
      let present = Present(now, Pace(start: MergedNotesTests.start), lead: .zero, seen: nil)
      return notes.deadlineReached(at: present)?.text
    }
  }

  @Test func changesWithinTheBudgetAreNoted() {
    let notes = Notes()
    for number in 0..<60 { #expect(notes.add("\(number)") == "\(number)") }
    #expect(notes.due == nil)
  }

  @Test func laterChangesHaveOneNote() {
    let notes = Notes()
    for number in 0..<60 { _ = notes.add("\(number)") }
    for number in 60..<1000 { #expect(notes.add("\(number)") == nil) }
    let due = Self.start.advanced(by: .seconds(6))
    #expect(notes.due == due)
    #expect(notes.text(at: Self.start) == nil)
    #expect(notes.text(at: due) == "999 (the last of 940 changes since the last note)")
    #expect(notes.due == nil)
  }
}
