import Glibc

/// The user at the other end of a connection within this machine, as the kernel reports it.
package enum TCPOwner {
  /// Finds the user that made the other end of a connection.
  ///
  /// The corresponding protocol is sock_diag(7): one request, for exactly this connection.
  ///
  /// - Parameter descriptor: The socket of this end.
  /// - Returns: `nil` when the other end is not of this machine, or has no owner any more: the
  ///   kernel reports root for a socket that its process has closed.
  package static func user(atOtherEndOf descriptor: Int32) -> UInt32? {
    guard let peer = End(of: descriptor, getpeername), let own = End(of: descriptor, getsockname),
      peer.isSix == own.isSix
    else { return nil }
    let netlink = socket(
      AF_NETLINK, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), Self.socketDiagnosis)
    guard netlink >= 0 else { return nil }
    defer { close(netlink) }
    // The kernel answers during the call: there is nothing to wait for.
    let request = request(for: peer, to: own)
    guard send(netlink, request, request.count, 0) == request.count else { return nil }
    var answer = [UInt8](repeating: 0, count: 1024)
    let count = recv(netlink, &answer, answer.count, Int32(MSG_DONTWAIT))
    return owner(in: Array(answer.prefix(max(0, count))), of: peer, to: own)
  }

  /// The address and the port of an end, in the order of the network.
  struct End: Hashable {
    let isSix: Bool
    let port: [UInt8]
    let address: [UInt8]

    /// Creates an end; a socket of IPv6 may have an address of IPv4, which the other end has then.
    init(isSix: Bool, port: [UInt8], address: [UInt8]) {
      let isMapped = isSix && address.starts(with: Self.prefix)
      self.isSix = isSix && !isMapped
      self.port = port
      self.address = isMapped ? Array(address.suffix(4)) : address
    }

    /// Reads an end with `getpeername` or `getsockname`; `nil` for other families.
    init?(
      of descriptor: Int32,
      _ read: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) {
      var storage = sockaddr_storage()
      var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let result = withUnsafeMutablePointer(to: &storage) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { read(descriptor, $0, &size) }
      }
      guard result == 0 else { return nil }
      let bytes = withUnsafeBytes(of: storage) { Array($0) }
      // A `sockaddr_in` has its address at 4, a `sockaddr_in6` at 8.
      switch Int32(storage.ss_family) {
      case AF_INET: self.init(isSix: false, port: Array(bytes[2..<4]), address: Array(bytes[4..<8]))
      case AF_INET6:
        self.init(isSix: true, port: Array(bytes[2..<4]), address: Array(bytes[8..<24]))
      default: return nil
      }
    }

    /// The address in the 16 bytes that a request has for it.
    var padded: [UInt8] { address + [UInt8](repeating: 0, count: 16 - address.count) }

    /// The address of a socket of IPv6 that has this address of IPv4.
    var mapped: [UInt8] { isSix ? address : Self.prefix + address }

    // RFC 4291, section 2.5.5.2.
    private static let prefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
  }

  /// A `struct nlmsghdr` and a `struct inet_diag_req_v2`.
  static func request(for peer: End, to own: End) -> [UInt8] {
    let family = UInt8(peer.isSix ? AF_INET6 : AF_INET)
    let anyState = [UInt8](repeating: 0xFF, count: 4)
    let anyCookie = [UInt8](repeating: 0xFF, count: 8)
    let id =
      peer.port + own.port + peer.padded + own.padded + [UInt8](repeating: 0, count: 4) + anyCookie
    let body = [family, UInt8(IPPROTO_TCP), 0, 0] + anyState + id
    var header: [UInt8] = []
    header.append(native: UInt32(Self.headerSize + body.count))
    header.append(native: Self.byFamily)
    header.append(native: UInt16(1))  // NLM_F_REQUEST
    header.append(native: UInt32(1))
    header.append(native: UInt32(0))
    return header + body
  }

  /// Reads the owner in a `struct inet_diag_msg`, which must be about the connection.
  static func owner(in answer: [UInt8], of peer: End, to own: End) -> UInt32? {
    guard answer.count >= headerSize + 72 else { return nil }
    let body = Array(answer[headerSize...])
    let type = answer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 4, as: UInt16.self) }
    let found = body[4..<8].elementsEqual(peer.port + own.port)
    let addresses =
      body[8..<40].elementsEqual(peer.padded + own.padded)
      || body[8..<40].elementsEqual(peer.mapped + own.mapped)
    guard type == byFamily, found, addresses else { return nil }
    let (user, inode) = body.withUnsafeBytes {
      (
        $0.loadUnaligned(fromByteOffset: 64, as: UInt32.self),
        $0.loadUnaligned(fromByteOffset: 68, as: UInt32.self)
      )
    }
    return inode == 0 ? nil : user
  }

  private static let headerSize = 16
  private static let socketDiagnosis: Int32 = 4
  private static let byFamily: UInt16 = 20
}

extension [UInt8] {
  /// Appends the bytes of a number in the order of this machine.
  fileprivate mutating func append(native number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number) { append(contentsOf: $0) }
  }
}
