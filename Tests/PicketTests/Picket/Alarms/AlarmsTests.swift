import Base
import Foundation
import Geofence
@testable import Picket
import Records
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
    let found1 = alarms.note(Self.event(.exit), at: at(0))
    #expect(found1)
    #expect(alarms.alarm(of: "ring") == [.exit])
    #expect(alarms.alarm(of: "plain") == nil)
    #expect(alarms.deadline == at(5))
    let found2 = alarms.deadlineReached(at: at(4), isWatching: true)
    #expect(found2.repetitions.isEmpty)
    let found3 = alarms.deadlineReached(at: at(5), isWatching: true)
    #expect(
      found3.repetitions
        == [Alarms.Repetition(signal: "siren", region: "ring")])
    // The return is another event of the same alarm.
    let found4 = alarms.note(Self.event(.enter), at: at(6))
    #expect(!found4)
    #expect(alarms.deadline == at(10))
    let found5 = alarms.acknowledge()
    #expect(found5.regions == ["ring"])
    #expect(alarms.deadline == nil && !alarms.areOn)
    #expect(alarms.alarm(of: "ring") == [])
  }

  /// A carrier reads them in their language.
  @Test(arguments: [[Event.Kind.enter], [.exit], [.enter, .exit]])
  func reasonsHaveASentence(kinds: [Event.Kind]) {
    var alarms = alarms
    for kind in kinds { _ = alarms.note(Self.event(kind), at: at(0)) }
    alarms.becomeBlind(since: .zero, at: at(0))
    _ = alarms.deadlineReached(at: at(40), isWatching: true)
    let reasons = alarms.reasons()
    #expect(reasons.count == 2)
    for reason in reasons { #expect(Voice.log.knows(reason), "\(reason)") }
  }

  @Test func onlyLatchingRegionsHaveAlarms() {
    var alarms = alarms
    let found6 = alarms.note(Self.event(.exit, "plain"), at: at(0))
    #expect(!found6)
    let found7 = alarms.note(Self.event(.dwell), at: at(0))
    #expect(!found7)
    #expect(alarms.deadline == nil)
    var none = Alarms([Self.plain], at: at(0))
    none.becomeBlind(since: .seconds(10), at: at(0))
    #expect(!none.isUsed && none.deadline == nil)
  }

  @Test func longBlindnessIsAnAlarm() {
    var alarms = alarms
    alarms.becomeBlind(since: .seconds(10), at: at(0))
    #expect(alarms.deadline == at(20))
    let found8 = alarms.deadlineReached(at: at(20), isWatching: true)
    #expect(found8.isNewlyBlind)
    #expect(alarms.on.isBlind)
    let found9 = alarms.acknowledge("ring")
    #expect(found9.isBlind == false)
    let found10 = alarms.acknowledge(pressed: at(19))
    #expect(found10.isBlind == false)
    let found11 = alarms.acknowledge(pressed: at(21))
    #expect(found11.isBlind)
    // Still blind: that was acknowledged.
    #expect(alarms.deadline == nil)
  }

  @Test func sightEndsTheAlarmOfABlindPicket() {
    var alarms = alarms
    alarms.becomeBlind(since: .seconds(60), at: at(0))
    let found12 = alarms.deadlineReached(at: at(0), isWatching: true)
    #expect(found12.isNewlyBlind)
    let found13 = alarms.becomeSighted()
    #expect(found13)
    #expect(!alarms.areOn)
    alarms.becomeBlind(since: .seconds(10), at: at(100))
    let found14 = alarms.becomeSighted()
    #expect(!found14)
    // Outside of the hours of all such regions, nobody needs to know.
    alarms.becomeBlind(since: .seconds(10), at: at(200))
    let found15 = alarms.deadlineReached(at: at(220), isWatching: false)
    #expect(!found15.isNewlyBlind)
    #expect(alarms.deadline == nil)
  }

  @Test func restartGoesOn() {
    var alarms = Alarms(
      [Self.latching, Self.plain], earlier: ["ring": [.exit], "plain": [.enter]], at: at(0))
    #expect(alarms.saved == ["ring": [.exit]])
    let found16 = alarms.deadlineReached(at: at(0), isWatching: true)
    #expect(found16.repetitions.count == 1)
    alarms.watch([Self.plain])
    #expect(!alarms.areOn)
  }

  @Test func laterAlarmOutlastsAPress() {
    var alarms = alarms
    _ = alarms.note(Self.event(.exit), at: at(10))
    let found17 = alarms.acknowledge(pressed: at(9))
    #expect(found17.regions.isEmpty)
    #expect(alarms.areOn)
  }
}
