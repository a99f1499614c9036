import Foundation
import Glibc
import Records
import Testing

/// A carrier inside the largest possible number of regions.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct ManyRegionsTests {
  @Test func answersAreBoundedAndCountTheRest() async throws {
    let gpsd = FakeGPSD()
    let folder = try TemporaryFolder()
    let manager = NotifySocket(in: folder)
    let picket = try PicketProcess(
      port: gpsd.port, regions: Self.regions, in: folder,
      environment: ["NOTIFY_SOCKET": manager.path])
    await gpsd.accept()
    let talk = await ControlTalk(picket)
    #expect(try talk.ask(#"{"do":"watch","fixes":true}"#).refusal == nil)
    gpsd.report(Epoch(second: 0, east: -150))
    var fix: Reply?
    await eventually("the fix is reported") {
      fix = talk.next(within: 1).flatMap(Reply.init) ?? fix
      return fix?.text("fix") == "trusted"
    }
    #expect(fix?.objects("regions").count == 100)
    #expect(fix?.number("regions_more") == 9900)

    let status = try talk.ask(#"{"do":"status"}"#)
    #expect(status.refusal == nil)
    #expect(status.number("watched") == 10_000)
    #expect(status.texts("inside").count == 2000)
    #expect(status.number("inside_more") == 8000)
    #expect(status.objects("near").count == 3)
    let waiting = status.objects("dwell").count
    #expect(waiting > 0)
    #expect(Double(waiting) + (status.number("dwell_more") ?? 0) == 10_000)
    let regions = try talk.ask(#"{"do":"regions"}"#)
    #expect(regions.flag("more"))
    #expect(regions.texts("inside").count == 2000)

    let text = try PicketCommandRun("status", "--config", picket.file("picket.toml").path)
    let lines = text.output.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("inside     r0000, ") && $0.hasSuffix(" and 9980 more") })
    #expect(lines.count < 60)
    #expect(picket.log.split(separator: "\n").count < 100)
    await eventually("the manager gets the status") {
      manager.messages.contains { $0.hasPrefix("STATUS=") && $0.hasSuffix(" and 9980 more") }
    }
    #expect(picket.end().status == 0)
    let journal = picket.text(of: "state/journal.1.jsonl").split(separator: "\n")
    #expect(journal.contains { $0.contains(#""event":"stop""#) && $0.contains(" and 9980 more") })
    #expect(journal.allSatisfy { $0.utf8.count < 1000 })
    #expect(picket.output.split(separator: "\n").count < 400)
    // The lines of the next start are as short.
    let again = try PicketProcess(port: 1, regions: Self.regions, in: folder)
    await eventually("it starts") { again.log.contains("inside when last seen: r0000, ") }
    #expect(again.log.split(separator: "\n").allSatisfy { $0.utf8.count < 1000 })
    #expect(again.end().status == 0)
  }

  @Test func thousandsOfWarningsAreSummarized() async throws {
    let picket = try PicketProcess(
      port: 1, regions: Self.regions, configuration: "[regions]\nmax_radius = 500")
    let talk = await ControlTalk(picket)
    let reply = try talk.ask(#"{"do":"reload"}"#)
    #expect(reply.flag("reloaded"), "\(reply.text.prefix(200))")
    #expect(reply.texts("warnings").count == 20)
    #expect(reply.number("warnings_more") == 9980)
    await eventually("they are logged") {
      picket.log.components(separatedBy: "; the same of 9999 more features").count == 3
    }
    #expect(picket.log.split(separator: "\n").count < 100)
    #expect(picket.end().status == 0)
  }

  /// Circles of a kilometre around the ride: the carrier stays in all of them.
  private static let regions = {
    let features = (0..<10_000).map { number in
      """
      {"type":"Feature","id":"r\(String(repeating: "0", count: 4 - String(number).count))\(number)",\
      "properties":{"radius":1000,"dwell":3600},\
      "geometry":{"type":"Point","coordinates":[15.0,47.0]}}
      """
    }
    return """
      {"type":"FeatureCollection","features":[\(features.joined(separator: ",\n"))]}
      """
  }()
}
