import Glibc
package import Notation

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
    let contents = try contents(
      path: path, limit: limit, remedy: remedy, shorter: shorter, unreadable: unreadable
    ) { (file) throws(SystemError) -> [[UInt8]] in [try file.contents(limit: limit)] }
    return contents.first ?? []
  }

  /// The text of a whole file in pieces, without a byte order mark.
  ///
  /// - Parameters:
  ///   - limit: The most bytes that it may have.
  ///   - remedy: The remedy when it is missing.
  ///   - shorter: The remedy when it is too long.
  package static func pieces(
    path: String, limit: Int, remedy: String, shorter: String
  ) throws(Problem) -> PiecedText {
    var pieces = try contents(
      path: path, limit: limit, remedy: remedy, shorter: shorter, unreadable: usualUnreadable
    ) { (file) throws(SystemError) -> [[UInt8]] in try file.pieces(limit: limit) }
    if pieces.first?.starts(with: mark) ?? false { pieces[0].removeFirst(mark.count) }
    if let text = PiecedText(pieces: pieces) { return text }
    return PiecedText(try text(Array(pieces.joined()), path: path))
  }

  /// The usual remedy when this user may not read a file.
  package static let usualUnreadable = "use sudo, or let this user read it"

  private static func contents(
    path: String, limit: Int, remedy: String, shorter: String, unreadable: String,
    _ read: (OpenFile) throws(SystemError) -> [[UInt8]]
  ) throws(Problem) -> [[UInt8]] {
    do throws(SystemError) {
      if PipeFile.isNamed(by: path), let pipe = try PipeFile(path) {
        return [try pipe.contents(limit: limit)]
      }
      return try read(try OpenFile(file: path, O_RDONLY))
    } catch {
      switch error.code {
      case ENOENT, ENOTDIR:
        throw Problem(file: path, wrong: "there is no such file", remedy: remedy)
      case EISDIR:
        throw Problem(file: path, wrong: "this is a directory", remedy: "give the path of a file")
      case OpenFile.notAFile, ENXIO:
        throw Problem(
          file: path, wrong: "this is not a file", remedy: "give the path of a file")
      case ETIMEDOUT:
        throw Problem(
          file: path, wrong: "the pipe sends nothing", remedy: "give the path of a file")
      case ENODATA:
        throw Problem(
          file: path, wrong: "the pipe is empty: it can be read only once",
          remedy: "give the path of a file")
      case EACCES:
        throw Problem(
          file: path, wrong: "the file may not be read", remedy: unreadable)
      case EFBIG:
        throw Problem(
          file: path, wrong: "the file is longer than \(limit >> 10) KiB", remedy: shorter)
      default: throw Problem(file: path, wrong: "the file cannot be read: \(error.reason)")
      }
    }
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
