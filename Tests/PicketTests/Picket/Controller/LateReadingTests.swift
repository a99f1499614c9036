@testable import Picket
import Testing

struct LateReadingTests {
  @Test func readingWithinItsLimitIsNotLate() {
    var late = LateReading()
    let number = late.begin()
    let wasLate = late.end()
    #expect(!wasLate)
    let fault = late.limitReached(of: number)
    #expect(fault == nil)
    #expect(late.fault == nil)
  }

  @Test func limitOfAnEarlierReadingDoesNotCount() {
    var late = LateReading()
    let first = late.begin()
    _ = late.end()
    _ = late.begin()
    let fault = late.limitReached(of: first)
    #expect(fault == nil)
  }

  @Test func lateReadingIsAFaultUntilItEnds() {
    var late = LateReading()
    let text = late.limitReached(of: late.begin())
    #expect(text?.contains("the disk has not answered for 35 s") == true)
    #expect(late.fault == text)
    let wasLate = late.end()
    #expect(wasLate)
    #expect(late.fault == nil)
  }
}
