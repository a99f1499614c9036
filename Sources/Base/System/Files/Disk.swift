import Glibc

/// The file system that a file is on.
package struct Disk: Hashable, Sendable {
  /// The number of bytes that an ordinary user may still write.
  package let freeBytes: Int

  /// The number of files that may still be made; `nil` on file systems without such a limit.
  package let freeFiles: Int?

  /// Whether nothing can be written.
  package let isReadOnly: Bool

  /// Creates the figures of a file system.
  package init(freeBytes: Int, freeFiles: Int?, isReadOnly: Bool = false) {
    self.freeBytes = freeBytes
    self.freeFiles = freeFiles
    self.isReadOnly = isReadOnly
  }

  /// Reads the figures for a path from the kernel; the corresponding C function is `statvfs`.
  package init(of path: String) throws(SystemError) {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { throw SystemError("statvfs \(path)") }
    let (bytes, isTooMany) = Int(clamping: status.f_bavail)
      .multipliedReportingOverflow(by: Int(clamping: status.f_frsize))
    self.init(
      freeBytes: isTooMany ? .max : bytes,
      freeFiles: status.f_files == 0 ? nil : Int(clamping: status.f_favail),
      isReadOnly: status.f_flag & Self.readOnly != 0)
  }

  // ST_RDONLY, which Swift imports with another type on some systems.
  private static let readOnly: UInt = 1
}
