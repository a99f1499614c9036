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
    try forEachLine(of: path, limit: longest, body)
  }

  /// Does so with a recording that may have so many bytes when it is unpacked.
  static func forEachLine(
    of path: String, limit: Int, _ body: (LineSplitter.Line) throws -> Void
  ) throws {
    let input = try open(path, limit: limit)
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

  /// The whole text of a file, which may be packed by xz, of so many bytes at most.
  static func text(of path: String, limit: Int) throws -> String {
    let input = try open(path, limit: limit)
    defer { close(input) }
    var bytes: [UInt8] = []
    try chunks(of: input, path) { chunk in
      bytes += chunk
      guard bytes.count <= limit else { throw tooLong(path, limit) }
    }
    return try TextFile.text(bytes, path: path)
  }

  // MARK: Files

  /// How many bytes a recording may have unpacked: a day of ten fixes a second has a third of it.
  private static let longest = 1 << 30

  /// Opens a recording so that it can be read twice, a pipe by way of a copy.
  ///
  /// - Parameter limit: How many bytes it may have if it has to be unpacked.
  private static func open(_ path: String, limit: Int) throws -> Int32 {
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
    return try isPacked ? unpacked(input, path, limit: limit) : copy(of: input, path)
  }

  private static func temporaryFile() throws -> Int32 {
    var template = Array("/tmp/picket-replay-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { throw Unusable(description: SystemError("mkstemp /tmp").description) }
    unlink(&template)
    return file
  }

  /// What `xz` makes of a file, of which a small one may hold more than there is room for.
  private static func unpacked(_ input: Int32, _ path: String, limit: Int) throws -> Int32 {
    let ends = try pipeEnds()
    defer { close(ends[0]) }
    let child: pid_t
    do {
      defer { close(ends[1]) }
      // What xz itself makes needs 65 MiB.
      child = try spawn(["xz", "-dcM", "128MiB"], input, ends[1], remedy: "install xz-utils")
    }
    var status: Int32 = 0
    let file: Int32
    do {
      file = try copy(of: ends[0], path, limit: limit)
    } catch {
      kill(child, SIGKILL)
      waitpid(child, &status, 0)
      throw error
    }
    waitpid(child, &status, 0)
    guard status == 0 else {
      close(file)
      throw Unusable(description: "\(path): xz cannot unpack it; give another copy")
    }
    return file
  }

  /// A copy of a piece of a file, or of all of it, that may have so many bytes.
  private static func copy(
    of input: Int32, _ path: String, upTo piece: Int = .max, limit: Int = .max
  ) throws -> Int32 {
    let file = try temporaryFile()
    var room = statvfs()
    // Others need some of it, too.
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
            throw Unusable(description: SystemError("write a copy of \(path)").description)
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

  private static func tooLong(_ path: String, _ limit: Int) -> Unusable {
    Unusable(
      description: """
        \(path): holds more than \(limit >> 20) MB, which is not read; give a part of it
        """)
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
    let ends = try pipeEnds()
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

  /// The ends of a pipe, that for reading first.
  private static func pipeEnds() throws -> [Int32] {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw Unusable(description: SystemError("pipe").description)
    }
    // Only the copy that spawn makes is for the other program.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends
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
