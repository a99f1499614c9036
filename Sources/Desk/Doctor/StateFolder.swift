package import Base

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
    var values = ["path": Reason.Value.text(path), "folder": .text(Path.folder(of: path))]
    switch place {
    case .missing(true): return Diagnosis(.disk, .unused, "doctor.folder", values)
    case .missing(false):
      return Diagnosis(.disk, .wrong, "doctor.noParent", values, say: "do.parent")
    case .notAFolder: return Diagnosis(.disk, .wrong, "doctor.noFolder", values, say: "do.move")
    case .unseen(let reason):
      values["reason"] = .text(reason)
      return Diagnosis(.disk, .unknown, "doctor.folderUnseen", values, type: "sudo picket doctor")
    case .disk(let disk):
      (values["size"], values["count"]) = (
        .count(disk.freeBytes / 1_000_000), disk.freeFiles.map(Reason.Value.count)
      )
      if disk.isReadOnly {
        return Diagnosis(.disk, .wrong, "doctor.readOnly", values, say: "do.remount")
      }
      if disk.freeBytes < max(Self.room, journalSize) {
        return Diagnosis(.disk, .wrong, "doctor.full", values, say: "do.clean")
      }
      if let files = disk.freeFiles, files < Self.files {
        return Diagnosis(.disk, .wrong, "doctor.inodes", values, say: "do.inodes")
      }
      return Diagnosis(.disk, .ok, "doctor.disk", values)
    }
  }

  // In bytes: the state, its copy and the journal's next file, and files of other programs.
  private static let room = 20_000_000

  // Each replacement needs a second file for a moment; other programs make files, too.
  private static let files = 100
}
