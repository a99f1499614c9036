import Base
import Foundation
import Glibc
@testable import Picket
import Records
import Testing

/// A live run and clients of its control socket.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct ControlTests {
  // MARK: Requests

  @Test func badRequestsKeepTheConnection() async throws {
    let picket = try Self.picket()
    let talk = await ControlTalk(picket)
    for (line, reason) in [
      ("no", "this is not JSON"), ("[1]", "this is an array; send an object"),
      ("{}", "there is no text under do"), (#"{"do":7}"#, "there is no text under do"),
      (
        #"{"do":"dance"}"#,
        "there is no request \"dance\"; there are acknowledge, anchor, course, drop, edit, "
      ),
      (#"{"do":"state"}"#, "state needs a text under region"),
      (#"{"do":"state","region":5}"#, "region is a number; give a text"),
      (#"{"do":"state","region":"rang"}"#, "did you mean \"ring\"?"),
      (#"{"do":"mute","seconds":-1}"#, "seconds is -1; give a number from 1 to"),
      (#"{"do":"watch","fixes":1}"#, "fixes is a number; give true or false"),
      (#"{"do":"play","pattern":"shrt"}"#, "did you mean \"short\"?"),
      (#"{"do":"play","output":"nose"}"#, "there are buzzer and led"),
      (#"{"do":"status","id":[]}"#, "id is neither a text nor a whole number"),
      (String(repeating: "[", count: 100_000), "nested more than"),
      (#"{"do":"status","x":"\#(String(repeating: "x", count: 1 << 20))"}"#, "at most 256 kB"),
    ] {
      let reply = try talk.ask(line)
      #expect(reply.refusal?.reason.contains(reason) == true, "\(line.prefix(60)): \(reply.text)")
    }
    talk.send([0, 0xff, 0xfe, 0x0a])
    #expect(try talk.reply().refusal?.reason.hasPrefix("this is not JSON") == true)
    #expect(try talk.ask(#"{"do":"status"}"#).refusal == nil)
    #expect(picket.end().status == 0)
  }

  @Test func requestsInPiecesAreAnsweredInOrder() async throws {
    let picket = try Self.picket()
    let (half, whole) = (await ControlTalk(picket), await ControlTalk(picket))
    half.send(Array(#"{"do":"sta"#.utf8))
    #expect(try whole.ask(#"{"do":"status","id":"other"}"#).text("id") == "other")
    half.send(Array("tus\",\"id\":1}\n".utf8))
    #expect(try half.reply().number("id") == 1)
    let names = ["status", "state", "dance", "why", "mute", "unmute"]
    for number in 0..<300 {
      whole.sendLine(#"{"do":"\#(names[number % names.count])","region":"ring","id":\#(number)}"#)
    }
    for number in 0..<300 {
      let reply = try whole.reply()
      #expect(reply.number("id") == Double(number), "\(reply.text)")
      #expect((reply.refusal == nil) == (names[number % names.count] != "dance"))
    }
    // A client that sends no more still gets its answer, and then the connection ends.
    whole.sendLine(#"{"do":"status"}"#)
    whole.finish()
    #expect(try whole.reply().refusal == nil)
    #expect(whole.next() == nil)
    #expect(picket.end().status == 0)
  }

  @Test func eventsAreJournaledBeforeTheyAreWatched() async throws {
    let gpsd = FakeGPSD()
    let picket = try Self.picket(port: gpsd.port)
    await gpsd.accept()
    let (events, fixes) = await (ControlTalk(picket), ControlTalk(picket))
    #expect(try events.ask(#"{"do":"watch"}"#).refusal == nil)
    #expect(try fixes.ask(#"{"do":"watch","fixes":true}"#).refusal == nil)
    for epoch in Epoch.ride { gpsd.report(epoch) }
    var lines: [String] = []
    while lines.count < 2, let line = events.next() {
      #expect(Reply(line)?.text("fix") == nil)
      guard line.hasPrefix(#"{"seq":"#) else { continue }
      lines.append(line)
      // The journal has the same line by now, with a checksum.
      #expect(picket.text(of: "state/journal.1.jsonl").contains(line.dropLast()))
    }
    await eventually("the file has the same lines") { lines == picket.eventLines }
    #expect(lines.compactMap { field("event", of: $0) } == ["enter", "exit"])
    var kinds: Set<String> = []
    var count = 0
    while count < Epoch.ride.count || !kinds.isSuperset(of: ["buzzer true", "led true"]) {
      let reply = try fixes.reply()
      if reply.text("fix") == "trusted" { count += 1 }
      if let output = reply.text("output") { kinds.insert("\(output) \(reply.flag("active"))") }
    }
    // The client is informed of the end.
    #expect(picket.end().status == 0)
    var last: String?
    while let line = events.next() { last = line }
    #expect(last == #"{"ok":false,"error":"picket ends"}"#)
  }

  // MARK: The socket

  @Test func socketIsPrivateReplacedAndRemoved() async throws {
    let folder = try TemporaryFolder()
    let socket = "\(folder.path)/state/control.sock"
    let first = try Self.picket(in: folder)
    _ = await ControlTalk(first)
    var status = stat()
    #expect(lstat(socket, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o660)
    #expect(first.end(SIGKILL).status == SIGKILL)
    #expect(lstat(socket, &status) == 0)
    let second = try Self.picket(in: folder)
    await eventually("it is answered") {
      (try? await ControlTalk(second).ask(#"{"do":"status"}"#)) != nil
    }
    #expect(second.end().status == 0)
    #expect(lstat(socket, &status) != 0)
  }

  @Test func secondPicketNamesTheSocketsHolder() async throws {
    let folder = try TemporaryFolder()
    let control = "[control]\nsocket = \"\(folder.path)/picket.sock\""
    let first = try Self.picket(control)
    await eventually("it listens") { access("\(folder.path)/picket.sock", F_OK) == 0 }
    let second = try Self.picket(control)
    await eventually("the second ends") { !second.isRunning }
    #expect(second.end(0).status == 69)
    #expect(second.log.contains("listens on \(folder.path)/picket.sock; stop it"))
    #expect(
      try await ControlTalk("\(folder.path)/picket.sock").ask(#"{"do":"status"}"#).refusal == nil)
    #expect(first.end().status == 0)
  }

  @Test func runContinuesWithoutItsSocket() async throws {
    let gpsd = FakeGPSD()
    let picket = try Self.picket("[control]\nsocket = \"/proc/picket.sock\"", port: gpsd.port)
    await gpsd.accept()
    for epoch in Epoch.ride { gpsd.report(epoch) }
    await eventually("both events") { picket.events == ["enter ring", "exit ring"] }
    #expect(picket.log.contains("continuing without a control socket"))
    #expect(picket.end().status == 0)
  }

  @Test func surplusClientsAreRefusedWithAReason() async throws {
    let picket = try Self.picket("[control]\nclients = 2")
    let places = 2 + (geteuid() == 0 ? ClientList.placesOfRoot : 0)
    var talks = await ControlTalk.clients(places, of: picket)
    for talk in talks { #expect(try talk.ask(#"{"do":"status"}"#).refusal == nil) }
    let more = await ControlTalk(picket)
    let refusal = try more.reply().refusal
    #expect(refusal?.reason.contains("2 clients are served at a time") == true)
    #expect(refusal?.kind == .busy)
    #expect(more.next() == nil)
    for form in ["--json", "--prometheus"] {
      let status = try PicketCommandRun(
        "status", form, "--config", picket.file("picket.toml").path)
      #expect(status.status == 1)
      #expect(status.output.isEmpty, "\(status.output)")
      #expect(status.log.contains("2 clients are served at a time"), "\(status.log)")
    }
    talks.removeLast()
    await eventually("there is room again") {
      (try? await ControlTalk(picket).ask(#"{"do":"status"}"#).refusal) == .some(nil)
    }
    #expect(picket.end().status == 0)
  }

  /// The owners: root and, as with the unit, another user; without root the user of the tests.
  private static let owners = geteuid() == 0 ? [0, 4321] : [geteuid()]

  @Test(arguments: owners) func otherUsersAreRefused(owner: UInt32) async throws {
    let folder = try TemporaryFolder()
    let socket = "\(folder.path)/open/picket.sock"
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/open", withIntermediateDirectories: true)
    // All users can read this folder.
    let program = "\(folder.path)/picket"
    try FileManager.default.copyItem(atPath: PicketProcess.executable.path, toPath: program)
    func setpriv(_ user: UInt32, _ group: UInt32) -> [String] {
      guard geteuid() == 0 else { return [] }
      return ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--groups=\(group)"]
    }
    // Runs this program instead of the given one, with the same arguments.
    let exec = ["/bin/sh", "-c", "shift; exec \(program) \"$@\"", "sh"]
    for path in [folder.path, "\(folder.path)/open"] { chown(path, owner, owner) }
    let picket = try Self.picket(
      "[control]\nsocket = \"\(socket)\"", in: folder,
      through: setpriv(owner, owner) + exec)
    await eventually("it listens") { access(socket, F_OK) == 0 }
    func status(user: UInt32, group: UInt32) throws -> (status: Int32, log: String) {
      let command =
        setpriv(user, group) + [program, "status", "--config", picket.file("picket.toml").path]
      let process = Process()
      process.executableURL = URL(fileURLWithPath: command[0])
      process.arguments = Array(command.dropFirst())
      let log = Pipe()
      process.standardOutput = FileHandle.nullDevice
      process.standardError = log
      try process.run()
      let text = String(decoding: log.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return (process.terminationStatus, text)
    }
    let own = try status(user: owner, group: owner)
    #expect(own.log.contains("it does not monitor: "), "\(own.log)")
    // Only root can be another user.
    if geteuid() == 0 {
      // The kernel refuses users who may not write to the socket.
      #expect(try status(user: 65534, group: 65534).status == 69)
      chmod(socket, 0o666)
      let other = try status(user: 65534, group: 65534)
      #expect(other.status == 1)
      #expect(other.log.contains("user 65534 may not use this picket"), "\(other.log)")
      let member = try status(user: 65534, group: owner)
      #expect(member.log.contains("it does not monitor: "), "\(member.log)")
      #expect(picket.log.contains("a client was refused: user 65534"))
    }
    #expect(picket.end().status == 0)
  }

  static func picket(
    _ configuration: String = "", port: Int = 1, in folder: TemporaryFolder? = nil,
    through wrapper: [String] = []
  ) throws -> PicketProcess {
    try PicketProcess(
      port: port, regions: Epoch.regions(), speed: 10, configuration: configuration, in: folder,
      through: wrapper)
  }
}
