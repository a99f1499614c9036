package import Geofence
import Glibc
package import Notation
package import System

/// A change of the regions file: all of it or nothing.
package struct RegionsEdit: Sendable {
  /// What came of a change.
  package struct Outcome: Sendable {
    /// The regions that are in the file now.
    package var regions: [Region]
    /// What a person must be told although it is good enough to run.
    package var warnings: [Problem]
    /// Whether the file is another one than before.
    package var isChanged: Bool
  }

  /// Why nothing was changed.
  package enum Refusal: Error, CustomStringConvertible {
    /// What is asked for cannot be, or what would come of it is no good regions file.
    case problems([Problem])
    /// The file could not be written.
    case unwritable(SystemError)
    /// Who watches the regions refused them, and why; the old file was put back.
    case refused([String])

    /// One line for each reason.
    package var description: String {
      switch self {
      case .problems(let problems): problems.map(\.description).joined(separator: "\n")
      case .unwritable(let error):
        switch error.code {
        case EWOULDBLOCK: "\(error.operation): another command changes it; try again"
        case EACCES, EPERM:
          "\(error); nothing was changed; be root, or a user who may write there"
        default: "\(error); nothing was changed"
        }
      case .refused(let reasons): reasons.joined(separator: "\n")
      }
    }
  }

  private let rules: RegionRules
  private var path: String { rules.settings.file }

  /// A change of the regions file that a configuration names.
  package init(_ rules: RegionRules) {
    self.rules = rules
  }

  /// Changes the file.
  ///
  /// - Parameters:
  ///   - isCreating: Whether a file that is not there is as good as an empty one.
  ///   - change: What is done to it.
  ///   - tell: Tells who watches the regions; returns why that will not have them.
  package func make(
    isCreating: Bool = false, _ change: (inout RegionsDocument) throws(Problems) -> Void,
    tell: () -> [String] = { [] }
  ) throws(Refusal) -> Outcome {
    do {
      // Held until the end: what two commands do comes one after the other.
      let file = try FileReplacement(path)
      return try withExtendedLifetime(file) {
        try make(on: file, isCreating: isCreating, change, tell: tell)
      }
    } catch let error as SystemError {
      throw .unwritable(error)
    } catch let error as Problems {
      throw .problems(error.list)
    } catch let problem as Problem {
      throw .problems([problem])
    } catch let refusal as Refusal {
      throw refusal
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private func make(
    on file: FileReplacement, isCreating: Bool,
    _ change: (inout RegionsDocument) throws(Problems) -> Void, tell: () -> [String]
  ) throws -> Outcome {
    let isNew = isCreating && access(path, F_OK) != 0 && errno == ENOENT
    let before = isNew ? RegionsDocument(file: path) : try RegionsDocument(path: path)
    // As it is, with a byte order mark and all.
    let old = isNew ? nil : try OpenFile(path, O_RDONLY).contents(limit: RegionsFile.mostBytes)
    var document = before
    try change(&document)
    let text = document.text
    let (regions, problems) = RegionsFile.check(text, file: path, rules: rules)
    guard problems.allSatisfy({ $0.severity == .warning }) else { throw Problems(problems) }
    let outcome = Outcome(regions: regions, warnings: problems, isChanged: document != before)
    guard outcome.isChanged else { return outcome }
    try file.replace(with: Array(text.utf8))
    let reasons = tell()
    guard !reasons.isEmpty else { return outcome }
    if let old { try file.replace(with: old) } else { try file.remove() }
    throw Refusal.refused(reasons)
  }
}
