@testable import Picket
import Testing

struct ReloadQueueTests {
  @Test func onlyOneReadingRuns() {
    var queue = ReloadQueue<Int>()
    queue.add(1)
    #expect(queue.begin() == [1])
    queue.add(2)
    #expect(queue.begin() == nil)
    queue.end()
    #expect(queue.begin() == [2])
  }

  @Test func waitingRequestsShareTheNextReading() {
    var queue = ReloadQueue<Int>()
    queue.add(0)
    #expect(queue.begin() == [0])
    for asker in 1...60 { queue.add(asker) }
    queue.end()
    #expect(queue.begin() == Array(1...60))
    queue.end()
    #expect(queue.begin() == nil)
  }

  @Test func nothingIsReadWithoutARequest() {
    var queue = ReloadQueue<Int>()
    #expect(queue.begin() == nil)
    #expect(!queue.isReading)
  }

  @Test func requesterWithFilesOfItsOwnIsAlone() {
    var queue = ReloadQueue<Int> { $0 > 100 }
    for requester in [1, 2, 101, 102, 3] { queue.add(requester) }
    var readings: [[Int]] = []
    while let reading = queue.begin() {
      readings.append(reading)
      queue.end()
    }
    #expect(readings == [[1, 2], [101], [102], [3]])
  }
}
