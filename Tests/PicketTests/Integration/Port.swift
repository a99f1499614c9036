import Foundation
import Glibc

/// Ports of this machine for the tests.
enum Port {
  /// A TCP or UDP port that no process uses.
  static func free(_ kind: Int32 = SocketKind.stream) -> Int {
    let descriptor = socket(AF_INET, kind, 0)
    defer { close(descriptor) }
    return bind(descriptor, to: 0)
  }

  /// Binds a socket to a port of the loopback interface, any for 0, and returns the port.
  @discardableResult
  static func bind(_ descriptor: Int32, to port: Int, of own: UInt32 = 0x7f00_0001) -> Int {
    var address = loopback(port)
    address.sin_addr.s_addr = own.bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
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
