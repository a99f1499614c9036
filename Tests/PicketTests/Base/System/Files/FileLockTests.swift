import Base
import Glibc
import Testing

struct FileLockTests {
  @Test func secondLockIsRefused() throws {
    let folder = try TemporaryFolder()
    let lock = try FileLock(folder: folder.path, within: 0)
    do throws(SystemError) {
      _ = try FileLock(folder: folder.path, within: 0.05)
      Issue.record("the second lock was granted")
    } catch {
      #expect(error.code == EWOULDBLOCK)
    }
    withExtendedLifetime(lock) {}
  }

  @Test func lockEndsWithItsObject() throws {
    let folder = try TemporaryFolder()
    do { _ = try FileLock(folder: folder.path, within: 0) }
    _ = try FileLock(folder: folder.path, within: 0)
  }
}
