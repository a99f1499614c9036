import Geofence
@testable import Picket
import Testing

struct WriteBudgetTests {
  @Test func burstIsATenthOfAnHour() {
    var budget = WriteBudget(perHour: 100, at: Self.at(0))
    for _ in 0..<10 { #expect(budget.spend(at: Self.at(0)) == nil) }
    #expect(budget.spend(at: Self.at(0)) == .seconds(36))
    #expect(budget.spend(at: Self.at(35)) == .seconds(1))
    #expect(budget.spend(at: Self.at(36)) == nil)
  }

  @Test func hourHasItsWritesAndOneBurst() {
    var budget = WriteBudget(perHour: 60, at: Self.at(0))
    let written = (0..<36_000).count { budget.spend(at: Self.at(Double($0) / 10)) == nil }
    #expect(written == 65)
  }

  private static func at(_ seconds: Double) -> Instant { Instant(.seconds(seconds)) }
}
