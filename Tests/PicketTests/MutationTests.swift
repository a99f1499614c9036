import Base
import Board
import Geofence
import Picket
import RegionFiles
import Testing

/// Randomly damaged files are read or refused; nothing crashes.
struct MutationTests {
  @Test func damagedRegionsFileIsReadOrRefused() {
    let good = """
      {"type":"FeatureCollection","features":[
      \(feature("Point", "[-0.142,51.501]", "\"radius\":25,\"note\":\"caf\\u00e9\",\"dwell\":60")),
      \(feature("Polygon", "[[[0,0],[1,0],[1,1],[0,0]],[[0.5,0.2],[0.6,0.2],[0.6,0.3],[0.5,0.2]]]")),
      \(feature("MultiPolygon", "[[[[179,0],[-179,0],[-179,1],[179,0]]]]", "\"cushion\":2")),
      \(feature("LineString", "[[0,0],[1,0]]", "\"width\":10,\"expires\":\"2026-06-03T09:14:31Z\""))
      ]}
      """
    #expect(
      RegionsFile.check(good, file: "r", rules: Configuration().regionRules).problems.isEmpty)
    var random = SeededGenerator(seed: 1)
    let tokens = [
      "null", "{}", "[]", "1e999", "-1e308", "1e-320", "\"\"", "true", "[[[[[[]]]]]]", "9e15", "-0",
      "\"\\ud800\"", "\"\\u0000\"", "\u{FEFF}", "{\"type\":\"Feature\"}", ",", ":", "]", "}",
    ]
    for _ in 0..<100_000 {
      let bytes = mutated(Array(good.utf8), tokens, &random)
      guard let text = try? TextFile.text(bytes, path: "r") else { continue }
      let (regions, problems) = RegionsFile.check(
        text, file: "r", rules: Configuration().regionRules)
      let isEmpty = text.contains("\"features\":[]")
      #expect(!regions.isEmpty || !problems.isEmpty || isEmpty)
      #expect(problems.allSatisfy { !$0.description.contains("\n") })
    }
  }

  @Test func damagedConfigurationIsReadOrRefused() {
    let good = """
      outputs = "gpiod"
      [gpsd]
      host = "127.0.0.1"
      port = 2947
      [regions]
      linger = 1.5
      [output.buzzer]
      line = "GPIO17"
      [output.led]
      chip = "gpiochip0"
      offset = 18
      [signal.enter]
      buzzer = "short short long x2"
      led = "100/100 x10"
      """
    #expect(Configuration.check(good, file: "c").problems.isEmpty)
    var random = SeededGenerator(seed: 2)
    let tokens = [
      "[", "[[", "]", "=", ".", "\"", "'''", "\n", "\n[output.led]\n", "nan", "-inf", "1979-05-27",
      "{ a.b.c = 1 }", "0x7fffffffffffffff", "x100", "10000", "\u{FEFF}", "\u{0}",
    ]
    for _ in 0..<3000 {
      let bytes = mutated(Array(good.utf8), tokens, &random)
      guard let text = try? TextFile.text(bytes, path: "c") else { continue }
      let (configuration, problems) = Configuration.check(text, file: "c")
      #expect(configuration.outputs.signals.count >= Signal.defaults.count)
      #expect(problems.allSatisfy { !$0.description.contains("\n") })
    }
  }

  /// The bytes with up to four places changed, cut, doubled or replaced.
  private func mutated(
    _ bytes: [UInt8], _ tokens: [String], _ random: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = bytes
    for _ in 0...Int.random(in: 0..<4, using: &random) where !bytes.isEmpty {
      let start = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, start + Int.random(in: 0..<20, using: &random))
      let token = Array((tokens.randomElement(using: &random) ?? "").utf8)
      switch Int.random(in: 0..<7, using: &random) {
      case 0: bytes[start] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes[start] = UInt8.random(in: 0x20..<0x7F, using: &random)
      case 2: bytes.removeSubrange(start..<end)
      case 3: bytes.insert(contentsOf: bytes[start..<end], at: start)
      case 4: bytes.removeSubrange(start...)
      case 5: bytes.replaceSubrange(start..<end, with: token)
      default: replaceNumber(from: start, in: &bytes, with: token)
      }
    }
    return bytes
  }

  /// Replaces the next number with a token, so that the rest stays valid.
  private func replaceNumber(from start: Int, in bytes: inout [UInt8], with token: [UInt8]) {
    func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte || byte == 0x2E }
    guard let first = bytes[start...].firstIndex(where: isDigit) else { return }
    let end = bytes[first...].firstIndex { !isDigit($0) } ?? bytes.count
    bytes.replaceSubrange(first..<end, with: token)
  }
}
