import Base
import Board
import Desk
import Foundation
import Picket
import Testing

/// The forms in which people have recordings: packed, in UTF-16, with other ends of lines.
struct RecordingFormTests {
  private static let lines = Epoch.ride.map { $0.report(device: "/dev/gps") }
  private static let text = lines.map { $0 + "\n" }.joined()

  private static func tally(of path: String) throws -> Tally {
    var replay = CaptureReplay(regions: [], blindLimit: .seconds(10))
    try Capture.forEachLine(of: path) { _ = replay.play($0) }
    return replay.tally
  }

  private static func tally(_ data: Data, named name: String = "ride.json") throws -> Tally {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/\(name)"
    try data.write(to: URL(fileURLWithPath: path))
    return try tally(of: path)
  }

  /// The standard output of a program that reads the ride.
  private static func output(of program: String, _ arguments: [String]) throws -> Data {
    let folder = try TemporaryFolder()
    let input = try folder.write(text, to: "ride")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: input))
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return data
  }

  // Their endings do not matter: people rename files.
  @Test(arguments: ["/usr/bin/xz", "/usr/bin/gzip", "/usr/bin/bzip2"])
  func packedRecordingIsRead(_ program: String) throws {
    let packed = try Self.output(of: program, ["-c"])
    let tally = try Self.tally(packed)
    #expect(tally.trusted == Self.lines.count)
  }

  @Test(arguments: ["UTF-16", "UTF-16LE", "UTF-16BE"])
  func powerShellsTextIsRead(_ encoding: String) throws {
    var data = try Self.output(of: "/usr/bin/iconv", ["-f", "UTF-8", "-t", encoding])
    if encoding == "UTF-16BE" { data = Data([0xfe, 0xff]) + data }
    let tally = try Self.tally(data)
    #expect(tally.trusted == Self.lines.count)
  }

  @Test func carriageReturnsEndLines() throws {
    let data = Data(Self.lines.joined(separator: "\r").utf8)
    #expect(try Self.tally(data).trusted == Self.lines.count)
    let sentences = Epoch.ride.flatMap(\.sentences).joined(separator: "\r")
    #expect(try Self.tally(Data(sentences.utf8), named: "ride.nmea").trusted > 50)
  }

  @Test func byteOrderMarkIsSkipped() throws {
    #expect(try Self.tally(Data("\u{feff}\(Self.text)".utf8)).trusted == Self.lines.count)
  }

  /// A JSON array with a report on each line, as people write it with commas at either end.
  @Test(arguments: [("[\n", ",\n", "\n]\n"), ("[", ",\r\n", "]"), ("[\n  ", "\n  , ", "\n]")])
  func arrayWithAReportOnEachLineIsRead(_ start: String, _ between: String, _ end: String) throws {
    let tally = try Self.tally(Data((start + Self.lines.joined(separator: between) + end).utf8))
    #expect(tally.trusted == Self.lines.count)
    #expect(tally.unreadable == 0)
  }

  @Test func formsThatAreNotReadAreNamed() throws {
    let zip = Data("PK\u{3}\u{4}".utf8) + Data(repeating: 0, count: 100)
    let changed = Epoch.ride.flatMap(\.sentences).map { $0.replacing("*", with: "9*") }
    for (data, words) in [
      (Data(changed.joined(separator: "\n").utf8), "each of its sentences has a wrong checksum"),
      (Data("<?xml version=\"1.0\"?>\n<gpx/>".utf8), "is a GPX without points of a track; give"),
      (Data("<kml>".utf8), "is KML, not a recording;"),
      (Data(#"{"type":"FeatureCollection"}"#.utf8), "give regions with --regions"),
      (Data("AXXX001\r\nHFDTE030626\r\nB0900005000000N\r\n".utf8), "is an IGC of a glider, not a"),
      (Data("AXXX001\nHFDTE030626\n".utf8), "is one: gpsbabel -i igc -f IN -o gpx -F OUT.gpx"),
      (Data("time,lat,lon,elevation\n1,50,10,1\n".utf8), "is a CSV of GPSLogger, not a recording;"),
      (Data("# Fix,Provider,Latitude\nFix,GPS,50,10\n".utf8), "with its NMEA log switched on"),
      (Data("# a\n# Raw,x\n# Fix,Provider,y\nFix,GPS,50,10\n".utf8), "GnssLogger without NMEA"),
      (zip, "is a zip archive; unpack it"),
      (Data([0x1f, 0x8b, 8, 0, 1, 2, 3]), "gzip cannot unpack it"),
    ] {
      do {
        _ = try Self.tally(data)
        Issue.record("it was read: \(words)")
      } catch let error as UnusableFile {
        #expect(error.description.contains(words), "\(error)")
      }
    }
  }

  // MARK: Reports in other forms

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  private static let forms: [(name: String, text: String)] = [
    (
      "journalctl -o json",
      lines.map {
        "{\"__REALTIME_TIMESTAMP\":\"1\",\"MESSAGE\":\(quoted($0)),\"_COMM\":\"gpspipe\"}"
      }
      .joined(separator: "\n")
    ),
    (
      "docker's json-file",
      lines.map { "{\"log\":\(quoted($0 + "\\n").dropLast(4))\\n\",\"stream\":\"stdout\"}" }
        .joined(separator: "\n")
    ),
    (
      "journalctl -o json with bytes",
      lines.map { "{\"MESSAGE\":[\(($0 + "\r").utf8.map(String.init).joined(separator: ","))]}" }
        .joined(separator: "\n")
    ),
    (
      "a log in a log",
      lines.map { "{\"a\":\(quoted("{\"line\":\(quoted($0))}"))}" }.joined(separator: "\n")
    ),
    (
      "POLL",
      lines.map { "{\"class\":\"POLL\",\"active\":1,\"tpv\":[\($0)],\"sky\":[]}" }
        .joined(separator: "\n")
    ),
    (
      "POLL of gpsd 2",
      lines.map { "{\"class\":\"POLL\",\"fixes\":[\($0)],\"skyviews\":[]}" }.joined(separator: "\n")
    ),
    ("an array", "[\(lines.joined(separator: ","))]"),
    ("an array a line", lines.map { "[\($0)]" }.joined(separator: "\n")),
    ("a member", lines.map { "{\"data\":\($0)}" }.joined(separator: "\n")),
    ("jq", spread.joined(separator: "\n")),
    ("an array of jq", "[\n\(spread.joined(separator: ",\n"))\n]"),
    ("an object of jq", "{\n\"reports\": [\n\(spread.joined(separator: ",\n"))\n]\n}"),
    ("gpspipe -t", lines.map { "2026-06-03 09:00:00: \($0)" }.joined(separator: "\n")),
    (
      "gpspipe -t from its start",
      (greeting + lines).map { "2026-06-03 09:00:00: \($0)" }.joined(separator: "\n")
    ),
    (
      "journalctl",
      (greeting + lines).map { "Jun 03 09:00:00 pi gpspipe[612]: \($0)" }.joined(separator: "\n")
    ),
    (
      "a container's log",
      lines.map { "2026-06-03T09:00:00.1Z stdout F \($0)" }.joined(separator: "\r\n")
    ),
    ("mosquitto_sub -v", lines.map { "boat/gps \($0)" }.joined(separator: "\n")),
    (
      "words before",
      "connected to 192.168.4.1\n" + lines.map { "boat/gps \($0)" }.joined(separator: "\n")
    ),
    (
      "no mode",
      lines.map { $0.replacing("\"mode\":3,", with: "").replacing(",\"mode\":3", with: "") }
        .joined(separator: "\n")
    ),
  ]

  private static let greeting = [
    #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#,
    #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/gps"}]}"#,
    #"{"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":0}"#,
  ]

  private static let spread = lines.map {
    $0.replacing("{", with: "{\n  ").replacing("}", with: "\n}")
  }

  @Test func reportsInOtherFormsAreRead() throws {
    for form in Self.forms {
      let tally = try Self.tally(Data(form.text.utf8))
      #expect(tally.trusted == Self.lines.count, "\(form.name)")
      #expect(tally.unreadable == 0, "\(form.name)")
    }
  }

  private static func second(_ number: Int) -> String {
    "2026-06-03T09:0\(number / 60):\(number % 60 < 10 ? "0" : "")\(number % 60).000"
  }

  private static func trackers(_ number: Int) -> [String] {
    let longitude = "\(10 + Double(number) * 7e-5)"
    let time = second(number)
    let location =
      #"{"SSID":"a {b}","_type":"location","tid":"ab","lat":50,"lon":\#(longitude),"#
      + #""tst":\#(1_780_477_200 + number),"acc":4,"vel":18,"cog":90}"#
    return [
      location,
      // A file of its Recorder, and mosquitto_sub with and without a time.
      "2026-06-03T09:00:00Z\t*                 \t\(location)",
      "owntracks/ann/phone \(location)",
      "2026-06-03T09:00:00+0200 owntracks/ann/phone \(location)",
      #"{"id":1,"deviceId":7,"fixTime":"\#(time)+00:00","latitude":50,"#
        + #""longitude":\#(longitude),"speed":9.7,"course":90,"valid":true}"#,
      #"{"position":{"deviceId":7,"fixTime":"\#(time)+0000","latitude":50,"#
        + #""longitude":\#(longitude),"speed":9.7,"accuracy":0},"device":{"id":7}}"#,
    ]
  }

  @Test(arguments: 0..<6) func positionsOfTrackersAreRead(_ form: Int) throws {
    let text = (0..<40).map { Self.trackers($0)[form] + "\n" }.joined()
    let tally = try Self.tally(Data(text.utf8))
    #expect(tally.fixes == 40)
    #expect(tally.trusted > 35)
    #expect(tally.unreadable == 0)
  }

  @Test func missingModeIsNamed() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(try #require(Self.forms.last).text, to: "ride.json")
    let regions = try folder.write(Epoch.regions(), to: "r.geojson")
    let replay = try PicketCommandRun(["replay", path, "--regions", regions])
    #expect(
      replay.log
        == "picket: \(path): \(Self.lines.count) TPVs have no mode, which a program on the way has "
        + "dropped; positions are read as fixes\n")
  }

  @Test func sentencesWithAWrongChecksumAreCounted() throws {
    let folder = try TemporaryFolder()
    var sentences = Epoch.ride.flatMap(\.sentences)
    for index in [20, 40, 41] { sentences[index] = sentences[index].replacing("*", with: "9*") }
    let path = try folder.write(sentences.joined(separator: "\r\n"), to: "ride.nmea")
    let regions = try folder.write(Epoch.regions(), to: "r.geojson")
    let warning = "picket: \(path): 3 sentences have a wrong checksum and were left out\n"
    let replay = try PicketCommandRun(["replay", path, "--regions", regions, "--summary"])
    #expect(replay.log == warning)
    #expect(replay.output.contains("lines    3 with a wrong checksum"))
    let json = try PicketCommandRun(["replay", path, "--regions", regions, "--summary", "--json"])
    #expect(json.output.contains(#""wrongChecksum":3"#))
    let report = try PicketCommandRun(
      ["report", path, "--regions", regions, "-o", "\(folder.path)/r.html"])
    #expect(report.log.contains(warning))
  }

  @Test func sumsOfSentencesThatGPSDReportedDoNotCount() throws {
    let head = #"{"class":"WATCH","enable":true,"json":true,"nmea":true,"raw":1}"#
    let wrong = Epoch.ride.flatMap(\.sentences).map { $0.replacing("*", with: "9*") }
    let folder = try TemporaryFolder()
    let path = try folder.write(
      ([head] + Self.lines + wrong).joined(separator: "\n"), to: "ride")
    #expect(try Capture.forEachLine(of: path) { _ in } == 0)
  }

  // MARK: Nothing is trusted

  private static let timeless = lines.map {
    $0.replacing(#/"time":"[^"]*",/#, with: "")
  }

  @Test func untrustedRecordingHasOneLine() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.timeless.joined(separator: "\n"), to: "ride.json")
    let regions = try folder.write(Epoch.regions(), to: "r.geojson")
    let wanted =
      "picket: \(path): none of its \(Self.lines.count) fixes is trusted (\(Self.lines.count) no time); "
      + "record the sentences with date and time, too: RMC or ZDA\n"
    for command in [
      ["replay", path], ["report", path, "-o", "\(folder.path)/r.html"], ["tune", path],
      ["regions", "add", "w", "--walk", "--capture", path],
    ] {
      let run = try PicketCommandRun(command + ["--regions", regions])
      #expect(run.status == 1, "\(command)")
      #expect(run.log == wanted, "\(command)")
      #expect(run.output.isEmpty)
    }
  }

  @Test func reasonsAreCountedSinceTheLastRecording() {
    var tally = Tally()
    #expect(tally.emptiness()?.hasPrefix("contains no report of a fix") == true)
    for _ in 0..<3 { tally.count(.rejected(.noFix)) }
    tally.count(.rejected(.noTime))
    let before = tally
    #expect(
      tally.emptiness()
        == "none of its 4 fixes is trusted (3 no fix, 1 no time); record where the receiver sees the sky"
    )
    tally.count(.rejected(.noTime))
    #expect(
      tally.emptiness(since: before)?.hasPrefix("none of its 1 fixes is trusted (1 no") == true)
  }
}
