internal import Base
import Glibc

/// What an undo reads.
extension RegionsEdit {
  /// The bytes of the file; `nil` if it is missing.
  func present() throws(Refusal) -> [UInt8]? {
    if isMissing { return nil }
    do throws(Problem) {
      return try RegionsFile.bytes(path: path, limit: limit)
    } catch {
      throw .problems([error])
    }
  }

  /// The bytes of the last version.
  func kept(
    in file: FileReplacement, besides old: [UInt8]?
  ) throws(Refusal) -> [UInt8] {
    func nothing(_ reason: String) -> Refusal {
      .problems([
        Problem(
          file: path, wrong: "there is nothing to undo: \(file.keptPath) \(reason)",
          remedy: "each change by picket keeps the version before it there")
      ])
    }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try OpenFile(file: file.keptPath, O_RDONLY).contents(limit: limit)
    } catch {
      guard error.code == ENOENT else {
        throw .problems([Problem(file: path, wrong: "the last version cannot be read: \(error)")])
      }
      throw nothing("does not exist")
    }
    guard bytes != old else { throw nothing("is the same") }
    return bytes
  }
}
