import Picket
import Testing

struct OutboxTests {
  private static let line = Array("0123456789\n".utf8)

  @Test func linesKeepTheirOrderInAnyPieces() {
    var outbox = Outbox(limit: 100)
    let taken = ["one\n", "two\n"].map { outbox.add(Array($0.utf8)) }
    #expect(taken == [true, true])
    var gone: [UInt8] = []
    while !outbox.isEmpty {
      let piece = outbox.next.prefix(3)
      gone += piece
      outbox.send(piece.count)
    }
    #expect(gone == Array("one\ntwo\n".utf8))
    #expect(outbox.next.isEmpty)
  }

  @Test func waitingBytesAreLimited() {
    var outbox = Outbox(limit: 25)
    let taken = (0..<3).map { _ in outbox.add(Self.line) }
    #expect(taken == [true, true, false])
    #expect(outbox.count == 22)
    outbox.send(8)
    let isTaken = outbox.add(Self.line)
    #expect(isTaken)
    #expect(outbox.count == 25)
  }

  @Test func lastLineAlwaysHasRoom() {
    var outbox = Outbox(limit: 11)
    _ = outbox.add(Self.line)
    outbox.addLast(Array("why\n".utf8))
    #expect(outbox.count == 15)
    outbox.send(11)
    #expect(outbox.next == Array("why\n".utf8)[...])
  }

  @Test(arguments: [0, 4, 11, 15])
  func givingUpKeepsTheStartedLine(_ sent: Int) {
    var outbox = Outbox(limit: 33)
    for _ in 0..<3 { _ = outbox.add(Self.line) }
    var gone: [UInt8] = []
    func send(_ count: Int) {
      let piece = outbox.next.prefix(count)
      gone += piece
      outbox.send(piece.count)
    }
    var left = sent
    while left > 0 {
      let before = gone.count
      send(left)
      left -= gone.count - before
    }
    outbox.replaceWaiting(with: Array("why\n".utf8))
    while !outbox.isEmpty { send(5) }
    let whole = (sent + 10) / 11
    let lines = Array(repeating: Self.line, count: whole).flatMap { $0 }
    #expect(gone == lines + Array("why\n".utf8))
  }

  @Test func tenThousandLinesAreKeptAndRemoved() {
    var outbox = Outbox(limit: .max)
    var sum = 0
    for number in 0..<10_000 {
      _ = outbox.add(Array("\(number)\n".utf8))
      if number % 3 == 0 { outbox.send(outbox.next.count) }
    }
    while !outbox.isEmpty {
      sum += outbox.next.count
      outbox.send(outbox.next.count)
    }
    #expect(sum > 0)
    #expect(outbox.count == 0)
  }
}
