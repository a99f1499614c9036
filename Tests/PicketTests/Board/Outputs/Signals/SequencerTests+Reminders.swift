import Board
import Geofence
import Testing

extension SequencerTests {
  @Test func equalRemindersWaitAsOne() throws {
    var sequencer = Sequencer()
    sequencer.play(try Signal("exit", ["buzzer": "500"]), at: Instant(.zero))
    for _ in 0..<20 {
      sequencer.play(try Signal("reminder", ["buzzer": "100"]), at: Instant(.zero))
    }
    #expect(sequencer.waitingCount == 1)
    sequencer.play(try Signal("last_reminder", ["buzzer": "200"]), at: Instant(.zero))
    #expect(sequencer.waitingCount == 2)
    #expect(!sequencer.isBehind)
  }

  @Test func waitingRemindersAreDropped() throws {
    let player = Player()
    player.play(try Signal("exit", ["buzzer": "500"]))
    for name in ["reminder", "mark", "last_reminder"] {
      player.play(try Signal(name, ["buzzer": "100"]))
    }
    player.sequencer.withdrawReminders()
    player.run()
    #expect(player.log == ["0 buzzer on", "500 buzzer off", "800 buzzer on", "900 buzzer off"])
  }
}
