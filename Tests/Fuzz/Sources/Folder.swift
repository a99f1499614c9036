@testable import Base
import Glibc
@testable import Picket

/// A folder in memory, where writing is faster than on a card.
final class Folder {
  let path: String

  /// Creates the folder with these files.
  init(files: [String: [UInt8]], in path: String = "/dev/shm/picket-fuzz-\(getpid())") {
    self.path = path
    remove()
    do {
      try Directory.make(path)
      for (name, bytes) in files {
        try OpenFile("\(path)/\(name)", O_WRONLY | O_CREAT).write(bytes, at: 0)
      }
    } catch {
      fatalError("\(error)")
    }
  }

  deinit {
    remove()
  }

  private func remove() {
    for name in (try? Directory.names(in: path)) ?? [] { unlink("\(path)/\(name)") }
    rmdir(path)
  }
}
