package import Base
import Glibc

/// The file with the regions that a board has from its fleet.
///
/// It is separate from the board's own regions file, so that an update never removes a region that
/// somebody drew on the board. Its member `fleet` has the version: regions and version are in one
/// file, so that a power cut cannot separate them.
package enum FleetFile {
  /// The largest number of bytes of an update.
  package static let mostBytes = 64 << 20

  /// The path of the file in the folder of the state.
  package static func path(in directory: String) -> String { "\(directory)/fleet.geojson" }

  /// Whether a board has regions of a fleet.
  ///
  /// A user who may not enter the folder of the state sees none.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// The text of the file at a path.
  package static func text(path: String) throws(Problem) -> String {
    // A version takes some more bytes.
    try TextFile.read(path: path, limit: mostBytes + 1024, remedy: remedy)
  }

  /// The text of an update with its version.
  ///
  /// The version is added at the end, so that the places of mistakes do not change.
  package static func stamped(_ text: String, _ version: FleetVersion) -> String {
    let bytes = Array(text.utf8)
    func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    // A text that is not an object is refused afterwards, with that reason.
    guard let end = bytes.lastIndex(where: { !isSpace($0) }), bytes[end] == UInt8(ascii: "}"),
      let last = bytes[..<end].lastIndex(where: { !isSpace($0) })
    else { return text }
    let comma = bytes[last] == UInt8(ascii: "{") ? "" : ","
    let member = "\(comma)\"\(Self.member)\":\(version.json.text)"
    return String(decoding: bytes[..<end] + Array(member.utf8) + bytes[end...], as: UTF8.self)
  }

  /// Replaces the file; after a power cut, either the old or the new file exists.
  ///
  /// - Parameter lock: The lock of `lock(_:within:)`.
  package static func write(
    _ text: String, to path: String, lock: FileLock
  ) throws(SystemError) {
    try FileReplacement(path, lock: lock).replace(with: Array(text.utf8))
  }

  /// Makes the folder of the file and waits for its lock, for this many seconds.
  package static func lock(_ path: String, within seconds: Double) throws(SystemError) -> FileLock {
    try Directory.make(Path.folder(of: path))
    return try FileReplacement.lock(of: path, within: seconds)
  }

  /// The name of the member with the version.
  static let member = "fleet"

  private static let remedy = "picket-link fetches it again"

  /// The remedy for a damaged file.
  static let damaged = "remove the file, and picket-link fetches it again"
}
