import Foundation
import Glibc
import Records
import Testing

/// A real picket-link without a broker, at a Signal K server.
@Suite(.timeLimit(.minutes(10)))
struct SignalKLinkTests {
  private let folder: TemporaryFolder
  private let gpsd = FakeGPSD()

  init() throws { folder = try TemporaryFolder() }

  private func link(_ port: Int, _ transport: String) throws -> LinkProcess {
    try LinkProcess(
      port: nil,
      link: """
        [signalk]
        host = "127.0.0.1"
        port = \(port)
        transport = "\(transport)"
        inside = ["ring"]
        """, in: folder)
  }

  /// Reports a ride into the region until its entry arrives.
  private func walkIn(_ server: SignalKServer) async {
    var ride = Epoch.ride[...]
    await eventually("the entry comes") {
      ride.popFirst().map { gpsd.report($0) }
      return server.received.contains(#""message":"inside ring"#)
    }
  }

  @Test(arguments: ["udp", "tcp"])
  func theServerIsToldSidesAndHealth(transport: String) async throws {
    let server = SignalKServer(transport)
    let picket = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), in: folder)
    try await gpsd.accept(from: picket)
    let link = try link(server.port, transport)
    await eventually("the board comes") {
      server.received.contains(#""path":"notifications.picket","value":{"state":"alarm""#)
    }
    await walkIn(server)
    #expect(
      server.received.contains(
        #""path":"notifications.regions.ring","value":{"state":"alarm","method":["visual","sound"]"#
      ))
    for line in server.received.split(whereSeparator: \.isNewline) {
      #expect(Reply(String(line))?.text("context") == "vessels.self")
    }
    await eventually("its status is fine") { (try? link.statusCommand().status) == 0 }
    #expect(
      try link.statusCommand().output.hasPrefix(
        "Signal K: 127.0.0.1:\(server.port) by \(transport), connected since"))
    picket.end()
    await eventually("the end of picket comes") { server.received.contains("no picket answers") }
    #expect(link.end().status == 0)
  }

  @Test func aServerThatReturnsIsToldEverything() async throws {
    let port = Port.free()
    let link = try link(port, "tcp")
    await eventually("it says why") { link.log.contains("Connection refused; trying again") }
    #expect(try link.statusCommand().status == 1)
    for _ in 0..<2 {
      let server = SignalKServer("tcp", port: port)
      await eventually("the board comes") { server.received.contains("no picket answers") }
    }
    #expect(link.count(of: "Connection refused") <= 2)
    #expect(link.end().status == 0)
  }

  @Test func anAddressWhereNobodyListensIsNotedOnce() async throws {
    let link = try link(Port.free(SocketKind.datagram), "udp")
    await eventually("it says so") { link.log.contains("Connection refused") }
    let before = link.work
    usleep(3_500_000)
    #expect(link.count(of: "Connection refused") == 1)
    // It waits for the next attempt, and does not spin.
    #expect(link.work - before < 1)
    let end = link.end()
    #expect(end.status == 0 && end.seconds < 20)
  }
}

/// A server that keeps what it is told.
private final class SignalKServer {
  let port: Int
  private let transport: String
  private let listener: Int32
  private var client: Int32 = -1
  private var bytes: [UInt8] = []

  init(_ transport: String, port: Int = 0) {
    self.transport = transport
    listener = socket(
      AF_INET, transport == "udp" ? SocketKind.datagram : SocketKind.stream, 0)
    var on: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, 4)
    self.port = Port.bind(listener, to: port)
    if transport == "tcp" { listen(listener, 4) }
  }

  deinit {
    close(client)
    close(listener)
  }

  /// What has come so far.
  var received: String {
    if transport == "tcp", client < 0 {
      var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 100) > 0 else { return "" }
      client = accept(listener, nil, nil)
    }
    let source = transport == "tcp" ? client : listener
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var count = recv(source, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    while count > 0 {
      bytes += buffer[..<count]
      count = recv(source, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
