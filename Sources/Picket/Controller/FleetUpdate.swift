internal import Base
import Glibc
internal import Records
internal import RegionFiles

/// A file with the regions of a fleet that a client hands over.
package struct FleetUpdate: Hashable, Sendable {
  /// The text of a file with the regions of a fleet.
  package struct Text: Sendable {
    /// The path of the file, for problems with it.
    let file: String
    /// The text with its version.
    let stamped: String
  }

  /// The path of the file.
  let file: String

  /// The version of the update.
  let version: FleetVersion

  /// Reads the file.
  ///
  /// - Throws: `Problem` when the path leads over a link, or the file is not the announced one.
  func text() throws(Problem) -> Text {
    let bytes = try bytes()
    let found = SHA256.hexadecimal(bytes)
    guard found == version.sha256 else {
      throw Problem(
        file: file, wrong: "its SHA-256 is \(found), not \(version.sha256)",
        remedy: "send the file that was announced")
    }
    let text = try TextFile.text(bytes, path: file)
    return Text(file: file, stamped: FleetFile.stamped(text, version))
  }

  private func bytes() throws(Problem) -> [UInt8] {
    // A user who may write to the folder of a link could point it at another file.
    guard file.hasPrefix("/"), Path.real(file) == file else {
      let exists = FleetFile.exists(file)
      throw Problem(
        file: file,
        wrong: exists || !file.hasPrefix("/")
          ? "this is not the path of a file without links" : "there is no such file",
        remedy: "give a path from / on, without links")
    }
    do throws(SystemError) {
      return try OpenFile(file: file, O_RDONLY | O_NOFOLLOW).contents(limit: FleetFile.mostBytes)
    } catch {
      switch error.code {
      case EFBIG:
        throw Problem(
          file: file, wrong: "the file is longer than \(FleetFile.mostBytes >> 20) MiB",
          remedy: "send fewer regions")
      case EACCES:
        throw Problem(
          file: file, wrong: "the file may not be read",
          remedy: "let the user that runs picket read it")
      case EISDIR, OpenFile.notAFile:
        throw Problem(
          file: file, wrong: "this is not a file", remedy: "give the path of a file")
      default: throw Problem(file: file, wrong: "the file cannot be read: \(error.reason)")
      }
    }
  }
}

extension FleetUpdate {
  /// Reads the update that the request `fleet` has; `nil` for a question about the present one.
  init?(_ request: Request) throws(Refusal) {
    guard let file = try request.text("file") else { return nil }
    let source = try request.requiredText("source")
    let sha256 = try request.requiredText("sha256")
    let numbers = FleetVersion.numbers
    let number = try request.number(
      "version", in: Double(numbers.lowerBound)...Double(numbers.upperBound))
    guard let number, number == number.rounded(),
      let version = FleetVersion(source: source, number: Int(number), sha256: sha256)
    else {
      throw Refusal(
        "fleet needs a whole number from 1 on under version, a hash of 64 small hexadecimal digits "
          + "under sha256, and a name under source")
    }
    self.init(file: file, version: version)
  }
}
