@testable import PicketPage
import Records
import Testing

/// The messages for phones that watch.
struct BroadcastTests {
  private static func line(_ number: Int) -> String { #"{"seq":\#(number),"event":"enter"}"# }

  /// The kinds of the messages for a phone, with the places of lines, since the last call.
  private static func messages(_ stream: WebStream) -> [String] {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = bytes.withUnsafeMutableBytes { stream.read(into: $0) }
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    return text.split(separator: "\n").filter { $0.hasPrefix("event: ") || $0.hasPrefix("id: ") }
      .map(String.init)
  }

  @Test func aJournalThatBeginsAnewIsCut() throws {
    let broadcast = Broadcast()
    #expect(broadcast.beginReading())
    #expect(!broadcast.adopt(.success([Self.line(1), Self.line(2)])))
    let stream = WebStream(device: nil)
    broadcast.add(stream, after: nil)
    _ = Self.messages(stream)
    // The new journal has no line yet when it is read.
    #expect(broadcast.beginReading())
    #expect(!broadcast.adopt(.success([])))
    let first = try #require(Reply(Self.line(1)))
    #expect(!broadcast.send(published: first))
    #expect(Self.messages(stream) == ["event: cut", "event: journal", "id: 1"])
    let second = try #require(Reply(Self.line(2)))
    #expect(!broadcast.send(published: second))
    #expect(Self.messages(stream) == ["event: journal", "id: 2"])
  }

  private static func fix(minute: Int, second: Int) throws -> Reply {
    let time = "2026-06-03T10:1\(minute):0\(second)Z"
    return try #require(
      Reply(#"{"time":"\#(time)","fix":"trusted","lat":47,"lon":15,"sd":1}"#))
  }

  @Test func swingHasOnePositionAMinuteWhileAnAnchorIsDropped() throws {
    let broadcast = Broadcast()
    let stream = WebStream(device: nil)
    broadcast.add(stream, after: nil)
    _ = Self.messages(stream)
    _ = broadcast.send(published: try Self.fix(minute: 0, second: 1))
    #expect(Self.messages(stream) == ["event: fix"])
    broadcast.send(status: try #require(Reply(#"{"ok":true,"anchors":[{"region":"anchor"}]}"#)))
    for (minute, second) in [(0, 2), (0, 3), (1, 1), (1, 2)] {
      _ = broadcast.send(published: try Self.fix(minute: minute, second: second))
    }
    let one = ["event: fix", "event: swing", "event: fix"]
    #expect(Self.messages(stream) == ["event: status"] + one + one)
    let later = WebStream(device: nil)
    broadcast.add(later, after: nil)
    #expect(Self.messages(later).contains("event: swing"))
    broadcast.send(status: try #require(Reply(#"{"ok":true}"#)))
    let last = WebStream(device: nil)
    broadcast.add(last, after: nil)
    #expect(!Self.messages(last).contains("event: swing"))
  }

  @Test func swingOfManyHoursIsBounded() throws {
    var track = Track()
    track.isAnchored = true
    for number in 0..<(2 * Track.mostOfSwing) {
      var fix = FixLine()
      (fix.belief, fix.latitude, fix.longitude) = (.trusted, 47, 15)
      fix.time = "at \(1_000_000_000 + number)"
      #expect(track.add(fix) != nil)
    }
    let swing = try #require(track.swing)
    #expect(swing.split(separator: "at ").count == Track.mostOfSwing + 1)
    #expect(swing.contains("at 1000000599") && !swing.contains("at 1000000299"))
  }
}
