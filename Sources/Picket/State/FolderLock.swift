import Glibc

/// A folder that only one Picket works in; held until it is let go or the process ends.
package final class FolderLock: Sendable {
  private let descriptor: Int32

  /// Why a folder cannot be had.
  package struct Held: Error, CustomStringConvertible {
    /// Who holds it, and what to do about it.
    package let description: String
  }

  /// Takes a folder; the corresponding C function is `flock`.
  ///
  /// - Throws: `Held` when another process works in it, `SystemError` when that
  ///   cannot be found out.
  package init(directory: String) throws {
    try OpenFile.makeFolder(directory)
    let path = "\(directory)/lock"
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o640)
    guard descriptor >= 0 else { throw SystemError("open \(path)") }
    self.descriptor = descriptor
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let error = SystemError("flock \(path)")
      guard error.code == EWOULDBLOCK else { throw error }
      throw Held(
        description: """
          \(directory) is held by \(Self.holder(descriptor)); stop that, or give another \
          directory in [state]
          """)
    }
    // Only for the one who finds it held.
    let text = Array("\(getpid())\n".utf8)
    if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
  }

  deinit {
    close(descriptor)
  }

  private static func holder(_ descriptor: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 32)
    let count = pread(descriptor, &buffer, buffer.count, 0)
    let digits = buffer.prefix(max(0, count)).prefix { $0 != 0x0a }
    guard let process = Int(String(decoding: digits, as: UTF8.self)) else {
      return "another process"
    }
    let file = try? OpenFile("/proc/\(process)/comm", O_RDONLY)
    let name = file.flatMap { try? $0.contents(limit: 64) } ?? []
    let text = String(decoding: name.prefix { $0 != 0x0a }, as: UTF8.self)
    return "process \(process)\(text.isEmpty ? "" : " (\(text))")"
  }
}
