internal import Geofence
internal import Notation
internal import Outputs
internal import System

/// What the configuration and the regions are when they are read again, ready to be watched.
///
/// It is made on a thread of its own, handed to the controller and back; only one of them has
/// it at a time.
final class Rereading: Sendable {
  /// The configuration and its warnings, or what is wrong.
  let result: Result<(configuration: Configuration, warnings: [Problem]), Problems>

  /// The path of the regions, where links lead to.
  let file: String

  /// The regions; afterwards those that were watched before.
  nonisolated(unsafe) var placement: RegionMonitor.Placement

  /// Makes ready what was read.
  ///
  /// - Parameter watched: The path of the regions that are watched, for a configuration that cannot
  ///   be read.
  init(_ read: Result<Settings, Problems>, watched: String) {
    switch read {
    case .success(let settings):
      file = Path.resolved(settings.configuration.regions.file)
      placement = RegionMonitor.Placement(settings.regions)
      result = .success((settings.configuration, settings.warnings))
    case .failure(let problems):
      file = Path.resolved(watched)
      placement = RegionMonitor.Placement([])
      result = .failure(problems)
    }
  }

  /// The answer to a client that asked for it.
  ///
  /// - Parameters:
  ///   - isMeant: Whether it means this file.
  ///   - watched: How many regions are watched.
  func reply(isMeant: Bool, watched: Int) -> JSONLine {
    var line = JSONLine()
    line.add("file", file)
    line.add("watched", watched)
    switch result {
    case .success(let (_, warnings)):
      line.add("reloaded", isMeant)
      if isMeant { line.add("warnings", warnings.map(\.description), .problems) }
    case .failure(let problems):
      line.add("reloaded", false)
      if isMeant { line.add("refused", problems.list.map(\.description), .problems) }
    }
    return line
  }

  /// Lets go of the regions.
  func clear() {
    placement = RegionMonitor.Placement([])
  }
}
