@testable import Board
@testable import Desk
import Geofence
@testable import Picket
import Records
import Testing

/// Fields of a TPV whose JSON type is not gpsd's: they are named, live and in recordings.
struct FieldMistakeTests {
  private static let time = #""time":"2026-06-03T09:14:31.000Z""#

  private static func decode(_ fields: String) -> GPSDReport {
    var decoder = ReportDecoder()
    return decoder.decode(Array(#"{"class":"TPV",\#(fields)}"#.utf8))
  }

  private static let mistakes: [(fields: String, words: String)] = [
    (
      #""mode":3,"time":1780478071.5,"lat":51.5,"lon":-0.14"#,
      #"time is a number, 1780478071.5; gpsd sends a string such as "2026-06-03T09:14:31.000Z""#
    ),
    (
      #""mode":"3","lat":51.5,"lon":-0.14"#,
      #"mode is a string, "3"; gpsd sends a number from 0 to 3"#
    ),
    (
      #""mode":3,"lat":"51.5","lon":"-0.14""#,
      #"lat is a string, "51.5"; gpsd sends a number such as 51.501"#
    ),
    (
      #""mode":3,\#(time),"lat":51.5,"lon":[1]"#,
      "lon is an array; gpsd sends a number such as -0.142"
    ),
    (#""mode":3,"lat":true,"lon":1"#, "lat is a boolean, true; gpsd sends a number such as 51.501"),
    (#""mode":3,"eph":{"a":1}"#, "eph is an object; gpsd sends a number of metres"),
    (#""mode":3,"eph":"""#, #"eph is a string, ""; gpsd sends a number of metres"#),
    (
      #""mode":3,"speed":"1.5""#,
      #"speed is a string, "1.5"; gpsd sends a number of metres a second"#
    ),
    (#""mode":3,"track":false"#, "track is a boolean, false; gpsd sends a number of degrees"),
    (
      #""mode":3,"device":7"#,
      #"device is a number, 7; gpsd sends a string such as "/dev/ttyACM0""#
    ),
    // libgps would never return from this one.
    (
      #""device":{"class":"TPV"}"#,
      #"device is an object; gpsd sends a string such as "/dev/ttyACM0""#
    ),
    (
      #""mode" : "3", "lat" : 51.5"#, #"mode is a string, "3"; gpsd sends a number from 0 to 3"#
    ),
  ]

  @Test(arguments: mistakes.indices)
  func wrongTypeIsNamed(_ index: Int) {
    let (fields, words) = Self.mistakes[index]
    guard case .mistyped(let mistake) = Self.decode(fields) else {
      Issue.record("\(fields): \(Self.decode(fields))")
      return
    }
    #expect(mistake.words == words)
  }

  @Test(arguments: [
    #""mode":3,"time":null,"lat":51.5,"lon":-0.14"#,
    #""mode":3,"device":null,"lat":51.5,"lon":-0.14"#,
    #""mode":3,"lat":51.5,"lon":-0.14,"eph":null,"speed":null,"track":null"#,
    #""mode":3,"lat":51.5,"lon":-0.14,"alt":"31","status":"2","surprise":{"a":[1]}"#,
  ])
  func nullAndUnusedFieldsAreNoMistake(_ fields: String) {
    #expect(
      Self.decode(fields)
        == .fix(
          Fix(mode: .fix3D, coordinate: Coordinate(latitude: 51.5, longitude: -0.14))), "\(fields)")
  }

  // MARK: Live

  /// A report of the ride whose time is a number.
  private static func wrong(_ second: Int) -> String {
    Epoch.ride[second].report(device: "/dev/a")
      .replacing(#/"time":"[^"]*"/#, with: "\"time\":\(1_780_478_000 + second)")
  }

  @Test func wrongFieldIsLoggedOnceAndShown() {
    let ride = SessionRide(SessionRide.settings(Configuration()))
    _ = ride.session.receive(.connected, at: ride.now)
    for second in 0..<2 { ride.receive(Self.wrong(second)) }
    #expect(ride.session.receiving.path.reception == .connected)
    for second in 2..<40 { ride.receive(Self.wrong(second)) }
    let words = "time is a number, 1780478002; gpsd sends a string such as"
    #expect(ride.session.receiving.path.reception.said.text.contains("cannot be used: \(words)"))
    let logged = ride.performed().filter { $0.contains("a report cannot be used: time is") }
    #expect(logged.count == 1, "\(logged)")
    #expect(ride.session.receiving.path.tally.mistyped == 40)
    // The next right one ends it.
    ride.receive(Epoch.ride[41].report(device: "/dev/a"))
    #expect(ride.session.receiving.path.reception == .fix3D)
    ride.receive(Self.wrong(42))
    #expect(ride.session.receiving.path.reception == .fix3D)
  }

  @Test func doctorNamesTheWrongField() throws {
    var account = ReceiverAccount(Configuration().gpsd)
    account.isConnected = true
    let now = Timestamp(nanoseconds: 1_780_478_071_000_000_000)
    account.add(.version("3.22"), at: now)
    account.add(.devices([.init(path: "/dev/a", isActive: true, driver: "u-blox")]), at: now)
    var decoder = ReportDecoder()
    let report = decoder.decode(Array(Self.wrong(0).utf8))
    account.add(report, at: now)
    let found = account.diagnoses(GPSDDefaults())
    let sentences = try #require(found.first { $0.check == .sentences })
    #expect(sentences.result == .wrong)
    #expect(sentences.found.text.contains("time is a number, 1780478000; gpsd sends"))
    #expect(found.first { $0.check == .trust }?.result == .unknown)
  }

  // MARK: Recordings

  private static func replay(_ lines: [String]) throws -> PicketCommandRun {
    let folder = try TemporaryFolder()
    _ = try folder.write(lines.joined(separator: "\n"), to: "ride.json")
    let regions = try folder.write(Epoch.regions(), to: "r.geojson")
    let config = try folder.write("[state]\ndirectory = \"state\"\n", to: "picket.toml")
    return try PicketCommandRun(
      ["replay", "ride.json", "--regions", regions, "--config", config], folder: folder.path)
  }

  @Test func recordingWithoutUsableReportsNamesItsLine() throws {
    let run = try Self.replay(["# a ride", ""] + (0...60).map(Self.wrong))
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(
      run.log == """
        picket: ride.json: none of its 61 reports can be used; line 3: time is a number, 1780478000; \
        gpsd sends a string such as "2026-06-03T09:14:31.000Z"

        """)
  }

  @Test func fewWrongReportsAreNamedAndLeftOut() throws {
    var lines = Epoch.ride.map { $0.report(device: "/dev/a") }
    for index in [6, 9] { lines[index] = Self.wrong(index) }
    let run = try Self.replay(lines)
    #expect(run.status == 0)
    #expect(run.output.split(separator: "\n").count == 2)
    #expect(
      run.log.contains(
        "ride.json: 2 lines could not be read and were left out; line 7: time is a number"),
      "\(run.log)")
  }

  @Test func eachRecordingHasItsOwnLine() throws {
    let folder = try TemporaryFolder()
    let first = try folder.write(Self.wrong(0), to: "a.json")
    let second = try folder.write("\n\n\(Self.wrong(1))", to: "b.json")
    var replay = CaptureReplay(regions: [], blindLimit: .seconds(10))
    for (path, words) in [(first, "line 1: time is a number, 1780478000"), (second, "line 3: ")] {
      let before = replay.tally
      replay.beginRecording()
      try Capture.forEachLine(of: path) { _ = replay.play($0) }
      let reason = replay.tally.emptiness(of: path, since: before)
      #expect(reason?.contains(words) == true, "\(reason ?? "")")
    }
  }
}
