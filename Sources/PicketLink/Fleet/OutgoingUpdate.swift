import ArgumentParser
import Base
import RegionFiles

/// A file of regions at the desk, to be sent to boards.
struct OutgoingUpdate: Sendable {
  /// Its bytes, as they are sent.
  let bytes: [UInt8]

  private let path: String

  /// Reads a file, and checks everything that does not depend on a board.
  ///
  /// Signals, defaults and limits are different on each board, which checks the file by its own.
  init(path: String) throws(Problem) {
    self.path = path
    bytes = try TextFile.bytes(
      path: path, limit: FleetFile.mostBytes, remedy: "give a file of regions")
    let text = try TextFile.text(bytes, path: path)
    var settings = RegionSettings()
    settings.maxCount = 1_000_000
    let (regions, problems) = RegionsFile.check(
      text, file: path, rules: RegionRules(settings))
    if let problem = problems.first(where: { $0.severity == .error }) { throw problem }
    count = regions.count
  }

  /// The number of regions in the file.
  let count: Int

  /// The manifest of the file, without a signature; a wrong number ends the command.
  func manifest(_ number: Int, for target: FleetTarget) throws -> Manifest {
    guard
      let version = FleetVersion(
        source: target.source, number: number, sha256: SHA256.hexadecimal(bytes)),
      let manifest = Manifest(version, bytes: bytes.count)
    else {
      throw ValidationError(Self.versionMistake(number))
    }
    return manifest
  }

  /// Checks the number of a version before any file is read; a wrong one ends the command.
  static func check(version number: Int) throws {
    guard FleetVersion.numbers ~= number else { throw ValidationError(versionMistake(number)) }
  }

  private static func versionMistake(_ number: Int) -> String {
    "--version \(number) is not a whole number from 1 on"
  }

  /// The bytes of a part.
  func part(_ number: Int) -> [UInt8] {
    Array(bytes.dropFirst(number * Manifest.partSize).prefix(Manifest.partSize))
  }

  /// The path of the manifest that belongs to a file.
  static func manifestPath(of path: String) -> String { "\(path).manifest" }

  /// The signed manifest that belongs to the file; `nil` without one.
  ///
  /// - Throws: `Problem` when it is of another file or for other boards.
  func signedManifest(for target: FleetTarget) throws(Problem) -> Manifest? {
    let path = Self.manifestPath(of: path)
    guard FleetFile.exists(path) else { return nil }
    let message = try TextFile.bytes(path: path, limit: Manifest.mostBytes, remedy: "")
    let remedy = "sign the file again, or remove \(path)"
    let manifest: Manifest
    do throws(Manifest.MessageMistake) {
      manifest = try Manifest(message)
    } catch {
      throw Problem(file: path, wrong: error.reason, remedy: remedy)
    }
    guard manifest.version.sha256 == SHA256.hexadecimal(bytes) else {
      throw Problem(
        file: path, wrong: "this is the manifest of another file, or of this one before a change",
        remedy: remedy)
    }
    guard manifest.bytes == bytes.count else {
      throw Problem(
        file: path,
        wrong: "it gives \(manifest.bytes) bytes, and the file has \(bytes.count)", remedy: remedy)
    }
    guard manifest.version.source == target.source else {
      throw Problem(
        file: path, wrong: "this manifest is for \(manifest.version.source.onOneLine)",
        remedy: remedy)
    }
    return manifest
  }
}
