import Glibc

/// A file that may be packed, or standard input; both can be read more than once.
package enum PackedFile {
  /// The whole text of a file, which may be packed, of at most this many bytes.
  package static func text(of path: String, limit: Int) throws -> String {
    let input = try open(path, limit: limit)
    defer { close(input) }
    var bytes: [UInt8] = []
    try chunks(of: input, path) { chunk in
      bytes += chunk
      guard bytes.count <= limit else { throw tooLong(path, limit) }
    }
    return try TextFile.text(bytes, path: path)
  }

  /// Opens a recording so that it can be read twice; a pipe is copied first.
  ///
  /// - Parameter limit: The most bytes that it may have when unpacked.
  package static func open(_ path: String, limit: Int) throws -> Int32 {
    let input = path == "-" ? dup(STDIN_FILENO) : Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else {
      throw UnusableFile(
        description: "\(path): \(SystemError("open").reason); give a capture or an NMEA log")
    }
    var status = stat()
    if fstat(input, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      close(input)
      throw UnusableFile(description: "\(path): is a directory; give a capture or an NMEA log")
    }
    let file: Int32
    if lseek(input, 0, SEEK_SET) == 0 {
      file = input
    } else {
      defer { close(input) }
      file = try copy(of: input, path)
    }
    let first = beginning(of: file)
    guard !first.starts(with: Array("PK\u{3}\u{4}".utf8)) else {
      close(file)
      throw UnusableFile(
        description: "\(path): is a zip archive; unpack it and give the file in it")
    }
    guard let packing = PackedForm(first, path: path) else { return file }
    defer { close(file) }
    return try unpacked(file, path, packing, limit: limit)
  }

  private static func beginning(of file: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: PackedForm.prefix) { buffer, count in
      count = max(0, pread(file, buffer.baseAddress, buffer.count, 0))
    }
  }

  private static func temporaryFile() throws -> Int32 {
    var template = Array("/tmp/picket-replay-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else {
      throw UnusableFile(description: SystemError("mkstemp /tmp").description)
    }
    unlink(&template)
    return file
  }

  /// Unpacks a file with a program; a small file may unpack to more than there is room for.
  private static func unpacked(
    _ input: Int32, _ path: String, _ packing: PackedForm, limit: Int
  ) throws -> Int32 {
    let (child, output) = try Subprocess.start(
      packing.command, input, remedy: "install \(packing.package)")
    defer { close(output) }
    var status: Int32 = 0
    let file: Int32
    do {
      file = try copy(of: output, path, limit: limit)
    } catch {
      kill(child, SIGKILL)
      waitpid(child, &status, 0)
      throw error
    }
    waitpid(child, &status, 0)
    guard status == 0 else {
      close(file)
      throw UnusableFile(
        description: "\(path): \(packing.command[0]) cannot unpack it; give another copy")
    }
    return file
  }

  /// A copy of the rest of a file, or of a piece of it, of at most this many bytes.
  package static func copy(
    of input: Int32, _ path: String, upTo piece: Int = .max, limit: Int = .max
  ) throws -> Int32 {
    let file = try temporaryFile()
    var room = statvfs()
    // Other programs need room, too.
    let half = fstatvfs(file, &room) == 0 ? Int(room.f_bavail) * Int(room.f_frsize) / 2 : limit
    var left = limit == .max ? limit : min(limit, half)
    do {
      try chunks(of: input, path, upTo: piece) { chunk in
        left -= chunk.count
        guard left >= 0 else { throw tooLong(path, min(limit, half)) }
        var rest = chunk
        while !rest.isEmpty {
          let written = write(file, rest.baseAddress, rest.count)
          guard written > 0 else {
            throw UnusableFile(description: SystemError("write a copy of \(path)").description)
          }
          rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        }
      }
    } catch {
      close(file)
      throw error
    }
    lseek(file, 0, SEEK_SET)
    return file
  }

  private static func tooLong(_ path: String, _ limit: Int) -> UnusableFile {
    UnusableFile(
      description: """
        \(path): holds more than \(limit >> 20) MB, which is not read; give a part of it
        """)
  }

  /// Calls `body` with pieces of a file, up to this many bytes in all.
  ///
  /// - Throws: `UnusableFile`, or whatever `body` throws.
  package static func chunks(
    of input: Int32, _ name: String, upTo limit: Int = .max,
    _ body: (UnsafeRawBufferPointer) throws -> Void, until done: () -> Bool = { false }
  ) throws {
    var rest = limit
    try withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      while rest > 0, !done() {
        let count = Glibc.read(input, buffer.baseAddress, min(buffer.count, rest))
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else {
          throw UnusableFile(description: SystemError("read \(name)").description)
        }
        if count == 0 { return }
        rest -= count
        try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
  }
}

/// The reason why a file cannot be read, unpacked or decoded.
package struct UnusableFile: Error, CustomStringConvertible {
  /// The problem and its remedy, on one line.
  package let description: String

  /// Whether a program is missing; the file itself may be fine.
  package let isMissingProgram: Bool

  /// Creates a reason.
  package init(description: String, isMissingProgram: Bool = false) {
    self.description = description
    self.isMissingProgram = isMissingProgram
  }
}
