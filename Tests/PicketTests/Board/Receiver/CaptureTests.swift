import Base
import Board
import Desk
import Foundation
import Testing

/// Recordings of gpspipe, which mix gpsd's JSON with the bytes of a receiver.
struct CaptureTests {
  private static let head = [
    #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#,
    #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/a","activated":"2026-06-03T09:00:00.000Z"}]}"#,
  ]

  private static func watch(json: Bool, nmea: Bool, raw: Int) -> String {
    #"{"class":"WATCH","enable":true,"json":\#(json),"nmea":\#(nmea),"raw":\#(raw)}"#
  }

  private static let nmea = Epoch.ride.flatMap(\.sentences)

  /// The number of fixes in a recording, and the classes of its reports in their order.
  private static func read(_ data: Data) throws -> (fixes: Int, unreadable: Int, classes: [String])
  {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/capture"
    try data.write(to: URL(fileURLWithPath: path))
    var replay = CaptureReplay(regions: [], blindLimit: .seconds(10))
    var classes: [String] = []
    try Capture.forEachLine(of: path) { line in
      _ = replay.play(line)
      if case .whole(let bytes) = line,
        let name = field("class", of: String(decoding: bytes, as: UTF8.self)),
        name != "SKY", classes.last != name
      {
        classes.append(name)
      }
    }
    return (replay.tally.fixes, replay.tally.unreadable, classes)
  }

  private static func read(_ lines: [String]) throws -> (
    fixes: Int, unreadable: Int, classes: [String]
  ) {
    try read(Data(lines.map { $0 + "\r\n" }.joined().utf8))
  }

  private static func binary() throws -> Data {
    let folder = try TemporaryFolder()
    let path = try Recording.unpacked(Recording.log("sirf2.log.xz"), in: folder)
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  @Test func nmeaAfterReportsIsReplayed() throws {
    let alone = try Self.read(Self.nmea).fixes
    #expect(alone >= 60)
    let recorded = Self.head + [Self.watch(json: false, nmea: true, raw: 0)] + Self.nmea
    #expect(try Self.read(recorded).fixes == alone)
    #expect(try Self.read(recorded).classes.starts(with: ["VERSION", "DEVICES", "WATCH", "TPV"]))
  }

  @Test func packetsAfterReportsAreReplayed() throws {
    let packets = try Self.binary()
    let alone = try Self.read(packets).fixes
    let head = (Self.head + [Self.watch(json: false, nmea: false, raw: 2)])
      .map { $0 + "\r\n" }.joined()
    #expect(alone > 600)
    #expect(try Self.read(Data(head.utf8) + packets).fixes == alone)
  }

  @Test func reportAfterAPacketIsFound() throws {
    let packets = try Self.binary()
    let report = Data((#"{"class":"ERROR","message":"x"}"# + "\r\n").utf8)
    let read = try Self.read(packets + report)
    #expect(read.classes.last == "ERROR")
    #expect(read.unreadable == 0)
  }

  @Test func echoIsNotReadTwice() throws {
    var lines = Self.head + [Self.watch(json: true, nmea: true, raw: 0)]
    for epoch in Epoch.ride { lines += epoch.sentences + [epoch.report(device: "/dev/a")] }
    #expect(try Self.read(lines).fixes == Epoch.ride.count)
  }

  @Test func packetLikeACommentHidesNoReport() throws {
    let head = (Self.head + [Self.watch(json: true, nmea: false, raw: 2)])
      .map { $0 + "\r\n" }.joined()
    var data = Data(head.utf8)
    for (epoch, packet) in zip(
      Epoch.ride, [[0x0a, 0x23, 0xa0, 0xa2], [0x0a, 0x01], [0x0a]].cycled)
    {
      data += packet.map(UInt8.init) + Data("\(epoch.report(device: "/dev/a"))\r\n".utf8)
    }
    let read = try Self.read(data)
    #expect(read.fixes == Epoch.ride.count)
    #expect(read.unreadable == 0)
  }

  @Test func joinedRecordingsKeepTheirOrder() throws {
    let lines =
      Self.nmea + ["# then"] + Epoch.ride.map { $0.report(device: "/dev/a") } + Self.nmea
      + Self.head + Self.nmea
    let read = try Self.read(lines)
    #expect(read.classes == ["TPV", "VERSION", "DEVICES", "TPV"])
    #expect(try read.fixes == 3 * Self.read(Self.nmea).fixes + Epoch.ride.count)
  }

  @Test func damagedReportIsStillCounted() throws {
    let reports = Epoch.ride.map { $0.report(device: "/dev/a") }
    let damaged = ["TPV\",\"mode\":3}", "\0\0\0\0", String(reports[3].prefix(20))]
    let read = try Self.read(reports + damaged)
    #expect(read.fixes == reports.count)
    #expect(read.unreadable == 3)
  }

  @Test func commentsAloneHaveNoLines() {
    #expect(throws: UnusableFile.self) { try Self.read(["# nothing", "#"]) }
  }
}

extension Array {
  /// The elements, repeated without end.
  fileprivate var cycled: some Sequence<Element> {
    sequence(state: 0) { place in
      defer { place = (place + 1) % count }
      return self[place]
    }
  }
}
