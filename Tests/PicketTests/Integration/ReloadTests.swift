import Foundation
import Geofence
import Glibc
import Records
import Testing

/// Files that are reloaded many times during a walk.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct ReloadTests {
  @Test func newestOfSixtyReloadsWins() async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(port: gpsd.port, regions: Self.regions(2000))
    await gpsd.accept()
    let talk = await ControlTalk(picket)
    #expect(try talk.ask(#"{"do":"watch","fixes":true}"#).refusal == nil)
    var sent: [ContinuousClock.Instant] = []
    var delays: [Duration] = []
    let start = ContinuousClock.now
    var signals = 0
    while sent.count < 80 {
      let now = ContinuousClock.now
      let tenths = start.duration(to: now) / .milliseconds(100)
      if tenths >= Double(sent.count) {
        gpsd.report(Epoch(second: Double(sent.count) / 10, east: -150))
        sent.append(.now)
      }
      // For one second, starting in the third second.
      if signals < 60, tenths >= 20 + Double(signals) / 6 {
        if signals == 40 {
          try Self.regions(2000, first: "newest").write(
            to: picket.file("regions.geojson"), atomically: true, encoding: .utf8)
        }
        picket.send(SIGHUP)
        signals += 1
      }
      while let reply = talk.next(within: 0.002).flatMap(Reply.init) {
        guard reply.text("fix") != nil, let index = Self.index(of: reply) else { continue }
        delays.append(sent[index].duration(to: .now))
      }
    }
    // The last request is answered by a reading that begins after it.
    #expect(try talk.ask(#"{"do":"reload"}"#).flag("reloaded"))
    let readings = picket.log.components(separatedBy: "reloaded: ").count - 1
    #expect(try talk.ask(#"{"do":"state","region":"newest"}"#).refusal == nil)
    delays.sort()
    let middle = try #require(delays.dropFirst(delays.count / 2).first)
    let most = delays[delays.count - 1]
    print("60 SIGHUPs in a second: \(readings) readings, a fix after \(middle), \(most) at most")
    #expect(readings < 20)
    // Readings take most of this time. On a busy machine any single fix may wait for a processor.
    #expect(middle < .milliseconds(500))
    #expect(picket.end().status == 0)
  }

  @Test func requestIsAnsweredByALaterReading() async throws {
    let picket = try PicketProcess(port: 1, regions: Self.regions(1))
    let talks = await ControlTalk.clients(6, of: picket)
    // Sixty requests are accepted at once.
    for count in 2...11 {
      // Requests before the file is written must not determine the answers of the others.
      for talk in talks[..<2] { talk.sendLine(#"{"do":"reload","id":"early"}"#) }
      try Self.regions(count).write(
        to: picket.file("regions.geojson"), atomically: true, encoding: .utf8)
      for talk in talks[2...] { talk.sendLine(#"{"do":"reload","id":"late"}"#) }
      for talk in talks {
        let reply = try talk.reply()
        #expect(reply.flag("reloaded"))
        guard reply.text("id") == "late" else { continue }
        #expect(reply.number("watched") == Double(count), "\(reply.text)")
      }
    }
    #expect(picket.end().status == 0)
  }

  @Test(arguments: geteuid() == 0 ? [false, true] : [false])
  func memoryIsReleasedAfterAReload(_ isLocked: Bool) async throws {
    let gpsd = FakeGPSD()
    let picket = try PicketProcess(
      port: gpsd.port, regions: Self.regions(3000, corners: 100),
      configuration: "[process]\nlock_memory = \(isLocked)")
    await gpsd.accept()
    let talk = await ControlTalk(picket)
    // The memory for answers is allocated, too.
    #expect(try talk.ask(#"{"do":"status"}"#).refusal == nil)
    await eventually("the memory is steady") { Self.isSteady(picket) }
    let before = try picket.memory()
    for _ in 0..<4 {
      let reply = try talk.ask(#"{"do":"reload"}"#)
      #expect(reply.flag("reloaded"), "\(reply.text)")
    }
    // A request waits for the end of the previous reading, and then for its own.
    #expect(try talk.ask(#"{"do":"reload"}"#).flag("reloaded"))
    await eventually("the memory is steady again") { Self.isSteady(picket) }
    let after = try picket.memory()
    print("reloads, locked \(isLocked): from \(before) to \(after)")
    #expect(
      !after.hasGrown(by: before.kilobytes / 4, since: before), "from \(before) to \(after)")
    #expect(picket.end().status == 0)
  }

  /// Whether its memory stays the same for a while.
  private static func isSteady(_ picket: PicketProcess) -> Bool {
    let before = try? picket.memory()
    usleep(300_000)
    return (try? picket.memory()) == before
  }

  private static func index(of reply: Reply) -> Int? {
    // "2026-06-03T09:00:07.900Z" is the 80th.
    guard let time = reply.text("time"), let seconds = Double(time.dropFirst(17).dropLast()) else {
      return nil
    }
    return Int((seconds * 10).rounded())
  }

  /// This many polygons in a grid away from the ride.
  private static func regions(_ count: Int, corners: Int = 50, first: String = "r0") -> String {
    let features = (0..<count).map { number in
      let (north, east) = (48 + 0.02 * Double(number / 100), 15 + 0.02 * Double(number % 100))
      let ring = (0..<corners).map { corner in
        let angle = 2 * Double.pi * Double(corner) / Double(corners)
        return String(format: "[%.6f,%.6f]", east + 0.004 * cos(angle), north + 0.004 * sin(angle))
      }
      return """
        {"type":"Feature","id":"\(number == 0 ? first : "r\(number)")","properties":{},"geometry":\
        {"type":"Polygon","coordinates":[[\((ring + ring.prefix(1)).joined(separator: ","))]]}}
        """
    }
    return """
      {"type":"FeatureCollection","features":[\(features.joined(separator: ",\n"))]}
      """
  }
}
