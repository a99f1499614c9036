import Glibc

/// The properties that stay the same while a file does not change.
struct FileStamp: Hashable, Sendable {
  let number: UInt
  let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  /// Creates the stamp from the kernel's record of a file.
  init(_ status: stat) {
    number = UInt(status.st_ino)
    size = Int(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }

  /// Creates the stamp of the file with a path; `nil` when there is none.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}
