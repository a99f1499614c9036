import Foundation
import Glibc
import Records
import Testing

/// Walks and the journal on a real page of a real run.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct PagePastTests: @unchecked Sendable {
  private let gpsd = FakeGPSD()
  private let picket: PicketProcess
  private let page: PageProcess

  /// A run with one walk, of a ride through the ring.
  init() async throws {
    picket = try PageTests.picket(port: gpsd.port)
    page = try await PageProcess(picket)
    await gpsd.accept()
    let talk = await ControlTalk(picket)
    #expect(try talk.ask(#"{"do":"walk","start":"ride"}"#).refusal == nil)
    for epoch in Epoch.ride { gpsd.report(epoch) }
    await eventually("both events") { [picket] in picket.events == ["enter ring", "exit ring"] }
    #expect(try talk.ask(#"{"do":"walk","stop":true}"#).refusal == nil)
  }

  private func get(_ path: String, _ fields: [String: String] = [:]) throws -> PageTalk.Answer {
    try PageTalk.ask(page, "GET", path, fields)
  }

  private var walkFolder: String { picket.file("state/walks").path }

  @Test func downloadOfARevokedDeviceEnds() async throws {
    let token = try page.pair("Ann")
    let path = "\(walkFolder)/ride/reports.json"
    // More than the buffers of both ends of a connection have room for.
    let size = 64 << 20
    try #require(truncate(path, size) == 0)
    let talk = PageTalk(page)
    #expect(talk.connect())
    talk.request(
      "GET", "/download?walk=ride&format=capture",
      ["Cookie": "picket=\(token)", "X-Forwarded-For": "192.0.2.7"])
    #expect(talk.head()?.0 == 200)
    #expect(try page.command("revoke", "Ann").status == 0)
    await eventually("it is refused") {
      (try? get("/api/status", ["Cookie": "picket=\(token)", "Via": "x"]).status) == 401
    }
    #expect(talk.readToEnd() < size)
  }

  // MARK: Reading

  @Test(.limited) func walksAreListedAndRead() throws {
    let list = try get("/api/walks")
    #expect(list.status == 200, "\(list.body)")
    #expect(list.body.hasPrefix(#"{"ok":true,"scope":"control","walks":[{"#), "\(list.body)")
    for part in [#""walk":"ride""#, #""events":2"#, #""isEnded":true"#, #""bytes":"#] {
      #expect(list.body.contains(part), "\(list.body)")
    }
    let report = try get("/report?walk=ride")
    #expect(report.status == 200, "\(report.body.prefix(300))")
    #expect(report.body.hasSuffix("</html>\n"))
    let policy = try #require(report.fields["content-security-policy"])
    #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-"), "\(policy)")
    let rights = "; sandbox allow-scripts allow-downloads; frame-ancestors 'none'"
    #expect(policy.hasSuffix(rights), "\(policy)")
    #expect(!policy.contains("unsafe"))
    for (format, words, file) in [
      ("html", "<title>ride</title>", "ride.html"), ("gpx", "<trkpt ", "ride.gpx"),
      ("geojson", #""MultiLineString""#, "ride.geojson"),
    ] {
      let saved = try get("/download?walk=ride&format=\(format)")
      #expect(saved.status == 200, "\(saved.body.prefix(300))")
      #expect(saved.body.contains(words), "\(format): \(saved.body.prefix(300))")
      #expect(saved.fields["content-disposition"] == "attachment; filename=\"\(file)\"")
    }
    let capture = try get("/download?walk=ride&format=capture")
    let path = "\(walkFolder)/ride/reports.json"
    #expect(try capture.body == String(contentsOfFile: path, encoding: .utf8))
  }

  @Test(.limited) func theJournalIsReadByDay() throws {
    let days = try get("/api/journal")
    #expect(days.body.contains(#"{"day":"2026-06-03","events":2,"lines":"#), "\(days.body)")
    let day = try get("/download?day=2026-06-03&format=jsonl")
    #expect(day.body.contains(#""event":"enter","region":"ring""#), "\(day.body)")
    #expect(day.fields["content-disposition"]?.contains("journal-2026-06-03.jsonl") == true)
    #expect(try get("/download?format=jsonl").body.contains(#""event":"exit""#))
    let report = try get("/report?day=2026-06-03")
    #expect(report.body.contains("<title>Journal of 2026-06-03</title>"))
    let none = try get("/report?day=2020-01-01")
    #expect(none.status == 409)
    #expect(none.fields["content-type"] == "text/plain; charset=utf-8")
    #expect(none.body.contains("has no line of 2020-01-01"), "\(none.body)")
  }

  @Test(.limited) func sentRecordingIsReportedToItsSenderAlone() throws {
    let tour = try get("/download?walk=ride&format=gpx").body
    let type = ["Content-Type": "application/octet-stream"]
    func send(_ name: String, _ body: String) throws -> PageTalk.Answer {
      try PageTalk.ask(page, "POST", "/api/recording?name=\(name)", type, body: body)
    }
    #expect(try send("tour.gpx", tour).status == 200)
    let report = try get("/report?recording=tour.gpx&language=de")
    #expect(report.status == 200, "\(report.body.prefix(300))")
    #expect(report.body.contains("<title>tour.gpx</title>"))
    // The regions are those of the run, and no event becomes one of the run.
    #expect(report.body.contains(#""event":"enter","region":"ring""#))
    #expect(picket.events == ["enter ring", "exit ring"])
    let track = try get("/download?recording=tour.gpx&format=geojson")
    #expect(track.fields["content-disposition"]?.contains("tour.gpx.report.geojson") == true)
    #expect(track.body.contains(#""MultiLineString""#), "\(track.body.prefix(300))")
    let other = ["Cookie": "picket=\(try page.pair("Ann"))", "X-Forwarded-For": "192.0.2.7"]
    #expect(try get("/report?recording=tour.gpx", other).status == 404)
    #expect(try get("/report?recording=other.gpx").status == 404)
    // Only the last one is kept.
    #expect(try send("%2Fetc%2Fpasswd", "no recording").status == 200)
    #expect(try get("/report?recording=tour.gpx").status == 404)
    let refused = try get("/report?recording=%2Fetc%2Fpasswd")
    #expect(refused.status == 409 && refused.body.contains("no report of a fix"), "\(refused.body)")
    #expect(try PageTalk.ask(page, "POST", "/api/recording", type, body: tour).status == 400)
  }

  // MARK: Attacks

  @Test func namesNeverLeaveTheWalks() throws {
    let manager = FileManager.default
    _ = try page.folder.write("secret", to: "reports.json")
    try manager.createSymbolicLink(
      atPath: "\(walkFolder)/away", withDestinationPath: page.folder.path)
    try manager.copyItem(atPath: "\(walkFolder)/ride", toPath: "\(walkFolder)/fake")
    try manager.removeItem(atPath: "\(walkFolder)/fake/reports.json")
    try manager.createSymbolicLink(
      atPath: "\(walkFolder)/fake/reports.json",
      withDestinationPath: "\(page.folder.path)/reports.json")
    for name in [
      "", "..", ".", "../..", "..%2f..", "%2e%2e%2f%2e%2e", "..%252f", "ride%2f", "ride/../ride",
      "%2fetc", "away", "ride%00", "ride%0a", "RIDE", "-h", "--help", "\\..", "%c0%ae%c0%ae",
      walkFolder + "/ride",
    ] {
      for path in ["/report?walk=\(name)", "/download?format=capture&walk=\(name)"] {
        let answer = try get(path)
        #expect([400, 404].contains(answer.status), "\(path): \(answer.status)")
        #expect(!answer.body.contains("secret"))
      }
    }
    for format in ["capture", "gpx", "html"] {
      let fake = try get("/download?walk=fake&format=\(format)")
      #expect(fake.status != 200, "\(format)")
      #expect(!fake.body.contains("secret"))
    }
    for path in [
      "/report?walk=ride&config=/etc/passwd", "/report?day=--regions", "/download?walk=ride",
      "/download?walk=ride&format=exe", "/report?walk=ride&day=2026-06-03",
    ] {
      #expect(try get(path).status == 400, "\(path)")
    }
    #expect(try get("/report/ride").status == 404)
    #expect(try get("/report?walk=ride", ["Origin": "http://evil.example"]).status == 403)
    #expect(try get("/report?walk=ride", ["Sec-Fetch-Site": "cross-site"]).status == 403)
    #expect(try get("/api/walks", ["Host": "evil.example"]).status == 421)
    #expect(try get("/download?walk=ride&format=gpx", ["Via": "1.1 proxy"]).status == 401)
  }

  @Test(.limited) func manyReportsAtATimeAreBounded() async throws {
    let phones = (0..<16).map { _ in PageTalk(page) }
    for phone in phones {
      // They are made one after the other.
      #expect(phone.connect(within: 240))
      phone.request("GET", "/report?walk=ride")
    }
    // Meanwhile the page answers, and so does the controller once it has named the walks' folder.
    #expect(try get("/page.css").status == 200)
    await eventually("the controller answers") { (try? get("/api/status").status) == 200 }
    #expect(page.children <= 1)
    let answers = phones.compactMap { $0.answer() }
    let statuses = answers.map(\.status)
    #expect(answers.count == phones.count && statuses.count { $0 == 200 } >= 5, "\(statuses)")
    // A person has opened them.
    let refusals = answers.filter { $0.status == 503 }.map(\.body)
    #expect(!refusals.isEmpty && !refusals.contains { $0.contains("{") }, "\(refusals)")
    #expect(statuses.allSatisfy { [200, 503].contains($0) }, "\(statuses)")
    await eventually("no program is left") { page.children == 0 }
    #expect(try get("/report?walk=ride").status == 200)
  }

  @Test(.limited) func hangUpLeavesNothing() async throws {
    let descriptors = page.descriptors
    for _ in 0..<20 {
      let phone = PageTalk(page)
      #expect(phone.connect())
      phone.request("GET", "/download?walk=ride&format=capture")
      phone.finish()
    }
    await eventually("they are gone") { page.children == 0 && page.descriptors <= descriptors + 1 }
    #expect(try get("/download?walk=ride&format=gpx").status == 200)
  }

  // MARK: Removing

  private func remove(
    _ name: String, _ fields: [String: String] = [:]
  ) throws -> PageTalk.Answer {
    try PageTalk.ask(page, "POST", "/api/walk", fields, body: #"{"remove":"\#(name)"}"#)
  }

  @Test(.limited) func onlyAllowedDevicesRemoveAWalk() async throws {
    let token = try page.pair("guest", "--read-only")
    let guest = ["X-Forwarded-For": "192.168.4.20", "Cookie": "picket=\(token)"]
    await eventually("the page has read it") {
      (try? PageTalk.ask(page, "GET", "/api/status", guest).status) == 200
    }
    #expect(try get("/api/walks", guest).body.contains(#""scope":"view""#))
    #expect(try get("/download?walk=ride&format=gpx", guest).status == 200)
    #expect(try remove("ride", guest).status == 403)
    #expect(try remove("ride", ["Origin": "http://evil.example"]).status == 403)
    #expect(try remove("ride", ["X-Forwarded-For": "192.168.4.20"]).status == 401)
    #expect(try get("/api/walk?remove=ride").status == 405)
    for name in ["..", "../walks/ride", "", ".", "ride/", "nope", "/"] {
      let refused = try remove(name)
      #expect(refused.status == 409, "\(name): \(refused.body)")
    }
    #expect(FileManager.default.fileExists(atPath: "\(walkFolder)/ride/walk.jsonl"))

    #expect(
      try PageTalk.ask(page, "POST", "/api/walk", body: #"{"start":"next"}"#).status == 200)
    let busy = try remove("next")
    #expect(busy.status == 409)
    #expect(busy.body.contains("is being recorded"), "\(busy.body)")
    #expect(try get("/api/walks").body.contains(#""recording":"next""#))
    #expect(try remove("ride").status == 200)
    #expect(!FileManager.default.fileExists(atPath: "\(walkFolder)/ride"))
    #expect(try get("/report?walk=ride").status == 404)
    // The walk that is being recorded goes on.
    #expect(try PageTalk.ask(page, "POST", "/api/walk", body: #"{"stop":true}"#).status == 200)
    #expect(try remove("next").status == 200)
    #expect(picket.end().status == 0)
    // The journal and the walks can be read without the controller.
    #expect(try get("/api/walks").body.contains(#""walks":[]"#))
    #expect(try get("/report?day=2026-06-03").status == 200)
  }
}
