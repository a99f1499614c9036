import Glibc

/// Reads files that people write.
package enum TextFile {
  /// The text of a whole file.
  ///
  /// - Parameters:
  ///   - limit: The most bytes that it may have.
  ///   - remedy: The remedy when it is missing.
  package static func read(path: String, limit: Int, remedy: String) throws(Problem) -> String {
    try text(try bytes(path: path, limit: limit, remedy: remedy), path: path)
  }

  /// The bytes of a whole file.
  ///
  /// - Parameters:
  ///   - limit: The most bytes that it may have.
  ///   - remedy: The remedy when it is missing.
  ///   - shorter: The remedy when it is too long.
  ///   - unreadable: The remedy when this user may not read it.
  package static func bytes(
    path: String, limit: Int, remedy: String, shorter: String = "give a shorter one",
    unreadable: String = usualUnreadable
  ) throws(Problem) -> [UInt8] {
    do throws(SystemError) {
      if PipeFile.isNamed(by: path), let pipe = try PipeFile(path) {
        return try pipe.contents(limit: limit)
      }
      return try OpenFile(file: path, O_RDONLY).contents(limit: limit)
    } catch {
      throw problem(error, path: path, limit: limit, remedy, shorter, unreadable)
    }
  }

  /// The usual remedy when this user may not read a file.
  package static let usualUnreadable = "use sudo, or let this user read it"

  private static func problem(
    _ error: SystemError, path: String, limit: Int, _ remedy: String, _ shorter: String,
    _ unreadable: String
  ) -> Problem {
    let wrong: String
    var right: String?
    switch error.code {
    case ENOENT, ENOTDIR: (wrong, right) = ("there is no such file", remedy)
    case EISDIR: (wrong, right) = ("this is a directory", "give the path of a file")
    case OpenFile.notAFile, ENXIO:
      (wrong, right) = ("this is not a file", "give the path of a file")
    case ETIMEDOUT: (wrong, right) = ("the pipe sends nothing", "give the path of a file")
    case ENODATA:
      (wrong, right) = ("the pipe is empty: it can be read only once", "give the path of a file")
    case EACCES: (wrong, right) = ("the file may not be read", unreadable)
    case EFBIG: (wrong, right) = ("the file is longer than \(limit >> 10) KiB", shorter)
    default: wrong = "the file cannot be read: \(error.reason)"
    }
    return Problem(file: path, wrong: wrong, remedy: right)
  }

  /// The bytes as UTF-8 text, without a byte order mark.
  package static func text(_ bytes: [UInt8], path: String) throws(Problem) -> String {
    let bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Problem(
        file: path, place: firstMistake(in: bytes), wrong: "this is not UTF-8",
        remedy: "save the file as UTF-8")
    }
    return text
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The place of the first bytes that are not a character.
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
