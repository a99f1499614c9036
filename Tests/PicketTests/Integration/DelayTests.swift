import Foundation
import Geofence
import Glibc
import Records
import Testing

/// The time from the last byte of a fix to its decision, whatever gpsd sent before.
@Suite(.timeLimit(.minutes(20)))
struct DelayTests {
  /// Allows for a busy machine; a fix that waits for the next report is a second late.
  private static let limit = Duration.milliseconds(400)

  @Test(arguments: GPSDStream.Change.allCases)
  func changedFixIsReadAtOnce(after change: GPSDStream.Change) async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions())
    let talk = try await Self.watch(picket)
    var worst: [Duration] = []
    // Another process may delay one attempt, but not every attempt.
    for attempt in 0..<3 {
      await gpsd.accept()
      let delays = Self.delays(of: GPSDStream(change, clock: 60 * attempt), from: gpsd, to: talk)
      worst.append(try #require(delays.max()))
      if worst[attempt] < Self.limit { break }
      gpsd.hangUp()
    }
    #expect(worst.contains { $0 < Self.limit }, "\(worst)")
    #expect(picket.end().status == 0)
  }

  @Test func randomFixesAreReadAtOnce() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions())
    let talk = try await Self.watch(picket)
    await gpsd.accept()
    let delays = Self.delays(of: GPSDStream(seed: 11, fixes: 60), from: gpsd, to: talk)
    let late = delays.filter { $0 >= Self.limit }
    print("the latest of \(delays.count) fixes was read after \(delays.max() ?? .zero)")
    #expect(delays.count == 60)
    #expect(late.count <= 1, "\(late)")
    #expect(picket.end().status == 0)
  }

  /// Sends a stream and returns the delay from the last byte of each fix to its display.
  private static func delays(
    of stream: GPSDStream, from gpsd: FakeGPSD, to talk: ControlTalk
  ) -> [Duration] {
    let start = ContinuousClock.now
    var (sent, shown): ([ContinuousClock.Instant], [ContinuousClock.Instant]) = ([], [])
    func look(until end: ContinuousClock.Instant) {
      while let line = talk.next(within: ContinuousClock.now.duration(to: end) / .seconds(1)) {
        guard Reply(line)?.text("fix") != nil else { continue }
        shown.append(.now)
        if sent.count == stream.pieces.count(where: \.endsFix), shown.count == sent.count { return }
      }
    }
    for piece in stream.pieces {
      look(until: start.advanced(by: .seconds(piece.time)))
      gpsd.send(piece.bytes)
      if piece.endsFix { sent.append(.now) }
    }
    look(until: .now.advanced(by: .seconds(10)))
    #expect(shown.count == sent.count, "\(shown.count) of \(sent.count) fixes were shown")
    return zip(sent, shown).map { $0.duration(to: $1) }
  }

  private static func watch(_ picket: PicketProcess) async throws -> ControlTalk {
    let talk = await ControlTalk(picket)
    #expect(try talk.ask(#"{"do":"watch","fixes":true}"#).refusal == nil)
    return talk
  }
}
