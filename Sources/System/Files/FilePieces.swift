import Glibc
internal import Notation

/// The text of a file, read by pieces while they are used, so that few of them are in memory.
final class FilePieces {
  private let file: OpenFile
  private let limit: Int
  private let status: stat
  private var total = 0
  // The bytes of a character that is not yet whole.
  private var rest: [UInt8] = []
  private var isFaulty = false

  /// Opens a file of at most this many bytes.
  init(path: String, limit: Int) throws(SystemError) {
    file = try OpenFile(file: path, O_RDONLY)
    self.limit = limit
    status = try file.status()
    guard status.st_size <= limit else { throw SystemError("read \(path)", code: EFBIG) }
  }

  /// The next piece, which ends with a whole character; `nil` at the end, and before bytes that are
  /// not UTF-8 or cannot be read.
  func next() -> [UInt8]? {
    guard !isFaulty else { return nil }
    var piece = [UInt8](repeating: 0, count: Self.piece)
    guard let count = try? file.read(into: &piece, at: total), total + count <= limit else {
      isFaulty = true
      return nil
    }
    piece.removeLast(piece.count - count)
    if total == 0, piece.starts(with: TextFile.mark) { piece.removeFirst(TextFile.mark.count) }
    total += count
    if count > 0 {
      if !rest.isEmpty { piece.insert(contentsOf: rest, at: 0) }
      let unfinished = PiecedText.unfinished(piece)
      rest = Array(piece.suffix(unfinished))
      piece.removeLast(unfinished)
    } else {
      piece = rest
      rest = []
    }
    isFaulty = !PiecedText.isUTF8(piece)
    return isFaulty || count == 0 ? nil : piece
  }

  /// Reads the rest; returns whether all was UTF-8, and the file is the same as in the beginning.
  func isWhole() -> Bool {
    while next() != nil {}
    guard !isFaulty, let now = try? file.status() else { return false }
    return now.st_size == status.st_size && now.st_mtim.tv_sec == status.st_mtim.tv_sec
      && now.st_mtim.tv_nsec == status.st_mtim.tv_nsec
  }

  // In bytes: a region has some thousand.
  private static let piece = 1 << 20
}
