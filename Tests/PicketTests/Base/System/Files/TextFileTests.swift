import Base
import Glibc
import Testing

struct TextFileTests {
  @Test func pipeIsReadToItsEnd() throws {
    let ends = try Subprocess.pipe()
    defer { close(ends[0]) }
    #expect(write(ends[1], "a = 1\n", 6) == 6)
    close(ends[1])
    let path = "/proc/self/fd/\(ends[0])"
    #expect(try TextFile.read(path: path, limit: 100, remedy: "") == "a = 1\n")
  }

  @Test func pipeIsReadOnlyOnce() throws {
    let ends = try Subprocess.pipe()
    defer { close(ends[0]) }
    close(ends[1])
    let problem = Self.problem { () throws(Problem) in
      _ = try TextFile.read(path: "/proc/self/fd/\(ends[0])", limit: 100, remedy: "")
    }
    #expect(problem?.wrong == "the pipe is empty: it can be read only once")
  }

  @Test func namedPipeIsNotAFile() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
    let problem = Self.problem { () throws(Problem) in
      _ = try TextFile.read(path: "\(folder.path)/pipe", limit: 100, remedy: "")
    }
    #expect(problem?.wrong == "this is not a file")
  }

  @Test func longFileIsRefusedWithARemedy() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/long"
    try OpenFile(path, O_WRONLY | O_CREAT).write(Array(repeating: 97, count: 2049), at: 0)
    let problem = Self.problem { () throws(Problem) in
      _ = try TextFile.bytes(path: path, limit: 2048, remedy: "", shorter: "split it")
    }
    #expect(problem?.wrong == "the file is longer than 2 KiB")
    #expect(problem?.remedy == "split it")
  }

  @Test func missingFileHasTheGivenRemedy() {
    let problem = Self.problem { () throws(Problem) in
      _ = try TextFile.read(path: "/nonexistent/file", limit: 1, remedy: "make one")
    }
    #expect(problem?.wrong == "there is no such file")
    #expect(problem?.remedy == "make one")
  }

  @Test func folderIsNotAFile() {
    let problem = Self.problem { () throws(Problem) in
      _ = try TextFile.read(path: "/tmp", limit: 1, remedy: "")
    }
    #expect(problem?.wrong == "this is a directory")
  }

  private static func problem(_ body: () throws(Problem) -> Void) -> Problem? {
    do throws(Problem) {
      try body()
      return nil
    } catch {
      return error
    }
  }
}
