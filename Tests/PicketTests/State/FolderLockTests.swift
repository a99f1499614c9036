import Glibc
import Testing

@testable import Picket

struct FolderLockTests {
  @Test func theSecondIsToldWhoHoldsTheFolder() throws {
    let folder = try TemporaryFolder()
    let lock = try FolderLock(directory: folder.path)
    do {
      _ = try FolderLock(directory: folder.path)
    } catch let error as FolderLock.Held {
      #expect(error.description.hasPrefix("\(folder.path) is held by process \(getpid()) ("))
      #expect(error.description.hasSuffix("; stop that, or give another directory in [state]"))
    }
    withExtendedLifetime(lock) {}
  }

  @Test func aLockThatWasLetGoCanBeHad() throws {
    let folder = try TemporaryFolder()
    _ = try FolderLock(directory: folder.path)
    _ = try FolderLock(directory: folder.path)
  }
}
