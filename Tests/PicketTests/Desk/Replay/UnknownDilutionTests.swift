import Desk
import Foundation
import Testing

/// A receiver that stands still, knows its HDOP, and then goes off by 120 m with a bad one.
struct UnknownDilutionTests {
  /// The second of the exit; `nil` without one.
  private static func exit(dilution: Double, known: Double? = 0.9) throws -> Double? {
    let (regions, _) = check(feature("Point", "[10,50]", #""radius":50"#))
    var replay = CaptureReplay(regions: regions, blindLimit: .seconds(10))
    for second in 0..<115 {
      let time = Double(second)
      let off = max(0, min(120, 11.5 * (time - 39)))
      let east = off + 0.8 * sin(1.3 * time)
      let eph = 19 * (second < 40 ? known ?? dilution : dilution)
      let line = """
        {"class":"TPV","device":"/dev/a","mode":3,"time":"2026-06-03T09:\
        \(String(format: "%02d:%02d", second / 60, second % 60)).000Z",\
        "lat":\(50 + 0.5 * cos(time) / 111_000),"lon":\(10 + east / 71_700),"eph":\(eph)}
        """
      for case .event(let event) in replay.play(.whole(Array(line.utf8))) {
        if event.kind == .exit { return time }
      }
    }
    return nil
  }

  @Test(arguments: [99, 99.9, 99.99, 120])
  func worseDilutionIsNotMoreTrusted(dilution: Double) throws {
    let good = try #require(try Self.exit(dilution: 0.9))
    let bad = try Self.exit(dilution: 98.9) ?? .infinity
    let worse = try Self.exit(dilution: dilution) ?? .infinity
    #expect(good < bad)
    #expect(worse >= bad)
  }

  @Test func dilutionThatIsNeverKnownDelaysNothing() throws {
    let usual = try #require(try Self.exit(dilution: 0.9))
    let unknown = try #require(try Self.exit(dilution: 99.99, known: nil))
    #expect(unknown <= usual + 10)
  }
}
