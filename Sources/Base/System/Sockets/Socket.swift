package import Geofence
import Glibc

/// A socket that never blocks, closed with its last reference.
package final class Socket: Sendable {
  /// The descriptor, valid as long as the object.
  package let descriptor: Int32

  /// An address as `getaddrinfo` gives it.
  package struct Address: Hashable, Sendable {
    let family: Int32
    /// The bytes of the `sockaddr`.
    package let bytes: [UInt8]
  }

  /// Owns a descriptor that never blocks.
  package init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Starts to connect; the socket can be written when that has ended.
  ///
  /// - Parameter mostWaiting: The most bytes that wait unread; Linux doubles this number.
  /// - Throws: `SystemError`; the corresponding C functions are `socket` and `connect`.
  package init(connectingTo address: Address, mostWaiting: Int32) throws {
    let descriptor = try Self.open(address, SOCK_STREAM.rawValue)
    self.descriptor = descriptor
    var size = mostWaiting
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout.size(ofValue: size)))
    try connect(to: address)
  }

  /// Creates a socket of datagrams to an address.
  ///
  /// - Throws: `SystemError`; the corresponding C functions are `socket` and `connect`.
  package init(sendingTo address: Address) throws {
    descriptor = try Self.open(address, SOCK_DGRAM.rawValue)
    try connect(to: address)
  }

  private static func open(_ address: Address, _ type: UInt32) throws -> Int32 {
    let descriptor = socket(
      address.family, Int32(type | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SystemError("socket") }
    return descriptor
  }

  private func connect(to address: Address) throws {
    let result = address.bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map {
        Glibc.connect(
          descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
      }
    }
    let code = errno
    guard result == 0 || code == EINPROGRESS else { throw SystemError("connect", code: code) }
  }

  deinit {
    close(descriptor)
  }

  /// The error of a call that did not wait for its end, such as `connect`; `nil` when it succeeded.
  package func error(of call: String) -> SystemError? {
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0 else {
      return SystemError("getsockopt")
    }
    return code == 0 ? nil : SystemError(call, code: code)
  }

  /// The result of a read.
  package enum Reading {
    case bytes(UnsafeRawBufferPointer)
    case nothingYet
    /// The other end sends no more.
    case closed
    case failed(SystemError)
  }

  /// Reads whatever has arrived; the corresponding C function is `recv`.
  package func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
    let count = Glibc.recv(descriptor, buffer.baseAddress, buffer.count, 0)
    if count > 0 { return .bytes(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
    if count == 0 { return .closed }
    switch errno {
    case EAGAIN, EINTR: return .nothingYet
    default: return .failed(SystemError("recv"))
    }
  }

  /// Waits for something to read (`POLLIN`), or for room to write (`POLLOUT`), which a connect ends with.
  ///
  /// - Parameter end: The latest end; `nil` for none.
  /// - Returns: Whether it came before the end.
  /// - Throws: `SystemError`; the corresponding C function is `poll`.
  package func wait(for events: Int32, until end: Instant?) throws(SystemError) -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    while true {
      let left = end.map { max(.zero, MonotonicClock.now.duration(to: $0)) / .milliseconds(1) }
      let count = poll(&watched, 1, left.map { Int32($0.rounded(.up)) } ?? -1)
      if count >= 0 { return count > 0 }
      guard errno == EINTR else { throw SystemError("poll") }
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

  /// Writes the first of some bytes, as many as there is room for, and returns their number.
  ///
  /// - Throws: `SystemError`; the corresponding C function is `send`.
  package func write(firstOf bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    let count = bytes.withUnsafeBytes {
      send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    if count >= 0 { return count }
    guard errno == EAGAIN || errno == EINTR else { throw SystemError("send") }
    return 0
  }

  /// The addresses of a host; the call waits for the name server.
  ///
  /// - Throws: `Unreached`; the corresponding C function is `getaddrinfo`.
  package static func addresses(of host: String, port: Int) throws(Unreached) -> [Address] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(host, String(port), &hints, &list)
    guard result == 0 else {
      throw Unreached(description: "\(host): \(String(cString: gai_strerror(result)))")
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

  /// A host that was not reached, and why.
  package struct Unreached: Error, CustomStringConvertible {
    package let description: String
  }
}
