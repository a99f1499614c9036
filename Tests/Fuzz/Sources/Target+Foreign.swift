@testable import Base
@testable import Board
@testable import Desk
import Geofence
@testable import Picket
@testable import Records
@testable import RegionFiles

/// Input from other people, and Picket's output from it.
extension Target {
  /// Any text is printed as one line without control characters, and JSON stays the same JSON.
  func checkLines(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    expectPlain(text.onOneLine)
    expect(text.onOneLine.onOneLine == text.onOneLine, "not the same twice")
    expectPlain(text.jsonOnOneLine)
    if let json = try? JSON.parse(text) {
      expect((try? JSON.parse(text.jsonOnOneLine)) == json, "other JSON: \(text)")
      expectPlain(json.text)
      if let reply = Reply(text) {
        var view = WatchView()
        let line = view.apply(reply)
        for line in [line, view.line].compactMap({ $0 }) + StatusText(StatusAnswer(reply)).lines {
          expectPlain(line.onOneLine)
        }
        for line in view.lines(width: 60, height: 8) {
          expectPlain(line)
          expect(line.count <= 60, "wider than the terminal: \(line)")
        }
      }
    }
    var line = JSONLine()
    line.add(text, text)
    expectPlain(line.text)
    expect((try? JSON.parse(line.text))?.object?[text]?.string == text, "other text: \(line.text)")
  }

  /// A list of walks has a row for each walk that has a first line.
  func checkWalks(_ bytes: [UInt8]) {
    let folder = Folder(files: [:])
    let walk = Folder(files: ["walk.jsonl": bytes, "regions.geojson": []], in: "\(folder.path)/w")
    do {
      let rows = try WalkList.rows(in: folder.path)
      expect(rows.count <= 1 && rows.allSatisfy { $0.bytes == bytes.count }, "\(rows)")
      for line in try WalkList.lines(in: folder.path) { expectPlain(line) }
    } catch {
      fatalError("\(error)")
    }
    _ = try? Desk.Walk(path: walk.path)
  }

  /// There is a description of a machine with any name.
  func checkTrees(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0x0a, maxSplits: 1, omittingEmptySubsequences: false)
    let folder = Folder(files: ["model": Array(parts[0]), "compatible": Array(parts.last ?? [])])
    guard let machine = DeviceTree(roots: [folder.path]) else { return }
    let boards = (try? BoardProfile.all()) ?? []
    expect(!boards.isEmpty, "no board")
    for line in BoardProfile.answer(for: machine, of: boards) { expectPlain(line.onOneLine) }
    expectPlain(BoardProfile.refusal(of: machine.model, boards).onOneLine)
  }
}

/// Ends the process unless a line has no control characters for a terminal.
func expectPlain(_ line: String) {
  let controls: [ClosedRange<UInt32>] = [0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069]
  expect(
    line.unicodeScalars.allSatisfy { scalar in
      !controls.contains { $0.contains(scalar.value) }
    }, "a control character: \(line)")
}
