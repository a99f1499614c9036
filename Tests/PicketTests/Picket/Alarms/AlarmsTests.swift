import Geofence
@testable import Picket
import Testing

/// Alarms of regions that latch, without a session.
struct AlarmsTests {
  private static let start = Instant(.seconds(9))
  private static let plain = SessionRide.ring("plain")
  private static var latching: Region {
    var region = SessionRide.ring("ring", signal: "siren")
    region.latches = true
    return region
  }

  private var alarms = Alarms([latching, plain], at: start)

  private func at(_ seconds: Double) -> Instant { Self.start.advanced(by: .seconds(seconds)) }

  private static func event(_ kind: Event.Kind, _ region: String = "ring") -> Event {
    Event(
      sequence: 1, kind: kind, region: region, time: Timestamp(nanoseconds: 0),
      crossed: Timestamp(nanoseconds: 0), coordinate: Coordinate(latitude: 0, longitude: 0))
  }

  @Test func eventBeginsAnAlarm() {
    var alarms = alarms
    #expect(alarms.note(Self.event(.exit), at: at(0)))
    #expect(alarms.alarm(of: "ring") == [.exit])
    #expect(alarms.alarm(of: "plain") == nil)
    #expect(alarms.deadline == at(5))
    #expect(alarms.deadlineReached(at: at(4), isWatching: true).repetitions.isEmpty)
    #expect(
      alarms.deadlineReached(at: at(5), isWatching: true).repetitions
        == [Alarms.Repetition(signal: "siren", region: "ring")])
    // The return is another event of the same alarm.
    #expect(!alarms.note(Self.event(.enter), at: at(6)))
    #expect(alarms.deadline == at(10))
    #expect(alarms.acknowledge().regions == ["ring"])
    #expect(alarms.deadline == nil && !alarms.areOn)
    #expect(alarms.alarm(of: "ring") == [])
  }

  @Test func onlyLatchingRegionsHaveAlarms() {
    var alarms = alarms
    #expect(!alarms.note(Self.event(.exit, "plain"), at: at(0)))
    #expect(!alarms.note(Self.event(.dwell), at: at(0)))
    #expect(alarms.deadline == nil)
    var none = Alarms([Self.plain], at: at(0))
    none.becomeBlind(since: .seconds(10), at: at(0))
    #expect(!none.isUsed && none.deadline == nil)
  }

  @Test func longBlindnessIsAnAlarm() {
    var alarms = alarms
    alarms.becomeBlind(since: .seconds(10), at: at(0))
    #expect(alarms.deadline == at(20))
    #expect(alarms.deadlineReached(at: at(20), isWatching: true).isNewlyBlind)
    #expect(alarms.on.isBlind)
    #expect(alarms.acknowledge("ring").isBlind == false)
    #expect(alarms.acknowledge(pressed: at(19)).isBlind == false)
    #expect(alarms.acknowledge(pressed: at(21)).isBlind)
    // Still blind: that was acknowledged.
    #expect(alarms.deadline == nil)
  }

  @Test func sightEndsTheAlarmOfABlindPicket() {
    var alarms = alarms
    alarms.becomeBlind(since: .seconds(60), at: at(0))
    #expect(alarms.deadlineReached(at: at(0), isWatching: true).isNewlyBlind)
    #expect(alarms.becomeSighted())
    #expect(!alarms.areOn)
    alarms.becomeBlind(since: .seconds(10), at: at(100))
    #expect(!alarms.becomeSighted())
    // Outside of the hours of all such regions, nobody needs to know.
    alarms.becomeBlind(since: .seconds(10), at: at(200))
    #expect(!alarms.deadlineReached(at: at(220), isWatching: false).isNewlyBlind)
    #expect(alarms.deadline == nil)
  }

  @Test func restartGoesOn() {
    var alarms = Alarms(
      [Self.latching, Self.plain], earlier: ["ring": [.exit], "plain": [.enter]], at: at(0))
    #expect(alarms.saved == ["ring": [.exit]])
    #expect(alarms.deadlineReached(at: at(0), isWatching: true).repetitions.count == 1)
    alarms.watch([Self.plain])
    #expect(!alarms.areOn)
  }

  @Test func laterAlarmOutlastsAPress() {
    var alarms = alarms
    _ = alarms.note(Self.event(.exit), at: at(10))
    #expect(alarms.acknowledge(pressed: at(9)).regions.isEmpty)
    #expect(alarms.areOn)
  }
}
