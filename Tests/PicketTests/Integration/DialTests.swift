import Base
import Geofence
import Glibc
@testable import PicketPage
import Testing

/// Hosts that answer, refuse and say nothing.
@Suite(.timeLimit(.minutes(1)))
struct DialTests {
  private static func dial(_ host: String, _ port: Int) throws -> Socket {
    try Socket.dial(host, port: port, within: 1) {
      try Socket(connectingTo: $0, mostWaiting: 4096)
    }
  }

  private static func failure(_ host: String, _ port: Int) -> String? {
    thrown(Socket.Unreached.self) { try dial(host, port) }?.description
  }

  @Test(arguments: ["127.0.0.1", "localhost"])
  func hostThatListensIsConnected(host: String) throws {
    // Where the name also has an address of IPv6, nobody listens there.
    let listening = try #require(Listening("127.0.0.1:\(Port.free())"))
    let listener = try listening.open()
    let socket = try Self.dial(host, listening.port)
    try socket.write("hello")
    #expect(try listener.wait(for: POLLIN, until: MonotonicClock.now.advanced(by: .seconds(5))))
  }

  @Test func refusalIsTheReason() {
    let port = Port.free()
    #expect(Self.failure("127.0.0.1", port) == "127.0.0.1:\(port): Connection refused")
  }

  @Test func silenceHasALimit() {
    let hole = BlackHole(.full)
    #expect(Self.failure("127.0.0.1", hole.port) == "127.0.0.1:\(hole.port): no answer in 1 s")
  }

  @Test func nameWithoutAnAddressIsTheReason() {
    #expect(Self.failure("no.such.host.invalid", 2947)?.hasPrefix("no.such.host.invalid: ") == true)
  }
}
