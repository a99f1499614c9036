internal import Base
import Glibc

/// The address and the port that the page listens on.
struct Listening: Hashable, Sendable {
  /// The address without brackets.
  let address: String
  let port: Int

  /// Reads a text such as `127.0.0.1:8642` or `[::]:8642`; `nil` for another form.
  init?(_ text: String) {
    guard let host = HostName(text), let port = host.port, IPAddress(host.name) != nil else {
      return nil
    }
    self.address = host.name
    self.port = port
  }

  /// The address and the port as text.
  var text: String { address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)" }

  /// The address at which this machine reaches itself there.
  var own: Listening {
    guard IPAddress(address)?.isUnspecified == true else { return self }
    return Listening(address: address.contains(":") ? "::1" : "127.0.0.1", port: port)
  }

  private init(address: String, port: Int) {
    self.address = address
    self.port = port
  }

  /// Whether only this machine can connect.
  var isLoopback: Bool { IPAddress(address)?.isLoopback == true }

  /// Listens; the corresponding C functions are `bind` and `listen`.
  func open() throws(SystemError) -> Socket {
    let isSix = address.contains(":")
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = Glibc.socket(isSix ? AF_INET6 : AF_INET, kind, 0)
    guard descriptor >= 0 else { throw SystemError("socket") }
    let socket = Socket(descriptor: descriptor)
    Self.set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
    // A board that makes its own network has the address only after that network has started.
    Self.set(descriptor, Int32(IPPROTO_IP), Self.freeBind, 1)
    if isSix { Self.set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
    guard (isSix ? bindSix(descriptor) : bindFour(descriptor)) == 0 else {
      throw SystemError("bind \(text)")
    }
    guard listen(descriptor, Self.backlog) == 0 else { throw SystemError("listen \(text)") }
    return socket
  }

  private func bindFour(_ descriptor: Int32) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    inet_pton(AF_INET, self.address, &address.sin_addr)
    return Self.bind(descriptor, &address)
  }

  private func bindSix(_ descriptor: Int32) -> Int32 {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = UInt16(port).bigEndian
    inet_pton(AF_INET6, self.address, &address.sin6_addr)
    return Self.bind(descriptor, &address)
  }

  private static func bind<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
      }
    }
  }

  private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  // `IP_FREEBIND`, which Swift's module of glibc leaves out.
  private static let freeBind: Int32 = 15

  private static let backlog: Int32 = 64
}
