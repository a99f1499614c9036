@testable import Base
import Foundation
import Glibc
@testable import Picket
import Testing

struct AccessListTests {
  @Test func groupIsAddedWithItsMask() {
    var list = AccessList(mode: 0o640)
    list.allow(77, 4)
    let permissions = list.entries.map { [$0.tag, $0.permissions] }
    #expect(permissions == [[1, 6], [4, 4], [8, 4], [16, 4], [32, 0]])
    #expect(list.gives(77, 4))
    #expect(!list.gives(77, 6))
    #expect(!list.gives(78, 4))
  }

  @Test func kernelsFormIsReadBack() {
    var list = AccessList(mode: 0o755)
    list.allow(0x0102_0304, 5)
    #expect(AccessList(list.bytes) == list)
    #expect(AccessList([1, 2, 3]) == nil)
    #expect(AccessList([3, 0, 0, 0]) == nil)
  }

  @Test func readersGetTheFilesOfAFolder() throws {
    let folder = try TemporaryFolder()
    chmod(folder.path, 0o750)
    let (old, secret) = (try folder.write("x", to: "old"), try folder.write("x", to: "secret"))
    chmod(old, 0o640)
    chmod(secret, 0o600)
    try Readers.admit(77, to: folder.path)
    let new = try folder.write("x", to: "new")
    #expect(AccessList.gives(77, 5, at: folder.path))
    #expect(AccessList.gives(77, 4, at: old))
    #expect(AccessList.gives(77, 4, at: new))
    #expect(!AccessList.gives(77, 4, at: secret))
    // Others get nothing by the list, which takes the place of the umask.
    var status = stat()
    stat(new, &status)
    #expect(status.st_mode & 0o007 == 0)
  }
}
