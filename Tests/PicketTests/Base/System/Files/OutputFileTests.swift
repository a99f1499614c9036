import Base
import Foundation
import Glibc
import Testing

struct OutputFileTests {
  private func files(_ folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func replacedFileKeepsItsMode() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("old", to: "walk.html")
    chmod(path, 0o600)
    try OutputFile.write("new", to: path)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
    #expect(try files(folder) == ["walk.html"])
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func failedWriteLeavesNothingBehind() throws {
    let folder = try TemporaryFolder()
    #expect(throws: SystemError.self) {
      try OutputFile.write("new", to: "\(folder.path)/missing/walk.html")
    }
    #expect(throws: SystemError.self) { try OutputFile.write("new", to: folder.path) }
    #expect(throws: SystemError.self) { try OutputFile.write("new", to: "/dev/full") }
    #expect(try files(folder).isEmpty)
  }

  @Test func linkAndDeviceAreNotReplaced() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("old", to: "walk.html")
    let link = "\(folder.path)/link.html"
    #expect(symlink(path, link) == 0)
    try OutputFile.write("new", to: link)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
    var status = stat()
    #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    try OutputFile.write("new", to: "/dev/null")
    #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }
}
