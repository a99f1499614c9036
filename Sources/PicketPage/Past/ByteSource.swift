internal import Base
import Glibc
import Synchronization

/// The source of a download, read on a separate queue: the output of a program, or a file.
protocol ByteSource: Sendable {
  /// Waits for the next bytes; none at the end.
  func read(upTo count: Int) -> [UInt8]

  /// Ends the source at once, and with it a read that waits.
  func end()

  /// Waits for the end; returns the reason if not everything was read.
  func failure() -> Denial?
}

/// The output of a program.
struct ProgramSource: ByteSource {
  let run: LimitedRun

  func read(upTo count: Int) -> [UInt8] { run.read(upTo: count) }

  func end() { run.end() }

  func failure() -> Denial? {
    let ended = run.wait()
    switch ended.ending {
    case .status(0): return nil
    case .status(let status):
      return Denial(
        409, ended.message.isEmpty ? "picket ended with status \(status)" : ended.message)
    case .signal: return Denial(503, Reason("denied.heavy"))
    }
  }
}

/// The bytes of a file, up to the size that it had when it was opened.
final class FileSource: ByteSource {
  /// What was read of the file.
  private struct Reading {
    let file: OpenFile
    var place = 0
    var error: SystemError?

    mutating func bytes(upTo count: Int, of size: Int) -> [UInt8] {
      var buffer = [UInt8](repeating: 0, count: min(count, size - place))
      let length = pread(file.descriptor, &buffer, buffer.count, place)
      guard length >= 0 else {
        error = SystemError("read \(file.path)")
        return []
      }
      place += length
      return Array(buffer[..<length])
    }
  }

  private let path: String
  /// The size in bytes when the file was opened.
  let size: Int
  private let reading: Mutex<Reading>

  /// Opens a regular file; a link, for example, is an error.
  init(_ path: String) throws(Denial) {
    do throws(SystemError) {
      let file = try OpenFile(file: path, O_RDONLY | O_NOFOLLOW)
      size = Int(try file.status().st_size)
      self.path = path
      reading = Mutex(Reading(file: file))
    } catch {
      throw Denial(error.isMissing ? 404 : 503, "\(error)")
    }
  }

  func read(upTo count: Int) -> [UInt8] {
    reading.withLock { $0.bytes(upTo: count, of: size) }
  }

  func end() {}

  func failure() -> Denial? {
    let (place, error) = reading.withLock { ($0.place, $0.error) }
    if let error { return Denial(503, "\(error)") }
    return place == size ? nil : Denial(503, "\(path) became shorter")
  }
}
