import Foundation
import Glibc
@testable import Picket
@testable import System
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

  @Test(.enabled(if: SmallDisk.isAvailable))
  func readersAreTheGroupWhereListsAreMissing() throws {
    let scratch = try TemporaryFolder()
    let disk = try SmallDisk(at: scratch.path, type: "ramfs")
    func group(_ name: String) -> UInt32 {
      var status = stat()
      return stat(disk.file(name), &status) == 0 ? status.st_gid : .max
    }
    try FileManager.default.createDirectory(
      atPath: disk.file("state/walks"), withIntermediateDirectories: true)
    for (name, mode) in [("state/old", 0o640), ("state/walks/old", 0o640), ("state/secret", 0o600)]
    {
      try "x".write(toFile: disk.file(name), atomically: false, encoding: .utf8)
      chmod(disk.file(name), mode_t(mode))
    }
    try Readers.admit(77, to: disk.file("state"))
    for name in ["state/new", "state/walks/new"] {
      try "x".write(toFile: disk.file(name), atomically: false, encoding: .utf8)
    }
    for name in ["state", "state/old", "state/new", "state/walks/old", "state/walks/new"] {
      #expect(group(name) == 77, "\(name)")
    }
    #expect(group("state/secret") == 0)
    var status = stat()
    stat(disk.file("state"), &status)
    #expect(status.st_mode & 0o7777 == 0o2750)
  }
}
