import Glibc
internal import Notation
internal import System

/// A zip archive, such as KMZ, which `unzip` or `bsdtar` unpacks.
enum Archive {
  /// The KML in an archive.
  static func kml(in path: String, limit: Int) throws(Problem) -> [UInt8] {
    var hasProgram = false
    for program in [["unzip", "-p", path, "*.kml"], ["bsdtar", "-xOf", path, "*.kml"]] {
      guard let bytes = output(of: program, limit: limit) else { continue }
      hasProgram = true
      guard bytes.count <= limit else {
        throw Problem(
          file: path, wrong: "the KML in it is longer than \(limit >> 20) MB",
          remedy: "give a smaller file")
      }
      if !bytes.isEmpty { return bytes }
    }
    throw Problem(
      file: path,
      wrong: hasProgram
        ? "there is no KML in this zip archive"
        : "this is a zip archive, and unzip is not installed",
      remedy: hasProgram
        ? "give a KMZ file, or the file that is in the archive"
        : "install unzip, or import the .kml file that is in it")
  }

  /// The output of a program, up to one byte more than a limit; `nil` if it is not installed.
  private static func output(of words: [String], limit: Int) -> [UInt8]? {
    var ends: [Int32] = [-1, -1]
    let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard input >= 0, pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let child = try? Subprocess.start(words, input, ends[1], remedy: "")
    close(input)
    close(ends[1])
    defer { close(ends[0]) }
    guard let child else { return nil }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= limit {
      let count = read(ends[0], &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    kill(child, SIGTERM)
    var status: Int32 = 0
    waitpid(child, &status, 0)
    return bytes
  }
}
