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
}
