import Foundation
import Glibc
import Records
import Testing

/// All boards of a real broker, on a real page and as lines.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct BoardsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func settings(_ broker: TestBroker) throws -> String {
    try folder.write(
      "[broker]\nhost = \"127.0.0.1\"\nport = \(broker.port)\n", to: "boards.toml")
  }

  private func page(_ link: String) throws -> PageProcess {
    try PageProcess(
      state: "\(folder.path)/state", settings: "[boards]\nlink = \"\(link)\"\n", in: folder)
  }

  /// The answer to a request for all boards.
  private func answer(_ page: PageProcess) throws -> Reply {
    let answer = try PageTalk.ask(page, "GET", "/api/boards")
    #expect(answer.status == 200, "\(answer.body)")
    return try #require(Reply(answer.body), "\(answer.body)")
  }

  private func board(_ name: String, _ page: PageProcess) -> Reply? {
    (try? answer(page))?.objects("boards").first { $0.text("board") == name }
  }

  private func retain(_ text: String, _ topic: String, _ broker: TestBroker) throws {
    try broker.publish(text, to: topic, ["-r"])
  }

  // MARK: The page

  @Test func boardsOfTheBrokerAreShown() throws {
    let broker = try TestBroker(in: folder, subscriber: nil)
    try retain("online", "picket/a/online", broker)
    try retain(#"{"sight":"sighted","watched":1}"#, "picket/a/status", broker)
    try retain(#"{"region":"yard","state":"inside"}"#, "picket/a/region/yard", broker)
    let page = try page(settings(broker))
    eventually("the board: \(page.log)") { board("a", page)?.texts("inside") == ["yard"] }
    // Only retained messages come again: the event is one of this run.
    let time = Date(timeIntervalSinceNow: -60).ISO8601Format()
    let event = #"{"seq":1,"event":"enter","region":"yard","time":"\#(time)","lat":47,"lon":15}"#
    try broker.publish(event, to: "picket/a/event")
    eventually("the event: \(page.log)") { board("a", page)?.object("event") != nil }
    let shown = try #require(board("a", page))
    #expect(shown.flag("online"))
    #expect(shown.object("event")?.text("region") == "yard")
    #expect((60...90).contains(shown.count("event_age")))
    #expect(shown.object("position")?.number("lat") == 47)
    #expect(try PageTalk.ask(page, "GET", "/boards").body.contains("boards.js"))
    #expect(page.children == 1)
    #expect(page.end() == 0)
  }

  @Test func brokerGoesAwayAndReturns() throws {
    let broker = try TestBroker(in: folder, subscriber: nil)
    for name in ["a", "b"] { try retain("online", "picket/\(name)/online", broker) }
    let page = try page(settings(broker))
    eventually("both: \(page.log)") { board("a", page) != nil && board("b", page) != nil }
    // It is not kept for the subscription, which may come after it.
    eventually("the event: \(page.log)") {
      _ = try? broker.publish(#"{"event":"mark","text":"x"}"#, to: "picket/a/event")
      return board("a", page)?.object("event") != nil
    }
    broker.end()
    eventually("the loss: \(page.log)") { (try? answer(page))?.denies("connected") == true }
    #expect(try answer(page).text("reason")?.isEmpty == false)
    // A board that was seen stays, with its last event.
    #expect(board("a", page)?.object("event")?.text("text") == "x")
    // The broker has forgotten all; only one board comes back.
    try broker.start()
    eventually("the return: \(page.log)") { (try? answer(page))?.flag("connected") == true }
    try retain("online", "picket/a/online", broker)
    eventually("the board") { board("a", page)?.flag("online") == true }
    #expect(board("b", page)?.denies("online") == true)
    #expect(board("a", page)?.object("event")?.text("text") == "x")
    // Its retained message is removed by hand.
    try broker.publish("", to: "picket/b/online", ["-r"])
    eventually("the removal: \(page.log)") { board("b", page) == nil }
    #expect(page.end() == 0)
  }

  @Test func programThatEndsIsStartedAgain() throws {
    let broker = try TestBroker(in: folder, subscriber: nil)
    try retain("online", "picket/a/online", broker)
    let page = try page(settings(broker))
    eventually("the board: \(page.log)") { board("a", page) != nil }
    let found = try ProgramOutput("/usr/bin/pgrep", ["-f", "watch --json --config \(folder.path)"])
    for line in found.output.split(separator: "\n") {
      if let process = pid_t(line) { kill(process, SIGKILL) }
    }
    eventually("the end: \(page.log)") { page.log.contains("was ended by signal 9") }
    eventually("the return") { (try? answer(page))?.flag("connected") == true }
    eventually("the board again") { board("a", page)?.flag("online") == true }
    #expect(page.end() == 0)
  }

  @Test func hostileMessagesStayTexts() throws {
    let broker = try TestBroker(in: folder, subscriber: nil)
    let page = try page(settings(broker))
    let name = "<b onclick=\"x\">"
    eventually("it is connected: \(page.log)") { (try? answer(page))?.flag("connected") == true }
    try retain("online", "picket/\(name)/online", broker)
    for text in [
      #"{"reason":"\u001b[2J\u0000<script>","problem":true,"watched":1e999,"faults":[1,{}]}"#,
      #"{"reason":"\#(String(repeating: "x", count: 100_000))"}"#,
      String(repeating: "[", count: 100_000), "{\"reason\":\"\u{FFFD}",
    ] {
      try retain(text, "picket/\(name)/status", broker)
      try broker.publish(text, to: "picket/\(name)/event")
      try broker.publish(text, to: "picket/\(name)/position")
    }
    // Not UTF-8, from a file.
    let file = "\(folder.path)/bytes"
    try Data([0x7B, 0xFF, 0xFE, 0x00, 0x7D]).write(to: URL(fileURLWithPath: file))
    for topic in ["status", "event", "online"] {
      let sent = try ProgramOutput(
        "/usr/bin/mosquitto_pub",
        ["-p", "\(broker.port)", "-V", "5", "-q", "1", "-r", "-t", "picket/c/\(topic)", "-f", file])
      #expect(sent.status == 0)
    }
    eventually("the board: \(page.log)") {
      board(name, page)?.text("reason")?.hasSuffix("…") == true
    }
    eventually("the other") { board("c", page)?.denies("online") == true }
    let body = try PageTalk.ask(page, "GET", "/api/boards").body
    #expect(!body.contains("\u{1b}"))
    #expect(body.utf8.count < 4000)
    #expect(page.end() == 0)
  }

  @Test func wrongUseHasOneLineUntilItIsCorrected() throws {
    let broker = try TestBroker(in: folder, subscriber: nil)
    let empty = try folder.write("[signalk]\nhost = \"x\"\n", to: "none.toml")
    let right = try String(contentsOfFile: settings(broker), encoding: .utf8)
    for (link, words) in [
      ("\(folder.path)/missing.toml", "missing.toml: "),
      (empty, "there is no [broker] in \(empty); give its host"),
    ] {
      let page = try page(link)
      eventually("\(words): \(page.log)") { page.log.contains(words) }
      #expect(try answer(page).text("reason")?.contains(words) == true)
      // It is logged once, and the file is read again.
      try right.write(toFile: link, atomically: true, encoding: .utf8)
      eventually("the broker: \(page.log)") { (try? answer(page))?.flag("connected") == true }
      #expect(page.log.components(separatedBy: words).count == 2, "\(page.log)")
      #expect(page.end() == 0)
    }
  }

  @Test func pageWithoutBoardsHasNone() throws {
    let page = try PageProcess(state: "\(folder.path)/state", in: folder)
    for path in ["/boards", "/api/boards"] {
      #expect(try PageTalk.ask(page, "GET", path).status == 404)
    }
    #expect(page.children == 0)
    #expect(page.end() == 0)
  }

  @Test func missingProgramIsNamed() throws {
    let broker = try TestBroker(in: folder, subscriber: nil)
    let copy = "\(folder.path)/picket-page"
    try FileManager.default.copyItem(atPath: PageProcess.executable.path, toPath: copy)
    let page = try PageProcess(
      state: "\(folder.path)/state", settings: "[boards]\nlink = \"\(try settings(broker))\"\n",
      in: folder, program: copy)
    eventually("the line: \(page.log)") { page.log.contains("needs picket-link") }
    #expect(try answer(page).text("reason")?.contains("install the package picket-link") == true)
    #expect(page.end() == 0)
  }

  // MARK: Lines

  @Test func watchPrintsLinesOfJSON() throws {
    let broker = try TestBroker(in: folder, subscriber: nil)
    try retain("online", "picket/a/online", broker)
    let output = try folder.write("", to: "watched")
    let watch = Process()
    watch.executableURL = FleetLink.executable
    watch.arguments = ["watch", "--json", "--config", try settings(broker)]
    watch.standardInput = FileHandle.nullDevice
    watch.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    watch.standardError = FileHandle.nullDevice
    try watch.run()
    defer {
      kill(watch.processIdentifier, SIGKILL)
      watch.waitUntilExit()
    }
    func lines() -> [String] {
      ((try? String(contentsOfFile: output, encoding: .utf8)) ?? "").split(separator: "\n")
        .map(String.init)
    }
    eventually("the board: \(lines())") { lines().count == 2 }
    #expect(lines().first == #"{"connected":true}"#)
    #expect(lines().last?.hasPrefix(#"{"board":"a","online":true"#) == true)
    eventually("the position") {
      _ = try? broker.publish(#"{"latitude":47,"longitude":15}"#, to: "picket/a/position")
      return lines().last?.contains(#""position":{"lat":47"#) == true
    }
    broker.end()
    eventually("the loss") { lines().last?.hasPrefix(#"{"connected":false,"reason":"#) == true }
  }
}
