internal import Notation
package import System

/// The folder of the state and the journal, and its disk.
package struct StateFolder: Hashable, Sendable {
  /// The thing at the path of the folder.
  package enum Condition: Hashable, Sendable {
    /// The disk of the folder.
    case disk(Disk)
    /// There is no folder yet; `canBeMade` if the folder above it exists.
    case missing(canBeMade: Bool)
    /// Something that is not a folder is at the path.
    case notAFolder
    /// The folder cannot be seen, for this reason.
    case unseen(String)
  }

  /// The path of the folder.
  package let path: String

  /// The thing at the path of the folder.
  package let place: Condition

  /// The maximum size of the journal in bytes.
  package let journalSize: Int

  /// Creates a folder.
  package init(path: String, place: Condition, journalSize: Int = 4_000_000) {
    self.path = path
    self.place = place
    self.journalSize = journalSize
  }

  /// Looks at a folder.
  package init(path: String, journalSize: Int) {
    let place: Condition
    do throws(SystemError) {
      let disk = try Disk(of: path)
      place = Directory.isFolder(path) ? .disk(disk) : .notAFolder
    } catch {
      place =
        error.isMissing
        ? .missing(canBeMade: Directory.isFolder(Path.folder(of: path))) : .unseen(error.reason)
    }
    self.init(path: path, place: place, journalSize: journalSize)
  }

  /// The verdict on the folder.
  var diagnosis: Diagnosis {
    switch place {
    case .missing(true): Diagnosis(.disk, .unused, "\(path) is made at the first start")
    case .missing(false):
      Diagnosis(
        .disk, .wrong, "\(path) is missing, and so is its parent folder",
        "sudo mkdir -p \(Path.folder(of: path)), or correct directory in [state]")
    case .notAFolder:
      Diagnosis(
        .disk, .wrong, "\(path) is not a folder",
        "move it away, or correct directory in [state]")
    case .unseen(let reason):
      Diagnosis(.disk, .unknown, "\(path): \(reason)", "sudo picket doctor")
    case .disk(let disk): diagnosis(of: disk)
    }
  }

  private func diagnosis(of disk: Disk) -> Diagnosis {
    let free = "\((disk.freeBytes / 1_000_000).grouped) MB free"
    if disk.isReadOnly {
      return Diagnosis(
        .disk, .wrong, "the file system of \(path) is read-only",
        "sudo dmesg shows why; sudo mount -o remount,rw /, or a new card")
    }
    if disk.freeBytes < max(Self.room, journalSize) {
      return Diagnosis(.disk, .wrong, "\(path): only \(free)", "make room: sudo apt clean")
    }
    if let files = disk.freeFiles, files < Self.files {
      return Diagnosis(
        .disk, .wrong, "\(path): there is room for only \(files.counted("file"))",
        "remove files: sudo du --inodes -x -d 3 / | sort -n")
    }
    return Diagnosis(.disk, .ok, "\(path): \(free)")
  }

  // In bytes: the state, its copy and the journal's next file, and files of other programs.
  private static let room = 20_000_000

  // Each replacement needs a second file for a moment; other programs make files, too.
  private static let files = 100
}
