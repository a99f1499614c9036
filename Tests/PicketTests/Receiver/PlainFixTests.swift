import Foundation
import Notation
@testable import Receiver
import Testing

struct PlainFixTests {
  @Test func recordingsDecodeAsWithLibgps() throws {
    var counts = (fixes: 0, plain: 0)
    for path in try Self.recordings() {
      let folder = try TemporaryFolder()
      let text = path.hasSuffix(".xz") ? try Recording.unpacked(path, in: folder) : path
      let comparison = Comparison()
      var splitter = LineSplitter()
      for case .whole(let line) in splitter.split(try Data(contentsOf: URL(filePath: text))) {
        comparison.receive(line)
      }
      #expect(comparison.differences == [], "\(path)")
      counts.fixes += comparison.fixes
      counts.plain += comparison.plain
    }
    #expect(counts.fixes > 5000)
    // A few are of receivers without a time, or written by other programs.
    #expect(counts.plain * 20 > counts.fixes * 19, "\(counts)")
  }

  @Test func madeReportsDecodeAsWithLibgps() {
    let comparison = Comparison()
    for seed in 1...1500 {
      var chance = SeededGenerator(seed: UInt64(seed))
      comparison.receive(Array(Self.made(&chance).utf8))
    }
    #expect(comparison.differences == [])
    #expect(comparison.plain > 300)
  }

  @Test func changedBytesDecodeAsWithLibgps() {
    let comparison = Comparison()
    let line = Array(Self.report.utf8)
    let usual = Array(#"0123456789.,:-+eETZ"{}[] \nul"#.utf8)
    for seed in 1...2000 {
      var chance = SeededGenerator(seed: UInt64(seed))
      var bytes = line
      for _ in 0..<Int.random(in: 1...3, using: &chance) {
        let index = Int.random(in: 1..<bytes.count - 1, using: &chance)
        bytes[index] = usual.randomElement(using: &chance) ?? 0x20
      }
      comparison.receive(bytes)
    }
    #expect(comparison.differences == [])
    #expect(comparison.plain > 200)
  }

  @Test(arguments: [
    "", "{}", #"{"class":"TPV"}"#, #"{"class":"SKY","device":"/dev/a","mode":3}"#,
    #"{"class":"TPV","device":"/dev/a"}"#, #"{"class":"TPV","mode":3}"#,
    #"{"class":"TPV","device":"","mode":3}"#, #"{"class":"TPV","device":"/dev/ä","mode":3}"#,
    #"{"class":"TPV","device":"/dev/a","mode":3,"mode":3}"#,
    #"{"class":"TPV","device":"/dev/a","mode":3,"class":"TPV"}"#,
    #"{"class":"TPV","device":"/dev/a","mode":4}"#, #"{"class":"TPV","device":"/dev/a","mode":03}"#,
    #"{"class":"TPV","device":"/dev/a","mode":3"#, #"{"class":"TPV","device":"/dev/a","mode":3,}"#,
    #"{"class":"TPV","device":"/dev/a","mode":3,"x":[1]}"#,
    #"{"class":"TPV","device":"/dev/a","mode":"3"}"#,
    #"{"class":"TPV", "device":"/dev/a","mode":3}"#,
  ])
  func otherReportsAreLeftToLibgps(_ line: String) {
    #expect(PlainFix(Array(line.utf8)) == nil)
  }

  @Test(arguments: [
    "1e2", "+1", ".5", "5.", "-", "", "1.2.3", "nan", "NaN", "null", "1234567890123456",
    "0.123456789012345", "\"1\"", "1 ", "0x10", "--1", "1-",
  ])
  func otherNumbersAreLeftToLibgps(_ number: String) {
    let line = #"{"class":"TPV","device":"/dev/a","mode":3,"eph":\#(number)}"#
    #expect(PlainFix(Array(line.utf8)) == nil)
  }

  @Test(arguments: [
    "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-04-31T00:00:00Z", "2026-01-01T24:00:00Z",
    "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z", "2026-01-01T00:00:00", "1970-01-01T00:00:00Z",
    "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00.1234567Z", "2026-01-01T00:00:00+01:00",
    "2026-01-01 00:00:00Z", "20260101T000000Z", "2026-01-00T00:00:00Z", "",
  ])
  func otherTimesAreLeftToLibgps(_ time: String) {
    let line = #"{"class":"TPV","device":"/dev/a","mode":3,"time":"\#(time)"}"#
    #expect(PlainFix(Array(line.utf8)) == nil)
  }

  @Test func usualReportIsReadInOnePass() throws {
    for end in ["", "\r", "\r ", " "] {
      let fix = try #require(PlainFix(Array((Self.report + end).utf8)))
      #expect(fix.mode == .fix3D)
      #expect(fix.latitude == 51.501)
      #expect(fix.longitude == -0.142)
      #expect(fix.time?.rfc3339 == "2026-06-03T09:14:31.250Z")
      #expect(fix.eph == 17.1)
      #expect(fix.speed == 1.402)
      #expect(fix.track == 91.2)
    }
  }

  private static let report =
    #"{"class":"TPV","device":"/dev/serial0","mode":3,"time":"2026-06-03T09:14:31.250Z","#
    + #""ept":0.005,"lat":51.501000000,"lon":-0.142000000,"altHAE":62.8000,"epv":26.220,"#
    + #""track":91.2000,"speed":1.402,"climb":0.000,"eph":17.100,"sep":34.010}"#

  /// A report of random fields, most of them written as gpsd writes them.
  private static func made(_ chance: inout SeededGenerator) -> String {
    func number(_ limit: Double) -> String {
      let decimals = Int.random(in: 0...10, using: &chance)
      let text = String(format: "%.*f", decimals, Double.random(in: -limit...limit, using: &chance))
      return Int.random(in: 0..<30, using: &chance) == 0 ? text + "e1" : text
    }
    func padded(_ range: ClosedRange<Int>) -> String {
      String(format: "%02d", Int.random(in: range, using: &chance))
    }
    let digits = Int.random(in: 0...9, using: &chance)
    let fraction = (0..<digits).map { _ in String(Int.random(in: 0...9, using: &chance)) }.joined()
    let time =
      "\(Int.random(in: 1975...2105, using: &chance))-\(padded(1...12))-\(padded(1...31))"
      + "T\(padded(0...24)):\(padded(0...60)):\(padded(0...60))"
      + (digits > 0 ? ".\(fraction)Z" : "Z")
    var members = [
      "\"device\":\"/dev/\(Int.random(in: 0...3, using: &chance))\"",
      "\"mode\":\(Int.random(in: 0...4, using: &chance))", "\"time\":\"\(time)\"",
      "\"lat\":\(number(95))", "\"lon\":\(number(190))", "\"eph\":\(number(1000))",
      "\"speed\":\(number(100))", "\"track\":\(number(400))", "\"alt\":\(number(9000))",
    ]
    members.shuffle(using: &chance)
    members.removeLast(Int.random(in: 0...2, using: &chance))
    return #"{"class":"TPV",\#(members.joined(separator: ","))}"#
  }

  private static func recordings() throws -> [String] {
    let captures = try #require(Bundle.module.url(forResource: "Captures", withExtension: nil)).path
    let walks = Recording.walk("..")
    return [captures, walks].flatMap { folder in
      (FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? [])
        .filter { $0.hasSuffix(".json.xz") || $0.hasSuffix(".json") }.map { "\(folder)/\($0)" }
    }
  }
}

/// Lines that are decoded with libgps only, and as in a run.
private final class Comparison {
  private var usual = ReportDecoder()
  private var library = ReportDecoder()
  private(set) var differences: [String] = []
  private(set) var fixes = 0
  private(set) var plain = 0

  func receive(_ line: [UInt8]) {
    let expected = library.decodeWithLibrary(line)
    if case .fix = expected { fixes += 1 }
    if PlainFix(line) != nil { plain += 1 }
    if usual.decode(line) != expected { differences.append(String(decoding: line, as: UTF8.self)) }
  }
}
