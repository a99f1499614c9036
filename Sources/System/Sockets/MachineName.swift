import Glibc

/// A name that one process of the machine has at a time, and that is free with its end.
///
/// It is that of an abstract Unix socket: no file that somebody could remove, and none that a
/// dead process leaves.
package final class MachineName: Sendable {
  private let socket: Socket

  /// The process that has a name already.
  package struct Held: Error, Hashable {
    package let process: Int32
  }

  /// Takes a name; the corresponding C functions are `bind` and `listen`.
  ///
  /// - Throws: `Held` when root or this user has it, `SystemError` when it cannot be taken. Since
  ///   any user may take any name, one that another has says nothing to anybody but root.
  package init(_ name: String) throws {
    socket = try Socket.unix()
    do throws(SystemError) {
      try socket.claim(abstract: name)
      guard listen(socket.descriptor, 16) == 0 else { throw SystemError("listen @\(name)") }
    } catch {
      guard error.code == EADDRINUSE else { throw error }
      let probe = try Socket.unix()
      try probe.reach(abstract: name)
      let holder = try Credentials(of: probe)
      guard geteuid() == 0 || [0, geteuid()].contains(holder.user) else { throw error }
      throw Held(process: holder.process)
    }
  }
}
