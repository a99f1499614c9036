package import Base
package import Geofence
import Glibc
internal import Records

/// The file that keeps the state, with the generation before it.
///
/// Two lines: `picket-state 1 CRC32 BYTES` and the state as a JSON object.
package struct StateFile: Sendable {
  /// The folder that holds the file.
  package let directory: String

  private var path: String { "\(directory)/state" }
  private var previous: String { "\(directory)/state.previous" }

  /// The format that this Picket writes.
  private static let version = 1

  /// Creates a handle on the state file of a folder, which need not exist yet.
  package init(directory: String) {
    self.directory = directory
  }

  // MARK: Reading

  /// The state that was found.
  package struct Found: Sendable {
    /// The state; `nil` when nothing was ever written.
    package var state: SavedState?
    /// Messages for a person, such as that a file was set aside.
    package var notices: [String] = []
  }

  /// A state that this Picket must not touch.
  package struct Newer: Error, CustomStringConvertible {
    /// The problem and its remedy.
    package let description: String
  }

  /// The reason for which a file is not a state.
  private enum Fault: Error {
    case missing
    case damaged(String)
  }

  /// Reads the state, or the generation before it when it cannot be read.
  ///
  /// A file that cannot be read is set aside under another name.
  ///
  /// - Throws: `Newer` when a newer Picket wrote it, `SystemError` when reading is not allowed.
  package func read() throws -> Found {
    var found = Found()
    for path in [path, previous] {
      do {
        found.state = try Self.state(in: Self.contents(of: path), path)
        if path == previous { found.notices.append("continuing with \(path)") }
        return found
      } catch Fault.missing {
        continue
      } catch Fault.damaged(let reason) {
        found.notices.append("\(path): \(reason); \(SetAside.move(path))")
      }
    }
    return found
  }

  /// The carrier's last position, if the state can be read; changes no file.
  package var lastPosition: Coordinate? { lastMemory?.coordinate }

  /// The monitor's last memory, if the state can be read; changes no file.
  package var lastMemory: Memory? {
    for path in [path, previous] {
      guard let state = try? Self.state(in: Self.contents(of: path), path) else { continue }
      return state.memory
    }
    return nil
  }

  private static func contents(of path: String) throws -> [UInt8] {
    func read() throws(SystemError) -> [UInt8] {
      try OpenFile(file: path, O_RDONLY).contents(limit: 64 << 20)
    }
    do throws(SystemError) {
      do throws(SystemError) {
        return try read()
      } catch {
        // A second attempt may succeed on a card on which the first failed.
        guard error.code == EIO else { throw error }
        return try read()
      }
    } catch {
      if error.code == ENOENT { throw Fault.missing }
      // A person has to deal with all other errors, such as missing permissions.
      let damage = [EIO, EFBIG, EISDIR, ENXIO, ELOOP, OpenFile.notAFile]
      guard damage.contains(error.code) else { throw error }
      throw Fault.damaged(error.code == EFBIG ? "far too long for a state" : error.faultText)
    }
  }

  private static func state(in bytes: [UInt8], _ path: String) throws -> SavedState {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1)
    let words = String(decoding: lines.first ?? [], as: UTF8.self).split(separator: " ")
    guard words.count >= 2, words[0] == "picket-state", let version = Int(words[1]) else {
      throw Fault.damaged("not a state file")
    }
    guard version <= Self.version else {
      throw Newer(
        description: """
          \(path): written by a newer Picket (format \(version), this release reads \
          \(Self.version)); install the newer release, or move the file away to start afresh
          """)
    }
    guard words.count == 4, let sum = UInt32(words[2], radix: 16), let count = Int(words[3]),
      lines.count == 2, lines[1].count - 1 == count, lines[1].last == UInt8(ascii: "\n")
    else { throw Fault.damaged("cut off") }
    let body = Array(lines[1].dropLast())
    guard Checksum.crc32(body) == sum else { throw Fault.damaged("its checksum is wrong") }
    do {
      return try SavedState(decoding: String(decoding: body, as: UTF8.self))
    } catch {
      throw Fault.damaged("its fields are not those of a state")
    }
  }

  // MARK: Writing

  /// Replaces the state; after a power cut, either the old or the new one is there.
  ///
  /// - Throws: `SystemError`; the old file is unharmed then.
  package func write(_ state: SavedState) throws(SystemError) {
    let body = Array(state.encoded.utf8)
    let sum = String(Checksum.crc32(body), radix: 16)
    let text = Array("picket-state \(Self.version) \(sum) \(body.count)\n".utf8) + body + [0x0a]
    try Directory.make(directory)

    let temporary = "\(path).new"
    let file = try OpenFile(file: temporary, O_WRONLY | O_CREAT | O_TRUNC)
    try file.write(text, at: 0)
    try file.sync()
    try keepPrevious()
    try Self.move(temporary, path)
    try Directory.sync(directory)
  }

  /// Gives the present file the name of the generation before it.
  private func keepPrevious() throws(SystemError) {
    // A link keeps the present file in place until the new one takes its name.
    let link = "\(previous).new"
    unlink(link)
    if Glibc.link(path, link) == 0 {
      try Self.move(link, previous)
    } else if [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) {
      var status = stat()
      if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        // A folder that could not be set aside earlier, such as on a read-only disk.
        _ = SetAside.move(path)
      } else {
        // A file system without links, such as FAT: for a moment only `previous` is there.
        try Self.move(path, previous)
      }
    }
  }

  private static func move(_ from: String, _ to: String) throws(SystemError) {
    guard rename(from, to) != 0 else { return }
    // A file cannot replace a folder.
    if errno == EISDIR { _ = SetAside.move(to) }
    guard rename(from, to) == 0 else { throw SystemError("rename \(from)") }
  }
}
