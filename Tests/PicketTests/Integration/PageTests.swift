import Base
import Foundation
import Glibc
import Records
import Testing

/// A real page of a real run.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct PageTests {
  static func picket(
    port: Int = 1, in folder: TemporaryFolder? = nil
  ) throws -> PicketProcess {
    try PicketProcess(port: port, regions: Epoch.regions(), speed: 10, in: folder)
  }

  // MARK: Live

  @Test func fixesAndEventsArriveAtOnce() async throws {
    let gpsd = FakeGPSD()
    let picket = try Self.picket(port: gpsd.port)
    await gpsd.accept()
    let page = try await PageProcess(picket)
    let phone = PageTalk(page)
    #expect(phone.connect())
    #expect(phone.stream() == 200)
    await eventually("the page watches") { page.log.contains("watching picket") }
    _ = try #require(phone.message("status"))
    for epoch in Epoch.ride { gpsd.report(epoch) }
    var kinds: Set<String> = []
    var events: [String] = []
    while events.count < 2 || !kinds.isSuperset(of: ["fix", "output", "status"]) {
      let message = try #require(phone.message(), "\(page.log)")
      kinds.insert(message.kind)
      guard message.kind == "journal", let reply = Reply(message.data) else { continue }
      if let sequence = reply.number("seq") {
        #expect(message.id?.hasPrefix("\(Int(sequence))-") == true, "\(message.id ?? "")")
        events.append("\(reply.text("event") ?? "") \(reply.text("region") ?? "")")
      }
    }
    #expect(events == ["enter ring", "exit ring"])
    // A phone that connects later gets the track so far.
    let late = PageTalk(page)
    #expect(late.connect())
    #expect(late.stream() == 200)
    let track = try #require(late.message("track"))
    #expect(track.data.hasPrefix(#"[["2026-06-03T09:00:0"#), "\(track.data.prefix(80))")
    #expect(page.end() == 0)
    #expect(picket.end().status == 0)
  }

  @Test func nothingIsMissingAfterALostConnection() async throws {
    let gpsd = FakeGPSD()
    let picket = try Self.picket(port: gpsd.port)
    await gpsd.accept()
    let page = try await PageProcess(picket)
    var seen: [String] = []
    var phone = PageTalk(page)
    #expect(phone.connect())
    #expect(phone.stream() == 200)
    for epoch in Epoch.ride { gpsd.report(epoch) }
    while seen.last?.hasPrefix("1-") != true {
      seen.append(try #require(phone.message("journal")?.id))
    }
    // The phone is away while the controller and the page start again.
    phone = PageTalk(page)
    await eventually("the exit") { picket.events.count == 2 }
    #expect(picket.end().status == 0)
    let again = try PicketProcess(
      port: 1, regions: Epoch.regions(), speed: 10, in: picket.folder)
    let other = try await PageProcess(again)
    for path in ["/events", "/events?last=\(seen[0])"] {
      let back = PageTalk(other)
      #expect(back.connect())
      // The header is newer than the address.
      #expect(back.stream(path, ["Last-Event-ID": seen[seen.count - 1]]) == 200)
      var all = seen
      var lines: [String] = []
      repeat {
        let message = try #require(back.message("journal"), "\(other.log)")
        all.append(try #require(message.id))
        lines.append(message.data)
      } while !(lines.last?.contains(#""event":"start""#) ?? false)
      #expect(Set(all).count == all.count)
      #expect(all.contains { $0.hasPrefix("2-") })
      let written = (1...2).flatMap { number in
        picket.text(of: "state/journal.\(number).jsonl").split(separator: "\n").dropFirst()
      }
      let started = try #require(written.lastIndex { $0.contains(#""event":"start""#) })
      #expect(all.count == started + 1, "\(all) of \(written)")
    }
  }

  @Test func aControllerThatEndsIsReported() async throws {
    let picket = try Self.picket()
    let page = try await PageProcess(picket)
    let phone = PageTalk(page)
    #expect(phone.connect())
    #expect(phone.stream() == 200)
    _ = try #require(phone.message("status"))
    #expect(picket.end().status == 0)
    while let message = phone.message("controller") {
      if message.data.contains(#""connected":false"#) { break }
    }
    #expect(try PageTalk.ask(page, "GET", "/api/status").status == 503)
    let again = try Self.picket(in: picket.folder)
    while let message = phone.message("controller") {
      if message.data.contains(#""connected":true"#) { break }
    }
    #expect(try PageTalk.ask(page, "GET", "/api/status").status == 200)
    #expect(again.end().status == 0)
  }

  @Test func aControllerThatHangsIsReported() async throws {
    let picket = try Self.picket()
    let page = try await PageProcess(picket)
    let phone = PageTalk(page)
    #expect(phone.connect())
    #expect(phone.stream() == 200)
    _ = try #require(phone.message("status"))
    picket.send(SIGSTOP)
    var report = try #require(phone.message("controller"))
    while !report.data.contains("picket does not answer") {
      report = try #require(phone.message("controller"))
    }
    picket.send(SIGCONT)
    #expect(phone.message("status") != nil)
    #expect(picket.end().status == 0)
  }

  // MARK: Orders

  @Test func ordersReachTheController() async throws {
    let gpsd = FakeGPSD()
    let picket = try Self.picket(port: gpsd.port)
    await gpsd.accept()
    let page = try await PageProcess(picket)
    for (path, body, words) in [
      ("/api/mute", #"{"seconds":600}"#, #"{"ok":true}"#), ("/api/unmute", "{}", #"{"ok":true}"#),
      ("/api/mark", #"{"text":"at the gate"}"#, #"{"ok":true"#),
      ("/api/play", #"{"states":true}"#, #""signals":["unknown"]"#),
      ("/api/walk", #"{"start":"morning"}"#, #""path":"#),
      ("/api/walk", #"{"stop":true}"#, #""reports":"#),
      ("/api/acknowledge", "{}", #""acknowledged":[]"#),
    ] {
      let answer = try PageTalk.ask(page, "POST", path, body: body)
      #expect(answer.status == 200, "\(path): \(answer.body)")
      #expect(answer.body.contains(words), "\(path): \(answer.body)")
    }
    let refused = try PageTalk.ask(page, "POST", "/api/mute", body: #"{"seconds":-1}"#)
    #expect(refused.status == 409)
    #expect(refused.body.contains("seconds is -1"))
    #expect(try PageTalk.ask(page, "POST", "/api/mark", body: "{").status == 400)
    let why = try PageTalk.ask(page, "GET", "/api/why?region=ring&last=60")
    #expect(why.status == 200, "\(why.body)")
    let regions = try PageTalk.ask(page, "GET", "/api/regions")
    #expect(regions.body == Epoch.regions())
    await eventually("the mark is written") {
      picket.text(of: "state/journal.1.jsonl").contains("at the gate")
    }
  }

  @Test func regionsOfTheFleetAreShown() async throws {
    let picket = try Self.picket()
    let page = try await PageProcess(picket)
    let none = try PageTalk.ask(page, "GET", "/api/fleet")
    #expect(none.body == #"{"type":"FeatureCollection","features":[]}"#)
    let text = FleetSample.text(["far"])
    let path = Path.resolved(try page.folder.write(text, to: "update.geojson"))
    let talk = await ControlTalk(picket)
    let answer = try talk.ask(
      """
      {"do":"fleet","file":"\(path)","source":"a","version":1,\
      "sha256":"\(SHA256.hexadecimal(Array(text.utf8)))"}
      """)
    #expect(answer.flag("applied"), "\(answer.text)")
    // What was asked in the last 100 ms has the same answer.
    await eventually("its regions are there") {
      (try? PageTalk.ask(page, "GET", "/api/fleet").body) == picket.text(of: "state/fleet.geojson")
    }
    #expect(picket.text(of: "state/fleet.geojson").contains(#""far""#))
  }

  @Test func bandsHaveTheirBorders() async throws {
    let picket = try PicketProcess(
      port: 1,
      regions: """
        {"type":"FeatureCollection","features":[{"type":"Feature","id":"ring","properties":
        {"radius":30},"geometry":{"type":"Point","coordinates":[15,47]}},{"type":"Feature",
        "id":"moat","properties":{"border":"ring","offset":20.5},"geometry":null}]}
        """)
    let page = try await PageProcess(picket)
    let answer = try PageTalk.ask(page, "GET", "/api/outlines")
    #expect(answer.status == 200, "\(answer.body)")
    let id = #""properties":{"id":"moat","radius":50.5}"#
    let place = #""geometry":{"type":"Point","coordinates":[15, 47]}"#
    #expect(answer.body.contains("\(id),\(place)"), "\(answer.body)")
    // The file has the border's rule, and no drawing of it.
    let file = try PageTalk.ask(page, "GET", "/api/regions").body
    #expect(file == picket.text(of: "regions.geojson"))
    #expect(try PageTalk.ask(page, "POST", "/api/outlines").status == 405)
    let facts = try PageTalk.ask(page, "GET", "/api/facts?region=ring")
    #expect(facts.status == 200)
    let reports = #""code":"said.list","name":"reports","text":"entries and exits""#
    #expect(facts.body.contains(reports), "\(facts.body)")
    #expect(facts.body.contains(#""radius":"30 m""#))
    let band = try PageTalk.ask(page, "GET", "/api/facts?region=moat").body
    #expect(band.contains(#""name":"border","text":"ring""#), "\(band)")
    #expect(try PageTalk.ask(page, "GET", "/api/facts?region=other").status == 404)
    let away = ["X-Forwarded-For": "192.168.4.20"]
    for path in ["/api/outlines", "/api/facts?region=ring"] {
      #expect(try PageTalk.ask(page, "GET", path, away).status == 401)
    }
  }

  // MARK: Pairing

  @Test func pairedPhoneIsServedUntilRevoked() async throws {
    let picket = try Self.picket()
    let page = try await PageProcess(picket)
    // The requests come through another program, so they do not count as this board's.
    let away = ["X-Forwarded-For": "192.168.4.20"]
    let unpaired = try PageTalk.ask(page, "GET", "/", away)
    #expect(unpaired.status == 401)
    #expect(unpaired.body.contains("sudo picket-page pair"))
    #expect(try PageTalk.ask(page, "GET", "/api/status", away).status == 401)
    let token = try page.pair("Ann's phone")
    #expect(token.count == 40)
    await eventually("the page has read it") {
      (try? PageTalk.ask(page, "POST", "/api/pair", away, body: #"{"token":"\#(token)"}"#).status)
        == 200
    }
    let paired = try PageTalk.ask(
      page, "POST", "/api/pair", away, body: #"{"token":"\#(token)"}"#)
    let cookie = try #require(paired.fields["set-cookie"])
    #expect(cookie.hasPrefix("picket=\(token); "))
    #expect(cookie.contains("HttpOnly; SameSite=Strict"))
    let known = away.merging(["Cookie": "picket=\(token)"]) { $1 }
    #expect(try PageTalk.ask(page, "GET", "/", known).status == 200)
    #expect(try PageTalk.ask(page, "POST", "/api/unmute", known, body: "{}").status == 200)
    let phone = PageTalk(page)
    #expect(phone.connect())
    #expect(phone.stream("/events", known) == 200)
    #expect(phone.message() != nil)

    let file = "\(page.folder.path)/devices.jsonl"
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains(token) == false)
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let list = try page.command("devices").output
    #expect(list.hasPrefix("1. Ann's phone: may look and send orders"))

    #expect(try page.command("revoke", "Ann's fone").status == 1)
    #expect(try page.command("revoke", "Ann's phone").status == 0)
    // The stream ends, too.
    while phone.message() != nil {}
    #expect(phone.hasEnded || phone.waitForEnd())
    #expect(try PageTalk.ask(page, "GET", "/", known).status == 401)
    #expect(try PageTalk.ask(page, "POST", "/api/mute", known, body: "{}").status == 401)
  }

  @Test func damagedDevicesAreNamed() async throws {
    let page = try await PageProcess(try Self.picket())
    _ = try page.pair("Ann's phone")
    let file = "\(page.folder.path)/devices.jsonl"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try "{\"name\":\"torn\n\(text)".write(toFile: file, atomically: false, encoding: .utf8)
    let lost = "devices.jsonl: 1 line cannot be read; pair those devices again"
    #expect(try page.command("devices").log.contains(lost))
    #expect(try page.command("pair", "Ben's phone").log.contains(lost))
    let devices = try page.command("devices")
    #expect(!devices.log.contains(lost), "\(devices.log)")
    #expect(devices.output.contains("Ann's phone") && devices.output.contains("Ben's phone"))
    #expect(try page.command("pair", " ").status == 2)
  }

  @Test func aReadOnlyPhoneSendsNoOrders() async throws {
    let picket = try Self.picket()
    let page = try await PageProcess(picket)
    let token = try page.pair("guest", "--read-only")
    let known = ["X-Forwarded-For": "192.168.4.20", "Cookie": "picket=\(token)"]
    await eventually("the page has read it") {
      (try? PageTalk.ask(page, "GET", "/api/status", known).status) == 200
    }
    #expect(try PageTalk.ask(page, "POST", "/api/mute", known, body: "{}").status == 403)
  }

  // MARK: Starting and ending

  @Test func wrongSettingsEndWithOneLine() async throws {
    let picket = try Self.picket()
    let page = try await PageProcess(picket)
    let taken = try await PageProcess(state: picket.file("state").path, port: page.port)
    await eventually("it has ended") { !taken.isRunning }
    #expect(taken.end() == 69)
    #expect(taken.log.contains("another program listens there"), "\(taken.log)")
    let wrong = try await PageProcess(state: picket.file("state").path, settings: "listn = 1")
    #expect(wrong.end() == 1)
    #expect(wrong.log.contains("did you mean 'listen'?"), "\(wrong.log)")
    let key = try await PageProcess(
      state: picket.file("state").path,
      settings: "certificate = \"page.toml\"\nkey = \"page.toml\"")
    #expect(key.end() == 1)
    #expect(
      key.log.contains(
        "page.toml: there is no whole certificate in PEM in this file (certificate in [page]); "),
      "\(key.log)")
    #expect(try page.command("pair", "a\nb").status == 2)
    #expect(try page.command("dance").status == 2)
  }

  @Test func encryptedConnectionsAreServed() async throws {
    let picket = try Self.picket()
    _ = await ControlTalk(picket)
    let folder = try TemporaryFolder()
    let made = try Process.run(
      URL(fileURLWithPath: "/usr/bin/openssl"),
      arguments: [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout",
        "\(folder.path)/key", "-out", "\(folder.path)/crt",
      ])
    made.waitUntilExit()
    try #require(made.terminationStatus == 0)
    let page = try await PageProcess(
      state: picket.file("state").path, settings: "certificate = \"crt\"\nkey = \"key\"",
      in: folder)
    let output = try folder.write("", to: "answer")
    let client = Process()
    client.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    client.arguments = [
      "-c",
      """
      import ssl, sys, urllib.request
      trust = ssl.create_default_context(cafile=sys.argv[1])
      print(urllib.request.urlopen(sys.argv[2], context=trust).read().decode())
      """,
      "\(folder.path)/crt", "https://localhost:\(page.port)/api/status",
    ]
    client.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    try client.run()
    client.waitUntilExit()
    #expect(client.terminationStatus == 0)
    #expect(try String(contentsOfFile: output, encoding: .utf8).hasPrefix(#"{"id":"#) == false)
    #expect(try String(contentsOfFile: output, encoding: .utf8).contains(#""ok":true"#))
  }
}
