import Base
import Dispatch
import Foundation
import Glibc
import Records
import RegionFiles
import Testing

/// Commands and clients that change the regions of one run at the same time.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct EditingTogetherTests: @unchecked Sendable {
  private let picket: PicketProcess

  init() async throws {
    picket = try PicketProcess(port: 1, regions: Epoch.regions())
    _ = await ControlTalk(picket)
  }

  private func add(_ id: String, _ options: [String] = []) throws -> PicketCommandRun {
    try Self.add(id, options, in: picket.folder.path)
  }

  private static func add(
    _ id: String, _ options: [String] = [], in folder: String
  ) throws -> PicketCommandRun {
    try PicketCommandRun(
      ["regions", "add", id, "--circle", "50,10,20", "--config", "\(folder)/picket.toml"] + options)
  }

  private var stored: Set<String> {
    Set((try? RegionsDocument(path: picket.file("regions.geojson").path))?.identifiers ?? [])
  }

  private func watched() async throws -> Double? {
    try await ControlTalk(picket).ask(#"{"do":"status"}"#).number("watched")
  }

  @Test func editWaitsForACommandsReload() async throws {
    // As a command holds it until its reload is answered.
    let lock = FileReplacement(
      picket.file("regions.geojson").path,
      lock: try FileLock(folder: picket.folder.path, within: 5))
    let (phone, command) = (await ControlTalk(picket), await ControlTalk(picket))
    let base = SHA256.hexadecimal(Array(picket.text(of: "regions.geojson").utf8))
    phone.sendLine(#"{"do":"edit","base":"\#(base)","remove":["ring"]}"#)
    // The edit has arrived: its connection answers in the order of the requests.
    let start = ContinuousClock.now
    #expect(try command.ask(#"{"do":"reload"}"#).flag("reloaded"))
    #expect(start.duration(to: .now) < .seconds(8), "the reload waited for the edit")
    withExtendedLifetime(lock) {}
    #expect(picket.end().status == 0)
  }

  @Test func secondEditHasTheLockAtOnce() async throws {
    let talk = await ControlTalk(picket)
    for id in ["a", "b", "c"] {
      let base = try talk.ask(#"{"do":"regions","document":true}"#).text("sha256") ?? ""
      let start = ContinuousClock.now
      let answer = try talk.ask(
        #"{"do":"edit","base":"\#(base)","put":[{"type":"Feature","id":"\#(id)","#
          + #""properties":{"radius":20},"geometry":{"type":"Point","coordinates":[10,50]}}]}"#)
      #expect(answer.flag("applied"), "\(answer.text)")
      #expect(start.duration(to: .now) < .seconds(15))
    }
    #expect(picket.end().status == 0)
  }

  @Test func commandsAndEditsAreAllKept() async throws {
    let folder = picket.folder.path
    let refused = Refused()
    nonisolated(unsafe) let phone = await ControlTalk(picket)
    DispatchQueue.concurrentPerform(iterations: 4) { worker in
      for number in 0..<4 {
        if worker == 0 {
          var answer: Reply?
          repeat {
            // A conflict is no refusal: the phone loads the file and tries again.
            let base = (try? phone.ask(#"{"do":"regions","document":true}"#))?.text("sha256") ?? ""
            answer = try? phone.ask(
              #"{"do":"edit","base":"\#(base)","put":[{"type":"Feature","id":"e\#(number)","#
                + #""properties":{"radius":20},"geometry":{"type":"Point","coordinates":[10,50]}}]}"#
            )
          } while answer?.flag("conflict") == true
          if answer?.flag("applied") != true { refused.add(answer?.text ?? "no answer") }
        } else {
          let run = try? Self.add("c\(worker)\(number)", in: folder)
          if run?.status != 0 { refused.add(run?.log ?? "no command") }
        }
      }
    }
    #expect(refused.texts.isEmpty, "\(refused.texts)")
    let ids = (0..<4).flatMap { number in
      ["e\(number)"] + (1..<4).map { "c\($0)\(number)" }
    }
    #expect(stored == Set(["ring"] + ids))
    #expect(try await watched() == 17)
    #expect(picket.end().status == 0)
  }

  @Test func scriptAddsMoreThanTheBudget() async throws {
    for number in 0..<70 {
      let run = try add("c\(number)")
      #expect(run.status == 0, "\(number): \(run.log)")
      #expect(run.output.contains("watched now: \(number + 2) regions"), "\(run.output)")
    }
    #expect(stored.count == 71)
    #expect(try await watched() == 71)
    #expect(picket.end().status == 0)
  }

  @Test func unwatchedFileIsChangedWithoutABudget() async throws {
    let talk = await ControlTalk(picket)
    for _ in 0..<70 { _ = try talk.ask(#"{"do":"mark","text":"x"}"#) }
    let path = try picket.folder.write(
      #"{"type":"FeatureCollection","features":[]}"#, to: "desk.geojson")
    let run = try add("c", ["--regions", path])
    #expect(run.status == 0, "\(run.log)")
    #expect(run.output.contains("not watched: the running picket watches"))
    #expect(try RegionsDocument(path: path).identifiers == ["c"])
    #expect(picket.end().status == 0)
  }

  @Test func pipeInPlaceOfTheRegionsIsRefused() async throws {
    let path = picket.file("regions.geojson").path
    let text = picket.text(of: "regions.geojson")
    #expect(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
    let talk = await ControlTalk(picket)
    let answer = try talk.ask(#"{"do":"reload"}"#)
    #expect(answer.texts("refused").first?.contains("this is not a file") == true, "\(answer.text)")
    #expect(unlink(path) == 0)
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    #expect(try talk.ask(#"{"do":"reload"}"#).flag("reloaded"))
    #expect(picket.end().status == 0)
  }
}

/// The texts of what was refused, from several threads.
private final class Refused: Sendable {
  private let queue = DispatchQueue(label: "refused")
  private nonisolated(unsafe) var list: [String] = []

  func add(_ text: String) { queue.sync { list.append(text) } }
  var texts: [String] { queue.sync { list } }
}
