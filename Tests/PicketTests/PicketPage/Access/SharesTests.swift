import Base
@testable import PicketPage
import Testing

/// What each sender has of the page.
struct SharesTests {
  /// Work that is done when it is told to be.
  private final class Work {
    var begun: [String] = []
    var ends: [() -> Void] = []

    func take(_ turns: Turns, _ sender: String, isUrgent: Bool = false) -> Int? {
      turns.take(of: sender, isUrgent: isUrgent) { [self] done in
        begun.append(sender)
        ends.append(done)
      }
    }
  }

  @Test func turnsAreLimited() throws {
    let turns = Turns(most: 1, mostWaiting: 2)
    var ends: [() -> Void] = []
    for _ in 0..<3 { try turns.start(of: "a") { ends.append($0) } }
    #expect(ends.count == 1)
    #expect(throws: Denial.self) { try turns.start(of: "a") { _ in } }
    // Another sender still has its own.
    try turns.start(of: "b") { ends.append($0) }
    ends[0]()
    ends[0]()
    #expect(ends.count == 2)
  }

  @Test func senderWithLessWorkComesFirst() {
    let turns = Turns(most: 2, mostWaiting: 9)
    let work = Work()
    for sender in ["a", "a", "a", "a", "b"] { #expect(work.take(turns, sender) != nil) }
    #expect(work.begun == ["a", "a"])
    work.ends[0]()
    #expect(work.begun == ["a", "a", "b"])
  }

  @Test func oneSenderLeavesPlacesToOthers() {
    let turns = Turns(most: 8, reserved: 2, share: 3, mostWaiting: 9)
    let work = Work()
    for _ in 0..<9 { _ = work.take(turns, "a") }
    #expect(work.begun == ["a", "a", "a"])
    for sender in ["b", "c", "d", "e"] { _ = work.take(turns, sender) }
    #expect(work.begun == ["a", "a", "a", "b", "c", "d"])
    // The rest is for orders.
    _ = work.take(turns, "e", isUrgent: true)
    #expect(work.begun.last == "e" && work.begun.count == 7)
  }

  @Test func urgentWorkOvertakes() {
    let turns = Turns(most: 1, mostWaiting: 9)
    let work = Work()
    for sender in ["a", "b", "c"] { _ = work.take(turns, sender) }
    _ = work.take(turns, "d", isUrgent: true)
    work.ends[0]()
    #expect(work.begun == ["a", "d"])
  }

  @Test func waitingWorkCanBeWithdrawn() throws {
    let turns = Turns(most: 1, mostWaiting: 9)
    let work = Work()
    _ = work.take(turns, "a")
    let number = try #require(work.take(turns, "b"))
    let areWithdrawn = [turns.withdraw(number), turns.withdraw(number)]
    #expect(areWithdrawn == [true, false])
    work.ends[0]()
    #expect(work.begun == ["a"])
  }

  @Test func bodiesHaveARoom() {
    var room = BodyRoom()
    let mega = 1 << 20
    var entered = [6, 3, 1].map { room.enter($0 * mega, of: "a") }
    #expect(entered == [true, false, true])
    entered = [5, 1].map { room.enter($0 * mega, of: "b") }
    #expect(entered == [true, false])
    // An order always has room.
    entered = [BodyRoom.small, mega].map { room.enter($0, of: "c") }
    #expect(entered == [true, false])
    entered = [Int.max, .min, -1].map { room.enter($0, of: "a") }
    #expect(entered == [false, true, true])
    room.leave(6 * mega, of: "a")
    let isAgain = room.enter(6 * mega, of: "c")
    #expect(isAgain)
  }

  @Test func fifthStreamOfASenderEndsItsFirst() {
    let broadcast = Broadcast()
    let streams = (0..<5).map { _ in WebStream(device: nil, share: "a") }
    let other = WebStream(device: nil, share: "b")
    for stream in [other] + streams {
      #expect(broadcast.makeRoom(for: stream.share))
      broadcast.add(stream, after: nil)
    }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    func parts(of stream: WebStream) -> [WebPart] {
      bytes.withUnsafeMutableBytes { buffer in
        [stream.next(into: buffer), stream.next(into: buffer)]
      }
    }
    #expect(parts(of: streams[0]).last == .end)
    for stream in [other] + streams.dropFirst() { #expect(parts(of: stream).last == .nothingYet) }
  }

  @Test func manyStreamsMakeWayForAnotherSender() {
    let broadcast = Broadcast()
    func add(_ share: String, isOfBoard: Bool = false) -> Bool {
      guard broadcast.makeRoom(for: share, isOfBoard: isOfBoard) else { return false }
      broadcast.add(WebStream(device: nil, share: share), after: nil)
      return true
    }
    for number in 0..<24 { #expect(add("\(number / 4)")) }
    // Each takes a place of a sender with several.
    for number in 6..<24 { #expect(add("\(number)")) }
    #expect(!add("one more"))
    #expect(add("user 0", isOfBoard: true))
  }

  @Test func errandEndsWithItsConnection() {
    var count = 0
    let (ended, answered, late) = (Errand(), Errand(), Errand())
    for errand in [ended, answered] { errand.begin { count += 1 } }
    ended.end(isAnswered: false)
    answered.end(isAnswered: true)
    #expect(count == 1)
    late.end(isAnswered: false)
    late.begin { count += 1 }
    #expect(count == 2)
  }
}
