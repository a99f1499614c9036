import Base
import Testing

struct LineSplitterTests {
  @Test func linesAreBetweenLineEnds() {
    #expect(Self.lines("one\ntwo\nthree") == [.whole("one"), .whole("two")])
  }

  @Test func restIsReturnedAtTheEnd() {
    var splitter = LineSplitter()
    #expect(splitter.cut("one\ntwo") == [.whole("one")])
    #expect(splitter.end() == [.whole("two")])
    #expect(splitter.end() == [])
  }

  @Test func emptyLinesAreLeftOut() {
    #expect(Self.lines("\n\n\none\n\n") == [.whole("one")])
    #expect(Self.lines("") == [])
  }

  @Test func carriageReturnBelongsToItsLine() {
    #expect(Self.lines("one\r\n") == [.whole("one\r")])
  }

  @Test func lineOfExactlyTheLimitIsWhole() {
    #expect(Self.lines("12345678\n", limit: 8) == [.whole("12345678")])
    #expect(Self.lines("123456789\n", limit: 8) == [.tooLong])
  }

  @Test func onlyATooLongLineIsLost() {
    #expect(
      Self.lines("before\nmuch too long a line\nafter\n", limit: 8)
        == [.whole("before"), .tooLong, .whole("after")])
  }

  @Test func endlessLineIsReportedOnce() {
    var splitter = LineSplitter(limit: 8)
    var lines: [LineSplitter.Line] = []
    for _ in 0..<1000 { lines += splitter.cut("abc") }
    #expect(lines == [.tooLong])
    #expect(splitter.cut("\nx\n") == [.whole("x")])
  }

  @Test func keptLinesDoNotChange() {
    var splitter = LineSplitter()
    let first = splitter.cut("one\ntw")
    let second = splitter.cut("o\nthree")
    #expect(splitter.end() == [.whole("three")])
    #expect(first == [.whole("one")])
    #expect(second == [.whole("two")])
  }

  @Test func linesComeOneByOne() {
    var splitter = LineSplitter(limit: 8)
    Array("one\n\nmuch too long\ntwo\nthr".utf8).withUnsafeBufferPointer { bytes in
      var rest = bytes
      let first = splitter.next(from: &rest)
      #expect(first == .whole("one"))
      let second = splitter.next(from: &rest)
      #expect(second == .tooLong)
      let third = splitter.next(from: &rest)
      #expect(third == .whole("two"))
      let fourth = splitter.next(from: &rest)
      #expect(fourth == nil)
      #expect(rest.isEmpty)
    }
    #expect(splitter.end() == [.whole("thr")])
  }

  @Test func cutsOfTheStreamChangeNothing() {
    for seed in 1...300 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let stream = (0..<200).map { _ in
        Int.random(in: 0..<6, using: &generator) == 0
          ? UInt8(ascii: "\n") : UInt8.random(in: 0x61...0x7a, using: &generator)
      }
      var whole = LineSplitter(limit: 12)
      let expected = whole.split(stream) + whole.finish()
      var splitter = LineSplitter(limit: 12)
      var lines: [LineSplitter.Line] = []
      var rest = stream[...]
      while !rest.isEmpty {
        let count = Int.random(in: 0...min(30, rest.count), using: &generator)
        lines += splitter.split(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      lines += splitter.finish()
      #expect(lines == expected, "seed \(seed)")
    }
  }

  private static func lines(_ text: String, limit: Int = 100) -> [LineSplitter.Line] {
    var splitter = LineSplitter(limit: limit)
    return splitter.split(Array(text.utf8))
  }
}

extension LineSplitter {
  fileprivate mutating func cut(_ text: String) -> [Line] {
    split(Array(text.utf8))
  }

  fileprivate mutating func end() -> [Line] {
    finish()
  }
}

extension LineSplitter.Line {
  fileprivate static func whole(_ text: String) -> Self {
    .whole(Array(text.utf8))
  }
}
