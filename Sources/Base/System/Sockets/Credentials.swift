import Glibc

/// The process and user at the other end of a Unix socket, as the kernel reports them.
package struct Credentials: Hashable, Sendable {
  /// The number of the process.
  package let process: Int32
  /// The number of its user.
  package let user: UInt32
  /// The primary group and the others.
  package let groups: [UInt32]

  /// Creates credentials with these values.
  package init(process: Int32, user: UInt32, groups: [UInt32]) {
    self.process = process
    self.user = user
    self.groups = groups
  }

  /// Reads the credentials from the kernel; the C function is `getsockopt` with `SO_PEERCRED`.
  ///
  /// - Throws: `SystemError`.
  package init(of socket: Socket) throws(SystemError) {
    // A `struct ucred`, which Swift does not see: process, user, group.
    var words: (Int32, UInt32, UInt32) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: words))
    guard getsockopt(socket.descriptor, SOL_SOCKET, SO_PEERCRED, &words, &size) == 0 else {
      throw SystemError("getsockopt SO_PEERCRED")
    }
    process = words.0
    user = words.1
    // A kernel before 4.13 does not report the other groups: then the primary one decides.
    var groups = [UInt32](repeating: 0, count: 1024)
    var bytes = socklen_t(groups.count * MemoryLayout<UInt32>.size)
    let isReported =
      getsockopt(socket.descriptor, SOL_SOCKET, Self.peerGroups, &groups, &bytes) == 0
    self.groups = [words.2] + (isReported ? groups.prefix(Int(bytes) / 4) : [])
  }

  /// `SO_PEERGROUPS`, which the headers of some systems do not have.
  private static let peerGroups: Int32 = 59
}
