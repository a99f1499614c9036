@testable import Base
import Foundation
import Glibc
@testable import PicketPage
import Testing

/// Other users of the board, and proxies on it, at the page of a real run.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct LocalUserTests {
  /// Sends a request as a user without groups, and returns the first line of the answer.
  ///
  /// - Parameter isHasty: Whether the connection is closed at once, without reading the answer.
  private static func ask(
    _ page: PageProcess, as user: UInt32, _ request: String, isHasty: Bool = false
  ) throws -> String {
    let script = """
      exec 3<>/dev/tcp/127.0.0.1/\(page.port) || exit 1
      printf '%b' "$1" >&3
      [ "$2" = hasty ] || head -n 1 <&3
      """
    return try ProgramOutput(
      "/usr/bin/setpriv",
      [
        "--reuid", "\(user)", "--regid", "\(user)", "--clear-groups", "/bin/bash", "-c", script,
        "-",
        request, isHasty ? "hasty" : "",
      ]
    ).output
  }

  private static func get(_ path: String, _ page: PageProcess) -> String {
    "GET \(path) HTTP/1.1\\r\\nHost: 127.0.0.1:\(page.port)\\r\\nConnection: close\\r\\n\\r\\n"
  }

  private static func mute(_ page: PageProcess) -> String {
    "POST /api/mute HTTP/1.1\\r\\nHost: 127.0.0.1:\(page.port)\\r\\n"
      + "Content-Type: application/json\\r\\nContent-Length: 2\\r\\nConnection: close\\r\\n\\r\\n{}"
  }

  @Test(.enabled(if: geteuid() == 0))
  func nobodyHasNoRightsByLoopback() async throws {
    let picket = try PageTests.picket()
    let page = try await PageProcess(picket)
    for path in ["/", "/events", "/api/status", "/api/regions", "/api/walks"] {
      let line = try Self.ask(page, as: 65_534, Self.get(path, page))
      #expect(line.hasPrefix("HTTP/1.1 401 "), "\(path): \(line)")
    }
    #expect(try Self.ask(page, as: 65_534, Self.mute(page)).hasPrefix("HTTP/1.1 401 "))
    #expect(try Self.ask(page, as: 65_534, Self.get("/page.css", page)).hasPrefix("HTTP/1.1 200 "))
    #expect(try Self.ask(page, as: 0, Self.get("/api/status", page)).hasPrefix("HTTP/1.1 200 "))
  }

  @Test(.enabled(if: geteuid() == 0))
  func closedConnectionIsNotRoots() async throws {
    let picket = try PageTests.picket()
    let page = try await PageProcess(picket)
    for _ in 0..<30 { _ = try Self.ask(page, as: 65_534, Self.mute(page), isHasty: true) }
    let status = try await ControlTalk(picket).ask(#"{"do":"status"}"#)
    #expect(!status.flag("muted"))
  }

  @Test func ownerOfAConnectionIsFound() throws {
    for (text, target) in [
      ("127.0.0.1", "127.0.0.1"), ("[::1]", "::1"), ("[::]", "127.0.0.1"),
      ("[::]", "::ffff:127.0.0.1"),
    ] {
      let listening = try #require(Listening("\(text):\(Port.free())"))
      // A machine may have no IPv6.
      guard let listener = try? listening.open() else { continue }
      let address = try #require(
        try Socket.addresses(of: target, port: listening.port).first)
      let client = try Socket(connectingTo: address, mostWaiting: 4096)
      var pending = pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)
      #expect(poll(&pending, 1, 5000) == 1)
      let accepted = try listener.accept()
      #expect(TCPOwner.user(atOtherEndOf: accepted.descriptor) == geteuid(), "\(text) \(target)")
      withExtendedLifetime(client) {}
    }
  }

  @Test func closedEndHasNoOwner() throws {
    let listening = try #require(Listening("127.0.0.1:\(Port.free())"))
    let listener = try listening.open()
    let address = try #require(
      try Socket.addresses(of: listening.address, port: listening.port).first)
    var client: Socket? = try Socket(connectingTo: address, mostWaiting: 4096)
    var pending = pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&pending, 1, 5000) == 1)
    let accepted = try listener.accept()
    #expect(client != nil)
    client = nil
    #expect(TCPOwner.user(atOtherEndOf: accepted.descriptor) == nil)
  }

  @Test func answersAboutOtherConnectionsDoNotCount() {
    let peer = TCPOwner.End(isSix: false, port: [1, 2], address: [127, 0, 0, 1])
    let own = TCPOwner.End(isSix: false, port: [3, 4], address: [127, 0, 0, 1])
    func answer(_ inode: UInt8, from peer: TCPOwner.End) -> [UInt8] {
      var body = [UInt8](repeating: 0, count: 72)
      body.replaceSubrange(4..<40, with: peer.port + own.port + peer.padded + own.padded)
      body[64] = 9
      body[68] = inode
      return [88, 0, 0, 0, 20, 0] + [UInt8](repeating: 0, count: 10) + body
    }
    #expect(TCPOwner.owner(in: answer(1, from: peer), of: peer, to: own) == 9)
    #expect(TCPOwner.owner(in: answer(0, from: peer), of: peer, to: own) == nil)
    #expect(TCPOwner.owner(in: answer(1, from: own), of: peer, to: own) == nil)
    #expect(TCPOwner.owner(in: [], of: peer, to: own) == nil)
  }
}
