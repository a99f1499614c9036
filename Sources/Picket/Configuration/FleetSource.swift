internal import Notation
internal import RegionFiles

/// The source of a fleet's regions.
package enum FleetSource: Sendable {
  /// The file in the folder of the state, unless only one file of regions is to be used.
  case usual
  /// No source, even if the folder of the state has such regions.
  case leftOut
  /// This file; `nil` where only one file of regions is to be used.
  case file(String?)
  /// This update, which will become the file at the path.
  case update(FleetUpdate.Text, path: String)

  /// The path for the regions of the fleet; `nil` where only one file of regions is to be used.
  func path(_ configuration: Configuration, isAlone: Bool) -> String? {
    switch self {
    case .usual, .leftOut: isAlone ? nil : configuration.fleetFile
    case .file(let path): path
    case .update(_, let path): path
    }
  }

  /// The regions of the fleet; `nil` if there are none.
  func regions(at path: String?, rules: RegionRules) -> FleetRegions? {
    switch self {
    case .leftOut: return nil
    case .update(let text, _): return FleetRegions(text.stamped, file: text.file, rules: rules)
    case .usual, .file:
      guard let path, FleetFile.exists(path) else { return nil }
      return FleetRegions(path: path, rules: rules)
    }
  }
}

extension Configuration {
  /// The path of the regions of a fleet.
  package var fleetFile: String { FleetFile.path(in: state.directory) }
}
