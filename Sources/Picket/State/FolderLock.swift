import Glibc
internal import Notation
internal import System

/// A folder that only one Picket works in; held until it is let go or the process ends.
///
/// Two things hold it. A file in it is locked. Since who removes the folder takes that file
/// along, a name of the machine is taken, too, that says which folder is meant; it is not seen
/// from other network namespaces.
package final class FolderLock: Sendable {
  private let directory: String
  private let name: MachineName?

  /// - Important: After `init` it must only be accessed where `renew` is called.
  private nonisolated(unsafe) var descriptor: Int32

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
    self.directory = directory
    do {
      name = try Self.name(of: directory).map(MachineName.init)
    } catch let error as MachineName.Held {
      throw Held(directory, by: Self.words(error.process))
    } catch {
      // The file is there all the same.
      name = nil
    }
    do throws(Taken) {
      descriptor = try Self.take(directory)
    } catch {
      switch error {
      case .held(let holder): throw Held(directory, by: holder)
      case .failed(let error): throw error
      }
    }
  }

  deinit {
    close(descriptor)
  }

  /// Makes sure that what is written to the folder now is written by its holder alone.
  ///
  /// The folder may have been removed and made anew; then the new one is taken.
  ///
  /// - Throws: `SystemError` when another process has taken it by now, or it cannot be taken.
  func renew() throws(SystemError) {
    guard !Self.isLock(descriptor, of: directory) else { return }
    do throws(Taken) {
      let fresh = try Self.take(directory)
      close(descriptor)
      descriptor = fresh
    } catch {
      switch error {
      case .held(let holder):
        throw SystemError("lock \(directory), now held by \(holder)", code: EWOULDBLOCK)
      case .failed(let error): throw error
      }
    }
  }

  // MARK: The file

  /// Why the file in a folder is not locked.
  private enum Taken: Error {
    case held(String)
    case failed(SystemError)
  }

  /// Opens and locks the file in a folder, which is made if it is missing.
  private static func take(_ directory: String) throws(Taken) -> Int32 {
    while true {
      let path = "\(directory)/lock"
      let descriptor = try open(path, in: directory)
      do throws(SystemError) {
        try FileLock.acquire(descriptor, of: path)
      } catch {
        defer { close(descriptor) }
        throw error.code == EWOULDBLOCK ? .held(holder(descriptor)) : .failed(error)
      }
      // It may have been removed before it was locked.
      guard isLock(descriptor, of: directory) else {
        close(descriptor)
        continue
      }
      // Only for the one who finds it held.
      let text = Array("\(getpid())\n".utf8)
      if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
      return descriptor
    }
  }

  private static func open(_ path: String, in directory: String) throws(Taken) -> Int32 {
    do throws(SystemError) {
      try Directory.make(directory)
    } catch {
      throw .failed(error)
    }
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o640)
    guard descriptor >= 0 else { throw .failed(SystemError("open \(path)")) }
    return descriptor
  }

  /// Whether the file in the folder is this one.
  private static func isLock(_ descriptor: Int32, of directory: String) -> Bool {
    var own = stat()
    var there = stat()
    return fstat(descriptor, &own) == 0 && stat("\(directory)/lock", &there) == 0
      && own.st_ino == there.st_ino && own.st_dev == there.st_dev
  }

  private static func holder(_ descriptor: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 32)
    let count = pread(descriptor, &buffer, buffer.count, 0)
    let digits = buffer.prefix(max(0, count)).prefix { $0 != 0x0a }
    return Int32(String(decoding: digits, as: UTF8.self)).map(words) ?? "another process"
  }

  private static func words(_ process: Int32) -> String {
    let file = try? OpenFile("/proc/\(process)/comm", O_RDONLY)
    let name = file.flatMap { try? $0.contents(limit: 64) } ?? []
    let text = String(decoding: name.prefix { $0 != 0x0a }, as: UTF8.self)
    return "process \(process)\(text.isEmpty ? "" : " (\(text))")"
  }

  // MARK: The name

  /// The name of a folder, whether it is there or not; `nil` when not even the one above is.
  ///
  /// It goes by the folder above, not by its path, which may lead elsewhere for a process in a
  /// container.
  private static func name(of directory: String) -> String? {
    let path = Path.resolved(directory)
    var above = stat()
    guard let last = path.split(separator: "/").last,
      stat(Path.folder(of: path), &above) == 0
    else { return nil }
    let sum = String(Checksum.crc32(Array(last.utf8)), radix: 16)
    return "picket/\(above.st_dev)/\(above.st_ino)/\(sum)"
  }
}

extension FolderLock.Held {
  fileprivate init(_ directory: String, by holder: String) {
    description = """
      \(directory) is held by \(holder); stop that, or give another directory in [state]
      """
  }
}
