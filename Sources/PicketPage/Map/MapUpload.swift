internal import Base
internal import Geofence
import Glibc
internal import Maps

/// A map that a phone sends in parts: the old one stays until the new one is whole and can be read.
struct MapUpload {
  /// A part of the map.
  struct Chunk: Hashable, Sendable {
    /// The upload that it belongs to, as its phone has named it.
    let upload: String
    let offset: Int
    /// The bytes of the whole map.
    let size: Int

    /// Reads the arguments `upload`, `at` and `size`.
    init(_ arguments: [String: String]) throws(Denial) {
      guard let upload = arguments["upload"], !upload.isEmpty,
        let offset = arguments["at"].flatMap(Int.init), offset >= 0,
        let size = arguments["size"].flatMap(Int.init), size > 0
      else { throw Denial(400, "give upload, at and size") }
      guard size <= MapUpload.most else {
        throw Denial(413, Reason("denied.largeMap", ["most": .count(MapUpload.most >> 20)]))
      }
      self.upload = upload
      self.offset = offset
      self.size = size
    }
  }

  /// The path of the map.
  let path: String

  /// The most bytes of a map.
  static let most = 256 << 20

  /// The most bytes of a part.
  static let mostOfPart = 1 << 20

  // In bytes, for everything else on the card.
  private static let reserve = 64 << 20

  /// A map of which parts are to come.
  private struct Incoming {
    let name: String
    let size: Int
    var received = 0
    /// The time of the last part.
    var last: Instant
  }

  private var incoming: Incoming?

  /// The free bytes of the file system of a folder.
  var room: @Sendable (String) -> Int = { (try? Disk(of: $0))?.freeBytes ?? .max }

  /// A map whose next part does not come for this long is given up.
  static let patience = Duration.seconds(60)

  private var partial: String { "\(path).part" }

  /// Prepares for maps at a path, and removes the rest of an upload that did not end.
  init(path: String) {
    self.path = path
    unlink(partial)
  }

  /// Adds the bytes of a part.
  ///
  /// - Returns: Whether the map is whole, and has taken the place of the old one.
  mutating func add(
    _ bytes: [UInt8], _ part: Chunk, at now: Instant
  ) throws(Denial) -> Bool {
    if part.offset == 0 {
      giveUp()
      incoming = Incoming(name: part.upload, size: part.size, last: now)
    }
    guard let known = incoming, part.upload == known.name else {
      throw Denial(409, Reason("denied.otherMap"))
    }
    guard part.size == known.size, part.offset == known.received,
      part.offset + bytes.count <= part.size, !bytes.isEmpty
    else {
      throw Denial(409, Reason("denied.mapPart"))
    }
    do throws(Denial) {
      return try keep(bytes, of: known, at: now)
    } catch {
      giveUp()
      throw error
    }
  }

  private mutating func keep(
    _ bytes: [UInt8], of map: Incoming, at now: Instant
  ) throws(Denial) -> Bool {
    try makeSure(ofRoomFor: map.size - map.received)
    do throws(SystemError) {
      let file = try OpenFile(partial, O_WRONLY | O_CREAT, mode: 0o600)
      try file.write(bytes, at: map.received)
      incoming?.received += bytes.count
      incoming?.last = now
      guard incoming?.received == map.size else { return false }
      try file.sync()
    } catch {
      throw Denial.notKept(error)
    }
    try finish()
    return true
  }

  /// Gives a map up whose next part has not come for long.
  mutating func giveUp(at now: Instant) {
    if let incoming, incoming.last.duration(to: now) >= Self.patience { giveUp() }
  }

  private mutating func giveUp() {
    incoming = nil
    unlink(partial)
  }

  private func makeSure(ofRoomFor size: Int) throws(Denial) {
    guard size + Self.reserve <= room(Path.folder(of: path)) else {
      throw Denial(413, Reason("denied.mapRoom", ["size": .count(max(1, size >> 20))]))
    }
  }

  private mutating func finish() throws(Denial) {
    incoming = nil
    do throws(Problem) {
      _ = try PMTilesFile(path: partial)
    } catch {
      giveUp()
      throw Denial(400, Reason("denied.noMap", ["reason": .text(error.wrong)]))
    }
    do throws(SystemError) {
      guard rename(partial, path) == 0 else { throw SystemError("rename to \(path)") }
      try Directory.sync(Path.folder(of: path))
    } catch {
      throw Denial.notKept(error)
    }
  }
}
