@testable import Board
import Testing

extension PWMChannelTests {
  private static func servo(endsActive: Bool = false) -> Output {
    var output = Output(name: "flap")
    output.kind = .servo
    output.endsActive = endsActive
    var pwm = PWMSettings(device: "fe20c000.pwm", channel: 1)
    pwm.pulses = ServoPulses(on: 2000, off: 1000)
    output.pwm = pwm
    return output
  }

  @Test(arguments: [false, true])
  func servoMovesAndStaysAtItsEnd(_ endsActive: Bool) throws {
    let board = try PWMBoard()
    let end = endsActive ? "2000000" : "1000000"
    do {
      let lines = try BoardLines(
        [Self.servo(endsActive: endsActive)], button: nil, pwmRoot: board.root)
      #expect(board.numbers == ["20000000", end, "1"])
      try lines.set("flap", to: .active())
      #expect(board.numbers == ["20000000", "2000000", "1"])
      try lines.set("flap", to: .inactive)
      #expect(board.numbers == ["20000000", "1000000", "1"])
    }
    // The pulses go on: without them the load would move it.
    #expect(board.numbers == ["20000000", end, "1"])
  }

  @Test func servoIsLeftAtItsEnd() throws {
    let board = try PWMBoard()
    let outcomes = BoardSilence.apply([Self.servo(endsActive: true)], pwmRoot: board.root)
    #expect(
      outcomes == [
        .left(
          output: "flap", isActive: true,
          place: "channel 1 of \(board.root)/pwmchip3 (fe20c000.pwm)")
      ])
    #expect(board.numbers == ["20000000", "2000000", "1"])
  }
}
