import Glibc
package import Notation

/// Reads files that people write.
package enum TextFile {
  /// The text of a whole file.
  ///
  /// - Parameters:
  ///   - limit: how many bytes it may have.
  ///   - remedy: what to do when it is not there.
  package static func read(path: String, limit: Int, remedy: String) throws(Problem) -> String {
    try text(try bytes(path: path, limit: limit, remedy: remedy), path: path)
  }

  /// The bytes of a whole file.
  package static func bytes(path: String, limit: Int, remedy: String) throws(Problem) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(errno, path: path, remedy: remedy) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Self.read(descriptor, &chunk)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(errno, path: path, remedy: remedy) }
      if count == 0 { break }
      bytes.append(contentsOf: chunk[..<count])
      guard bytes.count <= limit else {
        throw Problem(
          file: path, wrong: "the file is longer than \(limit >> 10) KiB",
          remedy: "give a shorter one")
      }
    }
    return bytes
  }

  /// The text that the bytes spell, without a byte order mark.
  package static func text(_ bytes: [UInt8], path: String) throws(Problem) -> String {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Problem(
        file: path, place: firstMistake(in: bytes), wrong: "this is not UTF-8",
        remedy: "save the file as UTF-8")
    }
    return text
  }

  private static func read(_ descriptor: Int32, _ chunk: inout [UInt8]) -> Int {
    Glibc.read(descriptor, &chunk, chunk.count)
  }

  private static func failure(_ number: Int32, path: String, remedy: String) -> Problem {
    switch number {
    case ENOENT, ENOTDIR: Problem(file: path, wrong: "there is no such file", remedy: remedy)
    case EISDIR:
      Problem(file: path, wrong: "this is a directory", remedy: "give the path of a file")
    case EACCES:
      Problem(
        file: path, wrong: "the file may not be read",
        remedy: "let the user that runs picket read it")
    default:
      Problem(file: path, wrong: "the file cannot be read: \(String(cString: strerror(number)))")
    }
  }

  /// Where the first bytes are that are no character.
  private static func firstMistake(in bytes: [UInt8]) -> Problem.Place {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var line = 1
    var column = 1
    while case .valid(let character) = parser.parseScalar(from: &rest) {
      column += 1
      if character.elementsEqual([UInt8(ascii: "\n")]) {
        line += 1
        column = 1
      }
    }
    return .text(line: line, column: column)
  }
}
