import Glibc

/// An address of IPv4 or IPv6.
struct IPAddress: Hashable, Sendable {
  /// Its 16 bytes; those of IPv4 are mapped into IPv6: RFC 4291, section 2.5.5.2.
  private let bytes: [UInt8]

  private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

  /// Reads an address such as `192.168.4.1` or `fe80::1`, without brackets.
  init?(_ text: String) {
    // C would stop at a zero byte, and ignore the rest.
    guard !text.utf8.contains(0) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 {
      self.bytes = Self.mapped + bytes.prefix(4)
    } else if inet_pton(AF_INET6, text, &bytes) == 1 {
      self.bytes = bytes
    } else {
      return nil
    }
  }

  /// The address in a `sockaddr`; `nil` when it is of another family.
  init?(_ address: UnsafePointer<sockaddr>) {
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      bytes =
        Self.mapped
        + address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          withUnsafeBytes(of: $0.pointee.sin_addr) { Array($0) }
        }
    case AF_INET6:
      bytes = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        withUnsafeBytes(of: $0.pointee.sin6_addr) { Array($0) }
      }
    default: return nil
    }
  }

  /// The address that a function such as `getpeername` reports; `nil` when it reports none.
  init?(_ read: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32) {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let address = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        read(address, &size) == 0 ? IPAddress(address) : nil
      }
    }
    guard let address else { return nil }
    self = address
  }

  /// Whether the address is of this machine alone.
  var isLoopback: Bool {
    if bytes.starts(with: Self.mapped) { return bytes[12] == 127 }
    return bytes == [UInt8](repeating: 0, count: 15) + [1]
  }

  /// Whether the address stands for all addresses of this machine.
  var isUnspecified: Bool {
    let zeros = [UInt8](repeating: 0, count: 16)
    return bytes == zeros || bytes == Self.mapped + zeros.prefix(4)
  }
}
