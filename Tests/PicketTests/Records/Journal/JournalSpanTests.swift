import Geofence
import Records
import Testing

struct JournalSpanTests {
  private static func time(_ hour: Int) -> String { "2026-06-03T0\(hour):00:00.000Z" }

  /// The texts of the lines that are in the span from 5:00 on.
  ///
  /// - Parameters:
  ///   - lines: Each with an hour or `nil`, and its text; "start" begins a run.
  ///   - new: The number of lines that come after the others were read.
  private static func lines(
    _ lines: [(Int?, String)], new: Int = 0, since: Int? = 5, until: Int? = nil
  ) throws -> [String] {
    var span = JournalSpan(
      since: since.flatMap { Timestamp(rfc3339: time($0)) },
      until: until.flatMap { Timestamp(rfc3339: time($0)) })
    var texts: [String] = []
    let add = { (record: JournalRecord) in
      texts.append(record.fields["text"]?.string ?? "")
    }
    for (index, (hour, text)) in lines.enumerated() {
      if index == lines.count - new { span.end(each: add) }
      let kind = text == "start" ? "start" : "mark"
      let stamp = hour.map { #""time":"\#(Self.time($0))","# } ?? ""
      let line = #"{"event":"\#(kind)",\#(stamp)"text":"\#(text)"}"#
      span.add(try #require(JournalRecord(line)), each: add)
    }
    if new == 0 { span.end(each: add) }
    return texts
  }

  @Test func lineWithoutATimeFollowsTheOneBefore() throws {
    let lines: [(Int?, String)] = [(4, "a"), (nil, "b"), (5, "c"), (nil, "d"), (9, "e")]
    #expect(try Self.lines(lines) == ["c", "d", "e"])
    #expect(try Self.lines(lines, since: nil, until: 6) == ["a", "b", "c", "d"])
  }

  @Test func runWithoutAFixIsOfThePresent() throws {
    let run: [(Int?, String)] = [(nil, "start"), (nil, "b")]
    #expect(try Self.lines(run) == ["start", "b"])
    #expect(try Self.lines([(4, "a")] + run) == ["start", "b"])
    #expect(try Self.lines([(4, "a")] + run, until: 6).isEmpty)
  }

  @Test func nextTimeDecidesAboutTheBeginningOfARun() throws {
    let run: [(Int?, String)] = [(3, "a"), (nil, "start"), (nil, "b")]
    #expect(try Self.lines(run + [(5, "c")]) == ["start", "b", "c"])
    #expect(try Self.lines(run + [(4, "c")]).isEmpty)
  }

  @Test func newLineOfARunWithoutAFixIsIn() throws {
    let run: [(Int?, String)] = [(3, "a"), (nil, "start"), (nil, "b"), (nil, "c")]
    #expect(try Self.lines(run, new: 1) == ["start", "b", "c"])
    #expect(try Self.lines([(3, "a"), (nil, "b")], new: 1).isEmpty)
  }
}
