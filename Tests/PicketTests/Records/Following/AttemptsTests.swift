import Records
import Testing

struct AttemptsTests {
  @Test func waitsDoubleUpToFiveMinutes() {
    var attempts = Attempts(limit: 12)
    let consequences = (0..<11).map { _ in attempts.fail() }
    let seconds = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]
    #expect(consequences == seconds.map { .again(after: .seconds($0)) })
  }

  @Test func lastFailureSkipsTheEvent() {
    var attempts = Attempts(limit: 2)
    #expect(attempts.fail() == .again(after: .seconds(1)))
    #expect(attempts.fail() == .skip)
    var only = Attempts(limit: 1)
    #expect(only.fail() == .skip)
  }
}
