import Glibc

extension Socket {
  /// The most bytes of a path, without the zero at its end: the kernel's limit.
  package static let longestPath = 107

  /// A Unix socket that never blocks.
  package static func unix() throws(SystemError) -> Socket {
    let descriptor = socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SystemError("socket") }
    return Socket(descriptor: descriptor)
  }

  /// Gives the socket a path; the corresponding C function is `bind`.
  package func bind(_ path: String) throws(SystemError) {
    let result = try Self.withAddress(path) { Glibc.bind(descriptor, $0, $1) }
    guard result == 0 else { throw SystemError("bind \(path)") }
  }

  /// Connects to the listener at a path; the corresponding C function is `connect`.
  package func connect(_ path: String) throws(SystemError) {
    let result = try Self.withAddress(path) { Glibc.connect(descriptor, $0, $1) }
    guard result == 0 else { throw SystemError("connect \(path)") }
  }

  /// Accepts the next client; the corresponding C function is `accept`.
  package func accept() throws(SystemError) -> Socket {
    let accepted = Glibc.accept(descriptor, nil, nil)
    guard accepted >= 0 else { throw SystemError("accept") }
    // A process that accepts starts no programs, so a moment without these flags does no harm.
    _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
    _ = fcntl(accepted, F_SETFL, O_NONBLOCK)
    return Socket(descriptor: accepted)
  }

  /// Gives the socket an abstract name, which is not a file; the corresponding C function is
  /// `bind`.
  package func bind(abstract name: String) throws(SystemError) {
    let result = try Self.withAddress("\0\(name)") { Glibc.bind(descriptor, $0, $1) }
    guard result == 0 else { throw SystemError("bind @\(name)") }
  }

  /// Connects to the listener of an abstract name; the corresponding C function is `connect`.
  package func connect(abstract name: String) throws(SystemError) {
    let result = try Self.withAddress("\0\(name)") { Glibc.connect(descriptor, $0, $1) }
    guard result == 0 else { throw SystemError("connect @\(name)") }
  }

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(SystemError) -> Int32 {
    guard path.utf8.count <= longestPath else {
      throw SystemError("socket \(path)", code: ENAMETOOLONG)
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        body(generic, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
