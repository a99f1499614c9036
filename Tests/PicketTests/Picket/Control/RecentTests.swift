import Picket
import Testing

struct RecentTests {
  @Test func newestElementsKeepTheirPlaces() {
    var recent = Recent<Int>(capacity: 3)
    #expect(recent.places.isEmpty)
    #expect(recent.last == nil)
    for number in 0..<10 {
      recent.append(number)
      #expect(recent.last == number)
      #expect(recent.places.count == min(3, number + 1))
      #expect(recent.places.map { recent[$0] } == Array(recent.places))
    }
    recent[9] = 90
    #expect(recent.last == 90)
  }
}
