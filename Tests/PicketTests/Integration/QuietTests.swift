import Foundation
import Glibc
import Records
import Testing

/// Quiet hours of a live run, where 09:00 UTC is 22:00.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct QuietTests {
  private static func picket(
    port: Int, from: String, environment: [String: String] = ["TZ": "XXX-13"],
    through wrapper: [String] = []
  ) throws -> PicketProcess {
    try PicketProcess(
      port: port, regions: Epoch.regions(),
      configuration: """
        [blind]
        limit = 3600
        [quiet]
        from = "\(from)"
        to = "06:00"
        [signal.ready]
        [signal.sighted]
        """, environment: environment, through: wrapper)
  }

  private static func times(_ words: String, in picket: PicketProcess) -> Int {
    picket.output.components(separatedBy: words).count - 1
  }

  @Test func waitingSignalsAreSilentInQuietHours() async throws {
    let gpsd = FakeGPSD()
    let picket = try Self.picket(port: gpsd.port, from: "22:01")
    await gpsd.accept()
    let talk = await ControlTalk(picket)
    gpsd.report(Epoch(second: 56, east: -150))
    await eventually("it is sighted") { picket.output.contains("sighted") }
    #expect(try !talk.ask(#"{"do":"status"}"#).flag("quiet"))
    for _ in 0..<4 {
      for output in ["buzzer", "led"] {
        let request = #"{"do":"play","output":"\#(output)","pattern":"100/500"}"#
        #expect(try talk.ask(request).refusal == nil)
      }
    }
    await eventually("the hour comes") {
      (try? talk.ask(#"{"do":"status"}"#).flag("quiet")) == true
    }
    let sounded = Self.times("buzzer active", in: picket)
    #expect(sounded < 4)
    // The signals play one after the other: all have played after the last light.
    await eventually("the lights go on") { Self.times("led active", in: picket) == 4 }
    #expect(Self.times("buzzer active", in: picket) == sounded)
    #expect(try talk.ask(#"{"do":"play","output":"buzzer"}"#).flag("muted"))
    #expect(picket.end().status == 0)
  }

  @Test func statusReportsQuietHoursAndMute() async throws {
    let gpsd = FakeGPSD()
    let picket = try Self.picket(port: gpsd.port, from: "22:00")
    await gpsd.accept()
    let talk = await ControlTalk(picket)
    #expect(try !talk.ask(#"{"do":"status"}"#).flag("quiet"))
    gpsd.report(Epoch.ride[0])
    // No signal has been played since.
    await eventually("it is quiet") { (try? talk.ask(#"{"do":"status"}"#).flag("quiet")) == true }
    #expect(try talk.ask(#"{"do":"mute","seconds":60}"#).refusal == nil)
    let status = try PicketCommandRun(["status", "--config", picket.file("picket.toml").path])
    #expect(status.output.contains("sound      muted for "))
    #expect(status.output.contains(", and quiet hours\n"), "\(status.output)")
    #expect(try talk.ask(#"{"do":"unmute"}"#).refusal == nil)
    #expect(try talk.ask(#"{"do":"status"}"#).flag("quiet"))
    #expect(picket.end().status == 0)
  }

  /// Whether this process can start another process with its own mounts.
  private static let mayMount: Bool = {
    guard access("/etc/localtime", F_OK) == 0, access("/usr/share/zoneinfo/Etc/GMT-13", F_OK) == 0,
      let process = try? Process.run(
        URL(fileURLWithPath: "/usr/bin/unshare"), arguments: ["-m", "mount", "--bind", "/", "/"])
    else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  @Test(.enabled(if: mayMount, "only root can put another zone in place of the board's"))
  func reloadAppliesAChangedTimeZone() async throws {
    let gpsd = FakeGPSD()
    let folder = try TemporaryFolder()
    let zones = "/usr/share/zoneinfo/Etc/"
    let utc = try Data(contentsOf: URL(fileURLWithPath: zones + "UTC"))
    let zone = try folder.write(utc, to: "zone")
    let picket = try Self.picket(
      port: gpsd.port, from: "22:00", environment: [:],
      through: [
        "/usr/bin/unshare", "-m", "/bin/sh", "-c",
        "unset TZ; mount --bind \"$0\" /etc/localtime && exec \"$@\"", zone,
      ])
    try await gpsd.accept(from: picket)
    let talk = await ControlTalk(picket)
    gpsd.report(Epoch.ride[0])
    await eventually("it is sighted") { picket.output.contains("sighted") }
    #expect(try !talk.ask(#"{"do":"status"}"#).flag("quiet"))
    // Overwritten in place, as the file itself is mounted; its time shows that it has changed.
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: zone))
    try file.write(contentsOf: try Data(contentsOf: URL(fileURLWithPath: zones + "GMT-13")))
    try file.close()
    var later = [
      timeval(tv_sec: 4_000_000_000, tv_usec: 0), timeval(tv_sec: 4_000_000_000, tv_usec: 0),
    ]
    #expect(utimes(zone, &later) == 0)
    picket.send(SIGHUP)
    await eventually("the files are read again") { picket.log.contains("reloaded: ") }
    await eventually("it is 22:00") { (try? talk.ask(#"{"do":"status"}"#).flag("quiet")) == true }
    #expect(picket.end().status == 0)
  }

  @Test(
    .enabled(
      if: access("/usr/share/zoneinfo/Europe/Zagreb", F_OK) == 0, "no time zones are installed"),
    arguments: [
      ("Europe/Zagreb", "2026-03-28T20:59:50Z", "2026-03-28T21:00:00Z", "2026-03-29T03:59:55Z"),
      ("Europe/Zagreb", "2026-10-24T19:59:50Z", "2026-10-24T20:00:00Z", "2026-10-25T04:59:55Z"),
      ("America/New_York", "2026-03-08T02:59:50Z", "2026-03-08T03:00:00Z", "2026-03-08T09:59:55Z"),
      ("America/New_York", "2026-11-01T01:59:50Z", "2026-11-01T02:00:00Z", "2026-11-01T10:59:55Z"),
    ] as [(String, String, String, String)])
  func clockChangeDoesNotEndTheNight(
    _ zone: String, _ before: String, _ first: String, _ last: String
  ) async throws {
    let gpsd = FakeGPSD()
    let picket = try Self.picket(port: gpsd.port, from: "22:00", environment: ["TZ": zone])
    await gpsd.accept()
    let talk = await ControlTalk(picket)
    func isQuiet(at time: String) async -> Bool? {
      // A clock that jumps by hours is trusted once it has run for five seconds.
      let formatter = ISO8601DateFormatter()
      for ago in (0...6).reversed() {
        let second = formatter.date(from: time)?.addingTimeInterval(-Double(ago)) ?? .distantPast
        gpsd.sendLine(
          """
          {"class":"TPV","device":"/dev/gps","mode":3,"time":"\(formatter.string(from: second))",\
          "lat":47.0,"lon":15.1}
          """)
      }
      var status: Reply?
      await eventually("the fix has come") {
        status = try? talk.ask(#"{"do":"status"}"#)
        return status?.text("time")?.hasPrefix(time.dropLast(3)) == true
      }
      return status?.flag("quiet")
    }
    #expect(await isQuiet(at: before) == false)
    #expect(await isQuiet(at: first) == true)
    let hours = ["23:30:00", "00:30:00", "01:00:00", "01:30:00", "02:30:00", "03:30:00"]
    let (evening, morning) = (first.prefix(11), last.prefix(11))
    for hour in hours {
      let time = (hour.hasPrefix("23") && evening != morning ? evening : morning) + hour + "Z"
      guard time > first, time < last else { continue }
      #expect(await isQuiet(at: "\(time)") == true, "\(time)")
    }
    #expect(await isQuiet(at: last) == true)
    await eventually("it is over") { (try? talk.ask(#"{"do":"status"}"#).flag("quiet")) == false }
    #expect(picket.end().status == 0)
  }
}
