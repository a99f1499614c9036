import Glibc
import Testing

/// A port of this machine at which every connection stays without an answer.
final class BlackHole {
  /// The point at which a client waits.
  enum Kind: CaseIterable {
    /// The client's first packet is dropped, as by a firewall.
    case full
    /// The client is connected, and its data is never read.
    case silent
  }

  let port: Int
  private let listener = socket(AF_INET, SocketKind.stream, 0)
  private var clients: [Int32] = []

  init(_ kind: Kind) {
    port = Port.bind(listener, to: 0)
    #expect(listen(listener, kind == .full ? 0 : 8) == 0)
    guard kind == .full else { return }
    // The queue of a listener that never accepts is full after a few connections: the next one
    // waits for minutes.
    for _ in 0..<4 {
      let client = socket(AF_INET, SocketKind.stream | Int32(SOCK_NONBLOCK.rawValue), 0)
      var address = Port.loopback(port)
      withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
          _ = connect(client, generic, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      clients.append(client)
    }
  }

  deinit {
    for client in clients { close(client) }
    close(listener)
  }
}
