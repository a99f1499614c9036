import Desk
import Foundation
import Testing

/// A receiver that stands still, knows its HDOP, and then goes off by 120 m with a bad one.
struct UnknownDilutionTests {
  /// The second of the exit; `nil` without one.
  ///
  /// - Parameters:
  ///   - bad: The claim while the position is off, as JSON.
  ///   - good: The claim before.
  private static func exit(_ bad: Claim, after good: Claim = claim(0.9)) throws -> Double? {
    let (regions, _) = check(feature("Point", "[10,50]", #""radius":50"#))
    var replay = CaptureReplay(regions: regions, blindLimit: .seconds(10))
    for second in 0..<115 {
      let time = Double(second)
      let off = max(0, min(120, 11.5 * (time - 39)))
      let east = off + 0.8 * sin(1.3 * time)
      let claim = second < 40 ? good : bad
      let fix = """
        {"class":"TPV","device":"/dev/a","mode":3,"time":"2026-06-03T09:\
        \(String(format: "%02d:%02d", second / 60, second % 60)).000Z",\
        "lat":\(50 + 0.5 * cos(time) / 111_000),"lon":\(10 + east / 71_700)\(claim.fields)}
        """
      let gst = claim.gst.map { #"{"class":"GST","device":"/dev/a"\#($0)}"# }
      for line in [gst, fix].compactMap({ $0 }) {
        for case .event(let event) in replay.play(.whole(Array(line.utf8))) {
          if event.kind == .exit { return time }
        }
      }
    }
    return nil
  }

  /// The fields of a TPV that claim an accuracy, and those of a GST, if there is one.
  struct Claim {
    var fields = ""
    var gst: String?
  }

  /// The claim of gpsd by an HDOP.
  private static func claim(_ dilution: Double) -> Claim {
    Claim(fields: #","eph":\#(19 * dilution)"#)
  }

  @Test(arguments: [99, 99.9, 99.99, 120])
  func worseDilutionIsNotMoreTrusted(dilution: Double) throws {
    let good = try #require(try Self.exit(Self.claim(0.9)))
    let bad = try Self.exit(Self.claim(98.9)) ?? .infinity
    let worse = try Self.exit(Self.claim(dilution)) ?? .infinity
    #expect(good < bad)
    #expect(worse >= bad)
  }

  @Test func dilutionThatIsNeverKnownDelaysNothing() throws {
    let usual = try #require(try Self.exit(Self.claim(0.9)))
    let unknown = try #require(try Self.exit(Self.claim(99.99), after: Self.claim(99.99)))
    #expect(unknown <= usual + 10)
  }

  /// gpsd 3.25 leaves `eph` out from an HDOP of 99 on, and a GST has no deviations then.
  @Test(arguments: [
    Claim(), Claim(fields: #","eph":null"#), Claim(gst: ""), Claim(gst: #","lat":null,"lon":null"#),
    Claim(gst: #","lat":0.0,"lon":0.0"#), Claim(fields: #","eph":null"#, gst: #","rms":2.0"#),
  ]) func lostClaimConfirmsNothing(_ lost: Claim) throws {
    #expect(try Self.exit(lost, after: Claim(fields: #","eph":17.1"#)) == nil)
    let gst = Claim(fields: #","eph":17.1"#, gst: #","lat":2.0,"lon":2.0"#)
    #expect(try Self.exit(gst, after: gst) != nil)
    #expect(try Self.exit(lost, after: gst) == nil)
  }
}
