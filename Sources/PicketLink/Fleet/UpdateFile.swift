import Base
import Glibc

/// The file in which the parts of an update are put together.
///
/// It is on the disk and not in memory: an update may be larger than the free memory of a small
/// board.
final class UpdateFile {
  /// The path without links, since the controller does not follow any.
  let path: String

  private let file: OpenFile

  /// Creates an empty file in a folder, in place of one that an earlier update left.
  ///
  /// - Parameter socket: The path of the controller's socket, whose group may read the file.
  init(in folder: String, readableBy socket: String) throws(SystemError) {
    try Directory.make(folder)
    path = "\(Path.resolved(folder))/update.geojson"
    unlink(path)
    file = try OpenFile(path, O_RDWR | O_CREAT | O_EXCL, mode: 0o640)
    var status = stat()
    // This works for a member of that group; root and the controller's own user can read it anyway.
    if stat(socket, &status) == 0 { _ = fchown(file.descriptor, uid_t.max, status.st_gid) }
  }

  deinit {
    unlink(path)
  }

  /// Writes a part.
  func write(_ bytes: [UInt8], at place: Int) throws(SystemError) {
    try file.write(bytes, at: place)
  }

  /// Waits until the file is on the disk, and returns its hash.
  func hash() throws(SystemError) -> String {
    try file.sync()
    var hash = SHA256()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var place = 0
    while true {
      let count = pread(file.descriptor, &buffer, buffer.count, off_t(place))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError("read \(path)") }
      guard count > 0 else { return hash.hexadecimal }
      hash.add(Array(buffer[..<count]))
      place += count
    }
  }
}
