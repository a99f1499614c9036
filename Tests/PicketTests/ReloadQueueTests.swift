@testable import Picket
import Testing

struct ReloadQueueTests {
  @Test func oneReadingGoesOnAtATime() {
    var queue = ReloadQueue<Int>()
    queue.add(1)
    #expect(queue.begin() == [1])
    queue.add(2)
    #expect(queue.begin() == nil)
    queue.end()
    #expect(queue.begin() == [2])
  }

  @Test func allWhoAskMeanwhileShareTheNext() {
    var queue = ReloadQueue<Int>()
    queue.add(0)
    #expect(queue.begin() == [0])
    for asker in 1...60 { queue.add(asker) }
    queue.end()
    #expect(queue.begin() == Array(1...60))
    queue.end()
    #expect(queue.begin() == nil)
  }

  @Test func nothingIsReadForNobody() {
    var queue = ReloadQueue<Int>()
    #expect(queue.begin() == nil)
    #expect(!queue.isReading)
  }
}
