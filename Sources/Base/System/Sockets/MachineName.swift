import Glibc

/// A name that one process of the machine holds at a time; it is free when the process ends.
///
/// It is the name of an abstract Unix socket: there is no file that can be removed or that a dead
/// process leaves behind.
package final class MachineName: Sendable {
  private let socket: Socket

  /// The name is held by another process.
  package struct Held: Error, Hashable {
    /// The number of that process.
    package let process: Int32
  }

  /// Acquires a name; the corresponding C functions are `bind` and `listen`.
  ///
  /// - Throws: `Held` when root or this user holds it, else `SystemError`. Any user may hold any
  ///   name, so a name that another user holds means something to root only.
  package init(_ name: String) throws {
    socket = try Socket.unix()
    do throws(SystemError) {
      try socket.bind(abstract: name)
      guard listen(socket.descriptor, 16) == 0 else { throw SystemError("listen @\(name)") }
    } catch {
      guard error.code == EADDRINUSE else { throw error }
      let probe = try Socket.unix()
      try probe.connect(abstract: name)
      let holder = try Credentials(of: probe)
      guard geteuid() == 0 || [0, geteuid()].contains(holder.user) else { throw error }
      throw Held(process: holder.process)
    }
  }
}
