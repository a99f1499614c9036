import Glibc
internal import Notation

/// A stream socket that never blocks, closed with its last reference.
package final class Socket: Sendable {
  /// The descriptor, valid as long as the object.
  package let descriptor: Int32

  /// An address as `getaddrinfo` gives it.
  package struct Address: Hashable, Sendable {
    let family: Int32
    /// The bytes of the `sockaddr`.
    package let bytes: [UInt8]
  }

  /// How many bytes wait unread at most; Linux doubles it.
  private static let mostWaiting: Int32 = 65_536

  /// Takes a descriptor over that never blocks.
  package init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Starts to connect; writability tells when that has come to an end.
  ///
  /// - Throws: `SystemError`; the corresponding C functions are `socket` and `connect`.
  package init(connectingTo address: Address) throws {
    let descriptor = socket(
      address.family, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue),
      0)
    guard descriptor >= 0 else { throw SystemError("socket") }
    self.descriptor = descriptor
    // The kernel's own megabytes would be minutes of the past for who cannot follow a flood.
    var size = Self.mostWaiting
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout.size(ofValue: size)))
    let result = address.bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map {
        connect(
          descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
      }
    }
    let code = errno
    guard result == 0 || code == EINPROGRESS else { throw SystemError("connect", code: code) }
  }

  deinit {
    close(descriptor)
  }

  /// How an attempt to connect ended; `nil` when it succeeded.
  package var connectError: SystemError? {
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0 else {
      return SystemError("getsockopt")
    }
    return code == 0 ? nil : SystemError("connect", code: code)
  }

  /// What a read came to.
  package enum Reading {
    case bytes(UnsafeRawBufferPointer)
    case nothingYet
    case ended(String)
  }

  /// Reads what is there into a buffer.
  package func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
    let count = Glibc.recv(descriptor, buffer.baseAddress, buffer.count, 0)
    if count > 0 { return .bytes(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
    if count == 0 { return .ended("gpsd closed the connection") }
    switch errno {
    case EAGAIN, EINTR: return .nothingYet
    default: return .ended(SystemError("recv").description)
    }
  }

  /// Writes a short request, all of it or not at all.
  ///
  /// - Throws: `SystemError`; the corresponding C function is `send`.
  package func write(_ text: String) throws {
    let bytes = Array(text.utf8)
    let count = bytes.withUnsafeBytes {
      send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    guard count == bytes.count else { throw SystemError("send") }
  }

  /// The addresses of a host, which may take as long as its name server.
  ///
  /// - Throws: `Unresolved`; the corresponding C function is `getaddrinfo`.
  package static func addresses(of host: String, port: Int) throws -> [Address] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(host, String(port), &hints, &list)
    guard result == 0 else {
      throw Unresolved(description: "\(host): \(String(cString: gai_strerror(result)))")
    }
    defer { freeaddrinfo(list) }
    var addresses: [Address] = []
    var next = list
    while let entry = next?.pointee {
      let bytes = UnsafeRawBufferPointer(start: entry.ai_addr, count: Int(entry.ai_addrlen))
      addresses.append(Address(family: entry.ai_family, bytes: Array(bytes)))
      next = entry.ai_next
    }
    return addresses
  }

  /// A host whose name says nothing.
  struct Unresolved: Error, CustomStringConvertible {
    let description: String
  }
}
