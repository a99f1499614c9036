@testable import Board
import Foundation
import Picket
import Testing

/// `picket board`, the picture, the documents and the sample configuration agree.
struct WiringTests {
  private static let root = Recording.root

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The resistors of the picture, as `R1 1 kΩ`.
  private static func resistors(inPictureOf board: BoardProfile) throws -> Set<String> {
    let texts = try text("board/wiring/\(board.name).svg").split(separator: "\n")
      .filter { $0.hasPrefix("<text") }
      .compactMap { $0.split(separator: ">").dropFirst().first?.split(separator: "<").first }
      .map(String.init)
    var found = Set<String>()
    for (text, next) in zip(texts, texts.dropFirst()) where text.first == "R" {
      let whole = text.contains("Ω") ? text : "\(text) \(next)"
      guard whole.hasSuffix("Ω") else { continue }
      found.insert(whole.replacing("  ", with: " "))
    }
    return found
  }

  /// The resistors of a text that writes them as `R1 (1 kΩ)`.
  private static func resistors(in lines: [String]) -> Set<String> {
    let found = lines.flatMap { line in
      line.matches(of: /(R[1-9]) \((\d+ k?Ω)\)/).map { "\($0.1) \($0.2)" }
    }
    return Set(found)
  }

  @Test func tableHasThePicturesResistors() throws {
    for board in try BoardProfile.all() {
      let drawn = try Self.resistors(inPictureOf: board)
      #expect(drawn.isSuperset(of: ["R1 1 kΩ", "R2 10 kΩ", "R3 470 Ω"]), "\(board.name)")
      #expect(drawn.contains("R4 10 kΩ") == !board.wiring.pullsUpInside)
      #expect(Self.resistors(in: board.lines) == drawn, "\(board.name)")
    }
  }

  @Test func r2IsOnTheBuzzersGround() throws {
    for board in try BoardProfile.all() {
      let ends = board.connections.filter { $0.part.hasPrefix("R2 ") }
      #expect(ends.map(\.pin) == [board.wiring.grounds.buzzer], "\(board.name)")
    }
  }

  @Test func receiversSupplyHasNoResistor() throws {
    for board in try BoardProfile.all() {
      #expect(!board.lines.contains { $0.contains("VCC") && $0.contains("Ω") }, "\(board.name)")
    }
  }

  @Test func ledShowsTheStatus() throws {
    let folder = try TemporaryFolder()
    for board in try BoardProfile.all() {
      let path = try folder.write(board.settings.joined(separator: "\n"), to: "picket.toml")
      let light = Configuration.check(path: path).configuration.outputs.list.first {
        $0.name == "led"
      }
      #expect(light?.kind == .light, "\(board.name)")
      #expect(light?.showsStatus == true, "\(board.name)")
    }
  }

  @Test func sampleNamesTheProfilesLines() throws {
    let sample = try Self.text("deploy/picket.toml")
    for board in try BoardProfile.all() {
      let outputs = board.settings.prefix { $0 != "[button]" }.filter { !$0.isEmpty }
        .map { "# " + ($0.split(separator: "#").first ?? "").trimming() }
      #expect(sample.contains(outputs.joined(separator: "\n")), "\(board.name): \(outputs)")
      let (buzzer, led) = (board.wiring.buzzer.name, board.wiring.led.name)
      #expect(sample.contains("pins \(buzzer) and \(led)"), "\(board.name)")
    }
  }

  @Test func pageNamesARaspberryPisPins() throws {
    let lines = try Self.text("deploy/README.md").split(separator: "\n").map(String.init)
    for board in try BoardProfile.all() where board.name.hasPrefix("raspberry-pi") {
      let wiring = board.wiring
      for (part, pin) in [
        ("buzzer", wiring.buzzer), ("LED", wiring.led), ("button", wiring.button),
      ] {
        let row = lines.first { $0.hasPrefix("| ") && $0.contains(part) && $0.contains("`GPIO") }
        #expect(
          row?.contains("| \(pin.name) | `\(pin.line ?? "")` |") == true, "\(board.name) \(part)")
      }
      #expect(
        lines.contains {
          $0.contains("receiver")
            && $0.contains("| \(wiring.transmit.name) and \(wiring.receive.name) |")
        })
      #expect(Self.resistors(in: lines) == ["R1 1 kΩ", "R2 10 kΩ", "R3 470 Ω"])
    }
  }

  @Test func documentHasThePicturesParts() throws {
    let rows = try Self.text("board/wiring/README.md").split(separator: "\n").map(String.init)
    for board in try BoardProfile.all() {
      for resistor in try Self.resistors(inPictureOf: board) {
        let name = resistor.prefix(2)
        let value = resistor.dropFirst(3)
        #expect(rows.contains { $0.contains(name) && $0.contains(value) }, "\(resistor)")
      }
      let row = rows.first { $0.contains("../profiles/\(board.name).toml") }
      #expect(row?.hasSuffix("| `\(board.uart.device)` |") == true, "\(board.name)")
      let line = board.wiring.buzzer
      #expect(row?.contains("`\(line.line ?? line.chip ?? "")`") == true, "\(board.name)")
    }
  }

  @Test func picturesAreDrawnFromTheProfiles() throws {
    let process = Process()
    process.executableURL = Self.root.appendingPathComponent("board/wiring/draw")
    process.arguments = ["--check"]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}

extension Substring {
  fileprivate func trimming() -> String {
    String(self).trimmingCharacters(in: .whitespaces)
  }
}
