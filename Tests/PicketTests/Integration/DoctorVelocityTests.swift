import Base
import Foundation
import Records
import Testing

/// `picket doctor` in a car whose receiver reports wrong velocities.
@Suite(.timeLimit(.minutes(5)))
struct DoctorVelocityTests {
  /// The line about the velocity, after a drive to the north-east at 15 m/s.
  ///
  /// - Parameter fields: The speed and the course in each report, as JSON.
  private static func verdict(_ fields: String) throws -> String {
    let folder = try TemporaryFolder()
    let gpsd = FakeGPSD()
    let config = try folder.write("[gpsd]\nport = \(gpsd.port)\n", to: "picket.toml")
    nonisolated(unsafe) let server = gpsd
    Thread.detachNewThread {
      guard server.hasClient(within: 30) else { return }
      server.answer()
      let sky = #"{"class":"SKY","device":"/dev/gps","satellites":[{"PRN":1,"ss":30,"used":true}]}"#
      server.sendLine(sky)
      let start = SystemClock.now
      for second in 0..<12 {
        let time = start.advanced(by: .seconds(second))
        usleep(UInt32(max(0, SystemClock.now.duration(to: time).inSeconds) * 1e6))
        let north = 47 + Double(second) * 10.607 / 111_180
        let east = 15 + Double(second) * 10.607 / 76_057
        server.sendLine(
          #"{"class":"TPV","device":"/dev/gps","mode":3,"time":"\#(time.rfc3339)","lat":\#(north),"#
            + #""lon":\#(east),"eph":4.0\#(fields)}"#)
      }
    }
    let run = try withExtendedLifetime(gpsd) {
      try PicketCommandRun(["doctor", "--json", "--config", config])
    }
    let lines = run.output.split(separator: "\n").compactMap { Reply(String($0)) }
    guard let line = lines.first(where: { $0.text("check") == "velocity" }) else {
      return run.output
    }
    return ["result", "found", "remedy"].map { line.text($0) ?? "" }.joined(separator: "; ")
  }

  @Test(arguments: [
    (#","speed":15.0,"track":45.0"#, "ok; the speed and the course are those of the positions; "),
    ("", "wrong; the receiver reports no speed (Doppler); let the receiver send RMC, "),
    (#","speed":15.0"#, "wrong; the speed is gpsd's own, made from positions"),
    (#","speed":0.0"#, "wrong; the receiver reports a speed of 0 while its positions move; "),
    (#","speed":54.0,"track":45.0"#, "times that of the positions, like km/h for m/s; "),
    (#","speed":29.16,"track":45.0"#, "times that of the positions, like knots for m/s; "),
    (#","speed":7.716,"track":45.0"#, "times that of the positions, like m/s for knots; "),
    (
      #","speed":15.0,"track":21.0"#,
      "wrong; the reported course is 24° left of the way of the positions, like a magnetic course "
        + "that lacks the declination; "
    ),
  ]) func wrongVelocityIsNamed(fields: String, words: String) throws {
    let verdict = try Self.verdict(fields)
    #expect(verdict.contains(words), "\(verdict)")
  }
}
