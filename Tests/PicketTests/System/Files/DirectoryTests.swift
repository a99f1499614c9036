import Glibc
import System
import Testing

struct DirectoryTests {
  @Test func namesAreSorted() throws {
    let folder = try TemporaryFolder()
    for name in ["b", "a", ".c"] { _ = try OpenFile(folder.path + "/" + name, O_WRONLY | O_CREAT) }
    #expect(try Directory.names(in: folder.path) == [".c", "a", "b"])
  }

  @Test func missingFolderIsReported() {
    #expect(throws: SystemError.self) { try Directory.names(in: "/nonexistent") }
  }

  @Test func linksAreResolvedForNewFiles() throws {
    let folder = try TemporaryFolder()
    try Directory.make(folder.path + "/real")
    #expect(symlink("real", folder.path + "/link") == 0)
    let real = try #require(Path.real(folder.path + "/real"))
    #expect(Path.real(folder.path + "/link/new") == nil)
    #expect(Path.resolved(folder.path + "/link/new") == real + "/new")
    #expect(Path.resolved("/nonexistent/new") == "/nonexistent/new")
  }
}
