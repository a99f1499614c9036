import Base
import Glibc
import Testing

@Suite(.enabled(if: geteuid() == 0, "only root can change the owner of a folder"))
struct FolderOwnerTests {
  @Test func rootRefusesFoldersOfOtherUsers() throws {
    let folder = try TemporaryFolder()
    try FolderOwner.check(folder.path, user: 0)
    try FolderOwner.check("\(folder.path)/not there yet", user: 0)
    #expect(chown(folder.path, 65534, 65534) == 0)
    let error = thrown(FolderOwner.Foreign.self) {
      try FolderOwner.check(folder.path, user: 0)
    }
    #expect(error?.description.hasPrefix("\(folder.path) belongs to user 65534, ") == true)
    // Other users may use it as its permissions allow.
    try FolderOwner.check(folder.path, user: 1000)
  }

  @Test func writingFollowsNoLink() throws {
    let folder = try TemporaryFolder()
    let other = try folder.write("precious", to: "other")
    #expect(symlink(other, "\(folder.path)/link") == 0)
    for flags in [O_WRONLY, O_RDWR, O_WRONLY | O_CREAT | O_TRUNC, O_RDWR | O_CREAT] {
      let error = thrown(SystemError.self) { try OpenFile("\(folder.path)/link", flags) }
      #expect(error?.code == ELOOP)
    }
    #expect(try OpenFile(other, O_RDONLY).contents(limit: 100) == Array("precious".utf8))
  }

  @Test func runOfRootNeedsAnyOwner() async throws {
    let folder = try TemporaryFolder()
    let gpsd = FakeGPSD()
    mkdir("\(folder.path)/state", 0o755)
    #expect(chown("\(folder.path)/state", 65534, 65534) == 0)
    let refused = try PicketProcess(port: gpsd.port, regions: Epoch.regions(), in: folder)
    await eventually("it ends") { !refused.isRunning }
    #expect(refused.end(0).status == 1)
    #expect(
      refused.log.contains(
        "/state belongs to user 65534, who could make root write elsewhere; run picket as that "
          + "user, give another directory, or set any_owner in [state]"))
    #expect(access("\(folder.path)/state/lock", F_OK) != 0)

    // With that setting, the run still follows no link there.
    let precious = try folder.write("precious", to: "precious")
    for name in ["lock", "state.new", "journal.1.jsonl"] {
      #expect(symlink(precious, "\(folder.path)/state/\(name)") == 0)
    }
    let picket = try PicketProcess(
      port: gpsd.port, regions: Epoch.regions(), configuration: "any_owner = true", in: folder)
    await eventually("it ends or goes on without") {
      !picket.isRunning || picket.log.contains("cannot be written")
    }
    picket.end()
    #expect(picket.log.contains("Too many levels of symbolic links"), "\(picket.log)")
    #expect(try OpenFile(precious, O_RDONLY).contents(limit: 100) == Array("precious".utf8))
  }
}
