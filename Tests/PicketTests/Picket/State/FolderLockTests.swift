import Base
import Foundation
import Glibc
@testable import Picket
import Testing

struct FolderLockTests {
  @Test func refusalNamesTheHolder() throws {
    let folder = try TemporaryFolder()
    let lock = try FolderLock(directory: folder.path)
    let error = thrown(FolderLock.Held.self) { try FolderLock(directory: folder.path) }
    let text = try #require(error).description
    #expect(text.hasPrefix("\(folder.path) is held by process \(getpid()) ("))
    #expect(text.hasSuffix("; stop that process, or name another directory in [state]"))
    withExtendedLifetime(lock) {}
  }

  @Test func releasedLockIsAvailable() throws {
    let folder = try TemporaryFolder()
    var lock: FolderLock? = try FolderLock(directory: folder.path)
    #expect(throws: FolderLock.Held.self) { try FolderLock(directory: folder.path) }
    withExtendedLifetime(lock) {}
    lock = nil
    lock = try FolderLock(directory: folder.path)
    #expect(throws: FolderLock.Held.self) { try FolderLock(directory: folder.path) }
    withExtendedLifetime(lock) {}
  }

  @Test func linkAtTheLockIsNotFollowed() throws {
    let folder = try TemporaryFolder()
    let other = try folder.write("precious", to: "other")
    #expect(symlink(other, "\(folder.path)/lock") == 0)
    #expect(throws: SystemError.self) { try FolderLock(directory: folder.path) }
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "precious")
  }

  @Test func removedFolderIsStillHeld() throws {
    let folder = try TemporaryFolder()
    let directory = "\(folder.path)/state"
    let lock = try FolderLock(directory: directory)
    try FileManager.default.removeItem(atPath: directory)
    #expect(throws: FolderLock.Held.self) { try FolderLock(directory: directory) }
    withExtendedLifetime(lock) {}
  }

  @Test func recreatedFolderIsLockedAgain() throws {
    let folder = try TemporaryFolder()
    let directory = "\(folder.path)/state"
    let lock = try FolderLock(directory: directory)
    try FileManager.default.removeItem(atPath: directory)
    try lock.renew()
    let other = open("\(directory)/lock", O_RDWR | O_CLOEXEC)
    #expect(flock(other, LOCK_EX | LOCK_NB) == -1)
    close(other)
    withExtendedLifetime(lock) {}
  }

  @Test func folderLockedByAnotherProcessIsRefused() throws {
    let folder = try TemporaryFolder()
    let directory = "\(folder.path)/state"
    let lock = try FolderLock(directory: directory)
    try FileManager.default.removeItem(atPath: directory)
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let other = open("\(directory)/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o640)
    #expect(flock(other, LOCK_EX) == 0)
    do throws(SystemError) {
      try lock.renew()
      Issue.record("the lock was renewed")
    } catch {
      #expect(error.description.hasPrefix("lock \(directory), now held by another process"))
    }
    close(other)
    try lock.renew()
  }
}
