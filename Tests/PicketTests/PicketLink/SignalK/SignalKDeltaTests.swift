import Geofence
@testable import PicketLink
import Records
import Testing

/// Deltas by what Signal K's specification 1.8 demands in `schemas/delta.json`,
/// `schemas/groups/notifications.json` and `schemas/definitions.json`.
struct SignalKDeltaTests {
  private let time = Timestamp(nanoseconds: 1_780_477_200_000_000_000)

  private func lines(_ ids: [String]) -> [String] {
    SignalKDelta.lines(
      ids.map { id in
        (
          path: "notifications.regions.\(SignalKNotification.level(id))",
          notification: SignalKNotification(state: .alarm, message: "inside \(id)")
        )
      }, of: "orchard 3", at: time)
  }

  @Test func aDeltaHasTheFormOfTheSpecification() {
    #expect(
      SignalKDelta.lines(
        [
          ("notifications.a", SignalKNotification(state: .alarm, message: "say \"a\"")),
          ("notifications.b", nil),
        ], of: "b", at: time) == [
          #"{"context":"vessels.self","updates":[{"$source":"picket.b","#
            + #""timestamp":"2026-06-03T09:00:00.000Z","values":["#
            + #"{"path":"notifications.a","value":{"state":"alarm","method":["visual","sound"],"#
            + #""message":"say \"a\""}},{"path":"notifications.b","value":null}]}]}"#
        ])
  }

  @Test func everyLevelOfAPathIsOneOfTheSpecification() {
    let ids = [
      "orchard", "gate-1", "north field", "Wiesen/Süd", "fire", "", "a.b", "a_b", "*", "🐝",
    ]
    let levels = ids.map(SignalKNotification.level)
    #expect(levels.prefix(2) == ["orchard", "gate-1"])
    #expect(Set(levels).count == ids.count)
    for level in levels {
      #expect(level.wholeMatch(of: /[A-Za-z0-9-]+/) != nil)
      #expect(level != "fire")
    }
  }

  @Test func eachLineFitsIntoADatagram() throws {
    let ids = (0..<2_000).map { "region-\($0)" }
    let lines = lines(ids)
    #expect(lines.allSatisfy { $0.utf8.count <= 1_472 })
    var paths: [String] = []
    for line in lines {
      let reply = try #require(Reply(line))
      let update = try #require(reply.objects("updates").first)
      #expect(update.text("$source") == "picket.orchard-3-49425af7")
      paths += update.objects("values").compactMap { $0.text("path") }
    }
    #expect(paths == ids.map { "notifications.regions.\($0)" })
  }

  @Test func nothingGivesNoLine() {
    #expect(lines([]).isEmpty)
  }
}
