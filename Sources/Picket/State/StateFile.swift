import Glibc

/// The file in which the state survives, with the generation before it.
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

  /// What was found.
  package struct Found: Sendable {
    /// The state; `nil` when nothing was ever written.
    package var state: SavedState?
    /// What a person must be told, such as that a file was set aside.
    package var notices: [String] = []
  }

  /// A state that this Picket must not touch.
  package struct Newer: Error, CustomStringConvertible {
    /// What is wrong and what to do about it.
    package let description: String
  }

  /// Why a file is not a state.
  private enum Fault: Error {
    case missing
    case damaged(String)
  }

  /// Reads the state, or the generation before it when it cannot be read.
  ///
  /// What cannot be read is set aside under another name.
  ///
  /// - Throws: `Newer` when a newer Picket wrote it, `SystemError` when it may not be read.
  package func read() throws -> Found {
    var found = Found()
    for path in [path, previous] {
      do {
        found.state = try Self.state(in: Self.contents(of: path), path)
        if path == previous { found.notices.append("going on from \(path)") }
        return found
      } catch Fault.missing {
        continue
      } catch Fault.damaged(let reason) {
        let aside = Self.unusedName(for: path)
        let moved = rename(path, aside) == 0
        found.notices.append(
          "\(path): \(reason); \(moved ? "set aside as \(aside)" : "it could not be set aside")")
      }
    }
    return found
  }

  private static func contents(of path: String) throws -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      let error = SystemError("open \(path)")
      throw error.code == ENOENT ? Fault.missing as any Error : error
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      guard count >= 0 else { throw Fault.damaged(SystemError("read").reason) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      guard bytes.count < 64 << 20 else { throw Fault.damaged("far too long for a state") }
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
          \(path): written by a newer Picket (format \(version), this one knows \(Self.version)); \
          install that one, or move the file away to start afresh
          """)
    }
    guard words.count == 4, let sum = UInt32(words[2], radix: 16), let count = Int(words[3]),
      lines.count == 2, lines[1].count == count + 1, lines[1].last == UInt8(ascii: "\n")
    else { throw Fault.damaged("cut off") }
    let body = Array(lines[1].dropLast())
    guard Checksum.crc32(body) == sum else { throw Fault.damaged("its checksum is wrong") }
    do {
      return try SavedState(decoding: String(decoding: body, as: UTF8.self))
    } catch {
      throw Fault.damaged("its fields are not those of a state")
    }
  }

  private static func unusedName(for path: String) -> String {
    for number in 1..<1000 where access("\(path).unreadable-\(number)", F_OK) != 0 {
      return "\(path).unreadable-\(number)"
    }
    return "\(path).unreadable-1000"
  }

  // MARK: Writing

  /// Replaces the state so that after a power cut either the old or the new one is there.
  ///
  /// - Throws: `SystemError`; the file that was there is unharmed.
  package func write(_ state: SavedState) throws(SystemError) {
    let body = Array(state.encoded.utf8)
    let sum = String(Checksum.crc32(body), radix: 16)
    let text = Array("picket-state \(Self.version) \(sum) \(body.count)\n".utf8) + body + [0x0a]
    if mkdir(directory, 0o750) != 0, errno != EEXIST { throw SystemError("mkdir \(directory)") }

    let temporary = "\(path).new"
    try Self.create(temporary, text)
    // A link keeps the old one in place until the new one takes its name.
    let link = "\(previous).new"
    unlink(link)
    if Glibc.link(path, link) == 0 {
      try Self.move(link, previous)
    } else if errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS {
      // A file system without links, such as FAT: for a moment only the previous is there.
      try Self.move(path, previous)
    }
    try Self.move(temporary, path)
    try Self.sync(directory)
  }

  private static func create(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o640)
    guard file >= 0 else { throw SystemError("open \(path)") }
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { throw SystemError("write \(path)") }
      rest = rest.dropFirst(count)
    }
    guard fsync(file) == 0 else { throw SystemError("fsync \(path)") }
  }

  private static func move(_ from: String, _ to: String) throws(SystemError) {
    guard rename(from, to) == 0 else { throw SystemError("rename \(from)") }
  }

  private static func sync(_ directory: String) throws(SystemError) {
    let folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw SystemError("open \(directory)") }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw SystemError("fsync \(directory)") }
  }
}
