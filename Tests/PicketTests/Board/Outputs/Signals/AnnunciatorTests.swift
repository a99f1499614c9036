import Base
import Board
import Dispatch
import Geofence
import Picket
import Testing

struct AnnunciatorTests {
  /// Lines whose light cannot be set.
  private final class Lines: OutputLines {
    private let record: @Sendable (String) -> Void

    init(_ record: @escaping @Sendable (String) -> Void) { self.record = record }

    func set(_ output: String, to level: Level) throws {
      guard output == "buzzer" else { throw SystemError("set \(output)", code: 19) }
      record("\(output) \(level.isActive)")
    }
  }

  @Test(arguments: [true, false])
  func faultSignalIsSilentAtNight(_ isNight: Bool) throws {
    let queue = DispatchQueue(label: "annunciator")
    var configuration = Configuration()
    // These hours are valid in every time zone.
    configuration.outputs.quiet.hours = isNight ? try QuietHours("00:00", "23:59") : nil
    let sounds = Sounds()
    let annunciator = Annunciator(
      configuration.outputs, lines: Lines { sounds.add($0) }, queue: queue)
    let time = try #require(Timestamp(rfc3339: "2026-06-03T12:00:30Z"))
    queue.sync {
      let now = MonotonicClock.now
      annunciator.set(WallClock(time, at: now), at: now)
      // The light of the entry fails, and so does the light of the fault.
      annunciator.play("enter")
      annunciator.acknowledge(pressed: MonotonicClock.now)
      #expect(annunciator.hearing.isQuiet == isNight)
      #expect(["buzzer", "led"].map { annunciator.state(of: $0).isFaulty } == [false, true])
    }
    #expect(sounds.all.contains("buzzer true") == !isNight)
  }

  /// The changes in their order; only used on one queue.
  private final class Sounds: @unchecked Sendable {
    private(set) var all: [String] = []
    func add(_ sound: String) { all.append(sound) }
  }
}
