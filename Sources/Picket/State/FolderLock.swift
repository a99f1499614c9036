internal import Base
import Glibc
import Synchronization

/// A folder that only one Picket works in; held until this lock is released or the process ends.
///
/// Two things hold the folder: a locked file in it, and a name of the machine that stands for the
/// folder. The name is needed since removing the folder removes the file. Processes in other
/// network namespaces do not see the name.
package final class FolderLock: Sendable {
  private let directory: String
  private let name: MachineName?
  private let descriptor: Atomic<Int32>

  /// The error that another process holds the folder.
  package struct Held: Error, CustomStringConvertible {
    /// The process that holds the folder, and the remedy.
    package let description: String
  }

  /// Locks a folder; the corresponding C function is `flock`.
  ///
  /// - Throws: `Held` when another process holds it, `SystemError` when the lock fails for
  ///   another reason.
  package init(directory: String) throws {
    self.directory = directory
    do {
      name = try Self.name(of: directory).map(MachineName.init)
    } catch let error as MachineName.Held {
      throw Held(directory, by: Self.words(error.process))
    } catch {
      // Without a name, the file is the only lock.
      name = nil
    }
    do throws(LockFailure) {
      descriptor = Atomic(try Self.lock(directory))
    } catch {
      switch error {
      case .held(let holder): throw Held(directory, by: holder)
      case .failed(let error): throw error
      }
    }
  }

  deinit {
    close(descriptor.load(ordering: .relaxed))
  }

  /// Makes sure that only this process writes to the folder.
  ///
  /// The folder may have been removed and recreated; then the new folder is locked.
  ///
  /// - Throws: `SystemError` when another process has locked it in the meantime, or the lock fails.
  func renew() throws(SystemError) {
    guard !Self.isLock(descriptor.load(ordering: .relaxed), of: directory) else { return }
    do throws(LockFailure) {
      let fresh = try Self.lock(directory)
      close(descriptor.exchange(fresh, ordering: .relaxed))
    } catch {
      switch error {
      case .held(let holder):
        throw SystemError("lock \(directory), now held by \(holder)", code: EWOULDBLOCK)
      case .failed(let error): throw error
      }
    }
  }

  // MARK: The file

  /// The reason for which the file in a folder is not locked.
  private enum LockFailure: Error {
    case held(String)
    case failed(SystemError)
  }

  /// Opens and locks the file in a folder, which is made if it is missing.
  private static func lock(_ directory: String) throws(LockFailure) -> Int32 {
    while true {
      let path = "\(directory)/lock"
      let descriptor = try open(path, in: directory)
      do throws(SystemError) {
        try FileLock.acquire(descriptor, of: path)
      } catch {
        defer { close(descriptor) }
        throw error.code == EWOULDBLOCK ? .held(holder(descriptor)) : .failed(error)
      }
      // The file may have been removed before it was locked.
      guard isLock(descriptor, of: directory) else {
        close(descriptor)
        continue
      }
      // Another process that finds the folder held names its holder by this number.
      let text = Array("\(getpid())\n".utf8)
      if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
      return descriptor
    }
  }

  private static func open(_ path: String, in directory: String) throws(LockFailure) -> Int32 {
    do throws(SystemError) {
      try Directory.make(directory)
    } catch {
      throw .failed(error)
    }
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o640)
    guard descriptor >= 0 else { throw .failed(SystemError("open \(path)")) }
    return descriptor
  }

  /// Whether a descriptor is of the file that is in the folder now.
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

  /// The machine's name for a folder, which need not exist; `nil` when its parent does not exist.
  ///
  /// The name is made of the parent's inode, not of the path: a process in a container may find
  /// another folder at the same path.
  private static func name(of directory: String) -> String? {
    let path = Path.resolved(directory)
    var parent = stat()
    guard let last = path.split(separator: "/").last,
      stat(Path.folder(of: path), &parent) == 0
    else { return nil }
    let sum = String(Checksum.crc32(Array(last.utf8)), radix: 16)
    return "picket/\(parent.st_dev)/\(parent.st_ino)/\(sum)"
  }
}

extension FolderLock.Held {
  fileprivate init(_ directory: String, by holder: String) {
    description = """
      \(directory) is held by \(holder); stop that process, or name another directory in [state]
      """
  }
}
