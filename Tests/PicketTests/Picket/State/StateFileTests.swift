import Base
import FoundationEssentials
import Geofence
import Glibc
import Picket
import Testing

struct StateFileTests {
  private static let old = state(1)
  private static let new = SavedStateTests.full

  // MARK: Undamaged files

  @Test func missingFileHasNoState() throws {
    let place = try Place()
    let found = try place.file.read()
    #expect(found.state == nil)
    #expect(found.notices.isEmpty)
  }

  @Test func writtenStateIsReadBack() throws {
    let place = try Place()
    for state in [Self.old, Self.new, Self.state(3)] {
      try place.file.write(state)
      let found = try place.file.read()
      #expect(found.state == state)
      #expect(found.notices.isEmpty)
    }
  }

  @Test func previousGenerationIsKept() throws {
    let place = try Place()
    for number in 1...4 { try place.file.write(Self.state(number)) }
    let names = try place.names()
    #expect(names == ["state", "state.previous"])
    try place.remove("state")
    let found = try place.file.read()
    #expect(found.state == Self.state(3))
    #expect(found.notices == ["continuing with \(place.path)/state.previous"])
  }

  @Test func fileHasVersionChecksumAndLength() throws {
    let place = try Place()
    try place.file.write(Self.old)
    let text = String(decoding: try place.bytes("state"), as: UTF8.self)
    let body = #"{"next":1,"regions":{},"unsounded":[]}"#
    let sum = String(Checksum.crc32(body.utf8), radix: 16)
    #expect(text == "picket-state 1 \(sum) \(body.utf8.count)\n\(body)\n")
  }

  @Test func missingFolderIsCreated() throws {
    let folder = try TemporaryFolder()
    let file = StateFile(directory: "\(folder.path)/state")
    try file.expect(nil)
    try file.write(Self.new)
    try file.expect(Self.new)
  }

  @Test func leftoverTemporaryFilesAreReplaced() throws {
    let place = try Place()
    try place.file.write(Self.old)
    try place.put(Array("half a".utf8), "state.new")
    try place.put(Array("anything".utf8), "state.previous.new")
    try place.file.expect(Self.old)
    try place.file.write(Self.new)
    try place.file.expect(Self.new)
    let names = try place.names()
    #expect(names == ["state", "state.previous"])
  }

  // MARK: Damage

  @Test func damagedFileIsReplacedByItsPredecessor() throws {
    let place = try Place()
    try place.file.write(Self.old)
    try place.file.write(Self.new)
    var bytes = try place.bytes("state")
    bytes[bytes.count - 5] ^= 1
    try place.put(bytes, "state")
    let found = try place.file.read()
    #expect(found.state == Self.old)
    #expect(
      found.notices == [
        """
        \(place.path)/state: its checksum is wrong; set aside as \
        \(place.path)/state.unreadable-1
        """,
        "continuing with \(place.path)/state.previous",
      ])
    try place.expect("state.unreadable-1", bytes)
    let names = try place.names()
    #expect(names == ["state.previous", "state.unreadable-1"])
  }

  @Test func impossibleLengthIsDamage() throws {
    let place = try Place()
    try place.put(Array("picket-state 1 0 \(Int.max)\n{}\n".utf8), "state")
    let found = try place.file.read()
    #expect(found.state == nil)
    #expect(found.notices.count == 1)
  }

  @Test func twoDamagedFilesAreSetAside() throws {
    let place = try Place()
    try place.put(Array("rubbish".utf8), "state")
    try place.put(Array("more rubbish".utf8), "state.previous")
    let found = try place.file.read()
    #expect(found.state == nil)
    #expect(found.notices.count == 2)
    let names = try place.names()
    #expect(names == ["state.previous.unreadable-1", "state.unreadable-1"])
    try place.expect("state.unreadable-1", Array("rubbish".utf8))
    try place.expect("state.previous.unreadable-1", Array("more rubbish".utf8))
  }

  @Test func filesSetAsideAreNeverOverwritten() throws {
    let place = try Place()
    for number in 1...3 {
      try place.put(Array("rubbish \(number)".utf8), "state")
      _ = try place.file.read()
    }
    for number in 1...3 {
      try place.expect("state.unreadable-\(number)", Array("rubbish \(number)".utf8))
    }
  }

  @Test func goodGenerationSurvivesTheNextWrite() throws {
    let place = try Place()
    try place.file.write(Self.old)
    try place.put(Array("rubbish".utf8), "state")
    try place.put(place.good(Self.old), "state.previous")
    _ = try place.file.read()
    try place.file.write(Self.new)
    try place.remove("state")
    try place.file.expect(Self.old)
  }

  @Test func truncatedFileIsReplacedByItsPredecessor() throws {
    let place = try Place()
    try place.file.write(Self.old)
    let previous = try place.bytes("state")
    try place.file.write(Self.new)
    let whole = try place.bytes("state")
    for length in whole.indices {
      try place.put(Array(whole[..<length]), "state")
      try place.put(previous, "state.previous")
      let found = try place.file.read()
      #expect(found.state == Self.old, "\(length)")
      #expect(found.notices.count == 2, "\(length)")
      try place.expect("state.unreadable-1", Array(whole[..<length]))
      try place.remove("state.unreadable-1")
    }
  }

  @Test func flippedBitNeverMakesAnotherState() throws {
    let place = try Place()
    try place.file.write(Self.old)
    let previous = try place.bytes("state")
    try place.file.write(Self.new)
    let whole = try place.bytes("state")
    for index in whole.indices {
      var bytes = whole
      bytes[index] ^= 1 << (index % 8)
      try place.put(bytes, "state")
      try place.put(previous, "state.previous")
      do {
        let found = try place.file.read()
        #expect(found.state == Self.new || found.state == Self.old, "\(index)")
        if found.state == Self.old { #expect(found.notices.count == 2, "\(index)") }
      } catch is StateFile.Newer {
        // Only a changed version can look newer.
        #expect(index == "picket-state ".utf8.count)
      }
      if access("\(place.path)/state.unreadable-1", F_OK) == 0 {
        try place.remove("state.unreadable-1")
      }
    }
  }

  @Test(arguments: ["state", "state.previous"], [true, false])
  func irregularFileIsReplaced(_ name: String, _ isFolder: Bool) throws {
    let place = try Place()
    try place.file.write(Self.old)
    try place.file.write(Self.new)
    try place.remove(name)
    let path = "\(place.path)/\(name)"
    #expect((isFolder ? mkdir(path, 0o700) : mkfifo(path, 0o600)) == 0)
    if name == "state.previous" { try place.put(Array("rubbish".utf8), "state") }
    let found = try place.file.read()
    #expect(found.state == (name == "state" ? Self.old : nil))
    let reason = isFolder ? "a folder, not a file" : "not a file"
    let notice = "\(path): \(reason); set aside as \(path).unreadable-1"
    #expect(found.notices.contains(notice), "\(found.notices)")
    try place.file.write(Self.new)
    try place.file.expect(Self.new)
  }

  @Test(arguments: ["state", "state.previous"])
  func folderInTheFilesPlaceIsReplaced(_ name: String) throws {
    let place = try Place()
    try place.file.write(Self.old)
    try place.file.write(Self.old)
    try place.remove(name)
    #expect(mkdir("\(place.path)/\(name)", 0o700) == 0)
    for _ in 0..<2 { try place.file.write(Self.new) }
    try place.file.expect(Self.new)
    try place.remove("state")
    try place.file.expect(Self.new)
  }

  private static let faults: [(String, String)] = [
    ("", "not a state file"), ("\n\n\n", "not a state file"), ("picket-state", "not a state file"),
    ("picket-state x 0 0\n\n", "not a state file"), ("picket-state 1\n", "cut off"),
    ("picket-state 1 zz 2\n{}\n", "cut off"), ("picket-state 1 a3 3\n{}\n", "cut off"),
    ("picket-state 1 0 2\n{}\n", "its checksum is wrong"),
    ("picket-state 1 a505df1b 1\n1\n", "its checksum is wrong"),
    ("picket-state 1 83dcefb7 1\n1\n", "its fields are not those of a state"),
  ]

  @Test(arguments: faults.indices)
  func faultHasAReason(_ index: Int) throws {
    let (text, reason) = Self.faults[index]
    let place = try Place()
    try place.put(Array(text.utf8), "state")
    let notice = try place.file.read().notices.first
    #expect(
      notice
        == "\(place.path)/state: \(reason); set aside as \(place.path)/state.unreadable-1")
  }

  @Test func newerFileIsRefusedUnchanged() throws {
    let place = try Place()
    try place.file.write(Self.old)
    let newer = Array("picket-state 2 of a form\nthat is not known\nhere".utf8)
    try place.put(newer, "state")
    #expect(throws: StateFile.Newer.self) { try place.file.read() }
    let names = try place.names()
    #expect(names == ["state"])
    try place.expect("state", newer)
    do {
      _ = try place.file.read()
    } catch {
      #expect("\(error)".hasPrefix("\(place.path)/state: written by a newer Picket (format 2, "))
    }
  }

  // MARK: Failing writes

  @Test func missingParentFolderIsAnError() throws {
    let folder = try TemporaryFolder()
    let file = StateFile(directory: "\(folder.path)/none/state")
    #expect(throws: SystemError("mkdir \(folder.path)/none/state", code: ENOENT)) {
      try file.write(Self.old)
    }
  }

  @Test func failedWriteHarmsNothing() throws {
    let place = try Place()
    try place.file.write(Self.old)
    try place.file.write(Self.new)
    try FileManager.default.createDirectory(
      atPath: "\(place.path)/state.new", withIntermediateDirectories: false)
    #expect(throws: SystemError("open \(place.path)/state.new", code: EISDIR)) {
      try place.file.write(Self.state(3))
    }
    try place.file.expect(Self.new)
    try place.remove("state")
    try place.file.expect(Self.old)
  }

  @Test func unwritableFolderIsAnError() throws {
    let place = try Place()
    try place.file.write(Self.old)
    chmod(place.path, 0o555)
    defer { chmod(place.path, 0o700) }
    try withoutPrivileges {
      #expect(throws: SystemError("open \(place.path)/state.new", code: EACCES)) {
        try place.file.write(Self.new)
      }
    }
    try place.file.expect(Self.old)
  }

  @Test func unreadableFileStaysInPlace() throws {
    let place = try Place()
    try place.file.write(Self.old)
    chmod("\(place.path)/state", 0)
    try withoutPrivileges {
      #expect(throws: SystemError("open \(place.path)/state", code: EACCES)) {
        try place.file.read()
      }
    }
    let names = try place.names()
    #expect(names == ["state"])
  }

  static func state(_ number: Int) -> SavedState {
    SavedState(memory: Memory(nextSequence: number))
  }
}

extension StateFile {
  /// Expects this state to be read.
  fileprivate func expect(
    _ state: SavedState?, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try read().state
    #expect(found == state, sourceLocation: sourceLocation)
  }
}

/// A temporary folder and the state file in it.
private struct Place {
  let folder: TemporaryFolder
  let file: StateFile

  var path: String { folder.path }

  init() throws {
    folder = try TemporaryFolder()
    file = StateFile(directory: folder.path)
  }

  func put(_ bytes: [UInt8], _ name: String) throws {
    _ = try folder.write(Data(bytes), to: name)
  }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
  }

  /// Expects a file to hold these bytes.
  func expect(
    _ name: String, _ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try self.bytes(name)
    #expect(found == bytes, sourceLocation: sourceLocation)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
  }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// The bytes of a file that holds this state.
  func good(_ state: SavedState) throws -> [UInt8] {
    let other = try Place()
    try other.file.write(state)
    return try other.bytes("state")
  }
}
