import Foundation
import Glibc

/// Ports of this machine for the tests.
enum Port {
  /// A TCP or UDP port that no process uses.
  ///
  /// It is below the ports that the kernel gives to connections (ip(7), ip_local_port_range): those
  /// of tests in other processes would take it before its server starts.
  static func free(_ kind: Int32 = SocketKind.stream) -> Int {
    while true {
      let port = Int.random(in: 12_000..<32_000)
      let descriptor = socket(AF_INET, kind, 0)
      defer { close(descriptor) }
      if bind(descriptor, to: port) == port { return port }
    }
  }

  /// Binds a socket to a port of the loopback interface, any for 0, and returns the port.
  @discardableResult
  static func bind(_ descriptor: Int32, to port: Int, of own: UInt32 = 0x7f00_0001) -> Int {
    var address = loopback(port)
    address.sin_addr.s_addr = own.bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        // A port that is in use is not bound: then it is 0.
        _ = Glibc.bind(descriptor, generic, size)
        _ = getsockname(descriptor, generic, &size)
      }
    }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  /// Whether a process accepts connections on a TCP port.
  static func isOpen(_ port: Int) -> Bool {
    let descriptor = socket(AF_INET, SocketKind.stream, 0)
    defer { close(descriptor) }
    var address = loopback(port)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  static func loopback(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }
}
