import Base
import Glibc
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

  @Test func linkToAMissingFileStays() throws {
    let folder = try TemporaryFolder()
    try Directory.make(folder.path + "/real")
    let real = try #require(Path.real(folder.path + "/real"))
    #expect(symlink("real/new", folder.path + "/link") == 0)
    #expect(symlink(folder.path + "/link", folder.path + "/second") == 0)
    #expect(Path.resolved(folder.path + "/second") == real + "/new")
    // As on a disk that is not mounted: nothing can be written there, and the link is not replaced.
    #expect(symlink("/nonexistent/new", folder.path + "/gone") == 0)
    #expect(Path.resolved(folder.path + "/gone") == "/nonexistent/new")
    #expect(symlink("round", folder.path + "/round") == 0)
    #expect(Path.resolved(folder.path + "/round").hasSuffix("/round"))
  }
}
