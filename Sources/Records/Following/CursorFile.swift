package import Base
import Glibc

/// The file that keeps a cursor; one process at a time holds it.
package final class CursorFile: Sendable {
  /// The path of the file.
  package let path: String

  private let lock: FileLock

  // If a process was killed while it started a program, that program holds the lock until it has
  // begun: some milliseconds. This limit is in seconds.
  private static let patience = 2.0

  /// A cursor that another process uses.
  package struct Held: Error, CustomStringConvertible {
    /// The fault and its remedy.
    package let description: String
  }

  /// Locks the file, which need not exist yet.
  ///
  /// - Throws: `Held` when another process holds it, `SystemError` when it cannot be locked.
  package init(_ path: String) throws {
    self.path = path
    do throws(SystemError) {
      lock = try FileLock(file: "\(path).lock", within: Self.patience)
    } catch {
      guard error.code == EWOULDBLOCK else { throw error }
      throw Held(
        description: "\(path) is in use by another picket; stop it, or give another file")
    }
  }

  /// The cursor; `nil` when the file is missing.
  ///
  /// - Throws: `Problem` when it cannot be read, or is not a cursor.
  package func read() throws(Problem) -> Cursor? {
    var status = stat()
    guard lstat(path, &status) == 0 || errno != ENOENT else { return nil }
    let remedy = "remove the file to start again at --from"
    let bytes = try TextFile.bytes(path: path, limit: 4096, remedy: remedy, shorter: remedy)
    do throws(Cursor.Fault) {
      return try Cursor(line: bytes)
    } catch {
      switch error {
      case .damaged:
        throw Problem(file: path, wrong: "this is not a cursor, or is damaged", remedy: remedy)
      case .newer(let version):
        throw Problem(
          file: path, wrong: "written by a newer Picket (format \(version))",
          remedy: "install that one, or \(remedy)")
      }
    }
  }

  /// Replaces the cursor; after a power cut the file holds the old or the new one.
  package func write(_ cursor: Cursor) throws(SystemError) {
    try FileReplacement(path).replace(with: cursor.line)
  }
}
