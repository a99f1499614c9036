import Base
import RegionFiles

/// The announcement of an update of regions, with its version and the size of its file.
///
/// It is small and retained, so that a board that was off receives only the newest update. The file
/// is sent in parts: some brokers allow no message of more than 128 kB.
struct Manifest: Hashable, Sendable {
  /// The version of the update; its `source` names the boards that it is for.
  let version: FleetVersion

  /// The size of the file in bytes.
  let bytes: Int

  /// Its signature in Base64; `nil` without one.
  var signature: String?

  /// The size of each part but the last, in bytes.
  static let partSize = 100_000

  /// The most bytes of a manifest as a message.
  static let mostBytes = 4096

  /// The number of parts of the file.
  var parts: Int { (bytes + Self.partSize - 1) / Self.partSize }

  /// The size of a part in bytes.
  func size(ofPart part: Int) -> Int { min(Self.partSize, bytes - part * Self.partSize) }

  /// Creates a manifest without a signature; `nil` if the size is out of its bounds.
  init?(_ version: FleetVersion, bytes: Int) {
    guard 1...FleetFile.mostBytes ~= bytes else { return nil }
    (self.version, self.bytes) = (version, bytes)
  }

  // MARK: Signature

  /// The signed text: six lines, each with a newline.
  var signedBytes: [UInt8] {
    let lines = [
      "picket-regions 1", "for \(version.source)", "version \(version.number)",
      "sha256 \(version.sha256)", "bytes \(bytes)", "parts \(parts)",
    ]
    return Array(lines.map { "\($0)\n" }.joined().utf8)
  }

  // MARK: JSON

  /// The manifest as a message.
  var text: String {
    var line = JSONLine()
    line.add("for", version.source)
    line.add("version", version.number)
    line.add("sha256", version.sha256)
    line.add("bytes", bytes)
    line.add("parts", parts)
    line.add("signature", signature)
    return line.text
  }

  /// The reason for which a message is not a manifest.
  struct MessageMistake: Error, Hashable, Sendable {
    /// The problem and its remedy, on one line.
    let reason: String
  }

  /// Reads a message.
  init(_ message: [UInt8]) throws(MessageMistake) {
    guard message.count <= Self.mostBytes else {
      throw MessageMistake(
        reason: "the manifest has \(message.count) bytes; at most 4096 are allowed")
    }
    guard let text = String(validating: message, as: UTF8.self),
      let fields = (try? JSON.parse(text))?.object
    else {
      throw MessageMistake(
        reason: "the manifest is not a JSON object; picket-link publish writes one")
    }
    guard let source = fields["for"]?.string, let number = fields["version"]?.integer,
      let sha256 = fields["sha256"]?.string,
      let version = FleetVersion(source: source, number: number, sha256: sha256)
    else {
      throw MessageMistake(
        reason: "the manifest needs a group or board under for, a version from 1 on, and a sha256 "
          + "of 64 small hexadecimal digits; picket-link publish writes one")
    }
    guard let bytes = fields["bytes"]?.integer, let manifest = Manifest(version, bytes: bytes)
    else {
      throw MessageMistake(
        reason: "the manifest of \(version.words) gives no size from 1 to \(FleetFile.mostBytes) "
          + "bytes; send fewer regions")
    }
    guard fields["parts"]?.integer == manifest.parts else {
      throw MessageMistake(
        reason: "the manifest of \(version.words) must have \(manifest.parts) under parts: each "
          + "part but the last has \(Self.partSize) bytes")
    }
    self = manifest
    switch fields["signature"] {
    case nil, .null?: break
    case .string(let text)?: signature = text
    case _?: throw MessageMistake(reason: "the signature of \(version.words) is not a text")
    }
  }
}
