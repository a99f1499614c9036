import Glibc

/// A recording that can be replayed: gpsd's JSON reports, a receiver's raw log, or both mixed.
package enum Capture {
  /// Why a recording cannot be replayed.
  package struct Unusable: Error, CustomStringConvertible {
    /// What is wrong and what to do about it, in one line.
    package let description: String

    /// Whether it is for want of a program, and not the recording's fault.
    package var isMissingProgram = false
  }

  /// Calls `body` with each line of gpsd's JSON in a recording.
  ///
  /// What is not JSON is decoded by gpsd's own `gpsdecode`, unless gpsd reported it as well.
  ///
  /// - Parameter path: The recording, or `-` for standard input.
  /// - Throws: `Unusable`, or whatever `body` throws.
  package static func forEachLine(
    of path: String, _ body: (LineSplitter.Line) throws -> Void
  ) throws {
    let input = try open(path)
    defer { close(input) }
    guard try firstByte(of: input, path) != nil else {
      throw Unusable(description: "\(path): is empty; give a capture of gpspipe -w or an NMEA log")
    }
    var parts = CaptureParts()
    try chunks(of: input, path) { parts.read($0) }
    parts.finish()
    let isWhole = parts.parts.count == 1
    for part in parts.parts {
      lseek(input, off_t(part.range.lowerBound), SEEK_SET)
      switch part.kind {
      case .reports: try read(input, path, upTo: part.range.count, body)
      case .raw where isWhole: try decode(input, path, body)
      case .raw:
        let piece = try copy(of: input, path, upTo: part.range.count)
        defer { close(piece) }
        try decode(piece, path, body)
      case .echo: break
      }
    }
  }

  /// The whole text of a file, which may be packed by xz.
  static func text(of path: String) throws -> String {
    let input = try open(path)
    defer { close(input) }
    var bytes: [UInt8] = []
    try chunks(of: input, path) { bytes += $0 }
    return try TextFile.text(bytes, path: path)
  }

  // MARK: Files

  /// Opens a recording so that it can be read twice, a pipe by way of a copy.
  private static func open(_ path: String) throws -> Int32 {
    let input = path == "-" ? dup(STDIN_FILENO) : Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else {
      throw Unusable(
        description: "\(path): \(SystemError("open").reason); give a capture or an NMEA log")
    }
    var status = stat()
    if fstat(input, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      close(input)
      throw Unusable(description: "\(path): is a directory; give a capture or an NMEA log")
    }
    let isPacked = path.hasSuffix(".xz")
    if lseek(input, 0, SEEK_SET) == 0, !isPacked { return input }
    defer { close(input) }
    return try isPacked ? unpacked(input, path) : copy(of: input, path)
  }

  private static func temporaryFile() throws -> Int32 {
    var template = Array("/tmp/picket-replay-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { throw Unusable(description: SystemError("mkstemp /tmp").description) }
    unlink(&template)
    return file
  }

  /// What `xz` makes of a file.
  private static func unpacked(_ input: Int32, _ path: String) throws -> Int32 {
    let file = try temporaryFile()
    let child = try spawn(["xz", "-dc"], input, file, remedy: "install xz-utils")
    var status: Int32 = 0
    waitpid(child, &status, 0)
    guard status == 0 else {
      close(file)
      throw Unusable(description: "\(path): xz cannot unpack it; give another copy")
    }
    lseek(file, 0, SEEK_SET)
    return file
  }

  private static func copy(
    of input: Int32, _ path: String, upTo limit: Int = .max
  ) throws -> Int32 {
    let file = try temporaryFile()
    try chunks(of: input, path, upTo: limit) { chunk in
      var rest = chunk
      while !rest.isEmpty {
        let written = write(file, rest.baseAddress, rest.count)
        guard written > 0 else {
          throw Unusable(description: SystemError("write a copy of \(path)").description)
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[written...])
      }
    }
    lseek(file, 0, SEEK_SET)
    return file
  }

  /// The first byte that is neither space nor in a comment, which starts with `#`.
  private static func firstByte(of input: Int32, _ path: String) throws -> UInt8? {
    defer { lseek(input, 0, SEEK_SET) }
    var found: UInt8?
    var isComment = false
    try chunks(of: input, path) { chunk in
      for byte in chunk where found == nil {
        switch byte {
        case UInt8(ascii: "\n"): isComment = false
        case UInt8(ascii: "#"): isComment = true
        case 0x21... where !isComment: found = byte
        default: break
        }
      }
    } until: {
      found != nil
    }
    return found
  }

  private static func chunks(
    of input: Int32, _ name: String, upTo limit: Int = .max,
    _ body: (UnsafeRawBufferPointer) throws -> Void, until done: () -> Bool = { false }
  ) throws {
    var rest = limit
    try withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      while rest > 0, !done() {
        let count = Glibc.read(input, buffer.baseAddress, min(buffer.count, rest))
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else {
          throw Unusable(description: SystemError("read \(name)").description)
        }
        if count == 0 { return }
        rest -= count
        try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
  }

  private static func read(
    _ input: Int32, _ path: String, upTo limit: Int = .max,
    _ body: (LineSplitter.Line) throws -> Void
  ) throws {
    var splitter = LineSplitter()
    func pass(_ line: LineSplitter.Line) throws {
      if case .whole(let bytes) = line, bytes.first == UInt8(ascii: "#") { return }
      try body(line)
    }
    try chunks(of: input, path, upTo: limit) { try splitter.take($0).forEach(pass) }
    try splitter.finish().forEach(pass)
  }

  // MARK: gpsdecode

  private static func decode(
    _ input: Int32, _ path: String, _ body: (LineSplitter.Line) throws -> Void
  ) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw Unusable(description: SystemError("pipe").description)
    }
    // Only the copy that spawn makes is for the decoder.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let child: pid_t
    do {
      defer { close(ends[1]) }
      child = try spawn(
        ["gpsdecode", "-j"], input, ends[1],
        remedy: "a receiver's raw log is decoded by it: install gpsd-clients")
    }
    defer {
      var status: Int32 = 0
      waitpid(child, &status, 0)
    }
    // A body that throws must not wait for a decoder that waits for its reader.
    do {
      try read(ends[0], path, body)
    } catch {
      kill(child, SIGTERM)
      throw error
    }
  }

  /// Starts a program on a file.
  static func spawn(
    _ words: [String], _ input: Int32, _ output: Int32, remedy: String
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    // gpsdecode complains about every sentence of a kind that it does not know.
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    let arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var child = pid_t()
    let result = posix_spawnp(&child, words[0], &actions, nil, arguments, environ)
    guard result == 0 else {
      throw Unusable(
        description: "\(SystemError(words[0], code: result)); \(remedy)", isMissingProgram: true)
    }
    return child
  }
}
