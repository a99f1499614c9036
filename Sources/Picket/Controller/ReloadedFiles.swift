internal import Geofence
internal import Notation
internal import Outputs
internal import System

/// The configuration and the regions as they were read again, ready to be watched.
///
/// The reading thread creates this object, hands it to the controller and gets it back; only one of
/// the two uses it at a time.
final class ReloadedFiles: Sendable {
  /// The configuration that was read, without the regions.
  struct Contents: Sendable {
    let configuration: Configuration
    let warnings: [Problem]
    let fleet: Settings.Fleet?
    let areRegionsWritable: Bool
  }

  /// The content that was read, or the problems.
  let result: Result<Contents, Problems>

  /// The path of the regions, with links resolved.
  let path: String

  /// The regions of anchors among them.
  let anchors: [Region]

  /// The names of anchors that regions of the files have.
  let taken: Set<String>

  /// The regions; after they were adopted, the regions that were watched before.
  nonisolated(unsafe) var placement: RegionMonitor.Placement

  /// Prepares settings that were read.
  ///
  /// - Parameter watched: The path of the regions that are watched; it is used when the
  ///   configuration cannot be read.
  init(_ read: Result<Settings, Problems>, watched: String, anchors: [Region] = []) {
    switch read {
    case .success(let settings):
      path = Path.resolved(settings.configuration.regions.file)
      let names = Set(anchors.map(\.id))
      let taken = Set(settings.regions.lazy.map(\.id).filter(names.contains))
      self.taken = taken
      self.anchors = anchors.filter { !taken.contains($0.id) }
      placement = RegionMonitor.Placement(settings.regions + self.anchors)
      result = .success(
        Contents(
          configuration: settings.configuration, warnings: settings.warnings,
          fleet: settings.fleet, areRegionsWritable: settings.areRegionsWritable))
    case .failure(let problems):
      path = Path.resolved(watched)
      (self.anchors, taken) = ([], [])
      placement = RegionMonitor.Placement([])
      result = .failure(problems)
    }
  }

  /// The answer to a client that requested the reload.
  ///
  /// - Parameters:
  ///   - isRequested: Whether the request is about this file.
  ///   - watched: The number of watched regions.
  func reply(isRequested: Bool, watched: Int) -> JSONLine {
    var line = JSONLine()
    line.add("file", path)
    line.add("watched", watched)
    switch result {
    case .success(let read):
      line.add("reloaded", isRequested)
      if isRequested { line.add("warnings", read.warnings.map(\.description), .problems) }
    case .failure(let problems):
      line.add("reloaded", false)
      if isRequested { line.add("refused", problems.list.map(\.description), .problems) }
    }
    return line
  }

  /// The answer to a client that sent an update of the fleet's regions.
  func reply(to update: FleetUpdate, watched: Int) -> JSONLine {
    var line = update.version.json
    line.add("watched", watched)
    switch result {
    case .success(let read):
      line.add("applied", true)
      line.add("regions", read.fleet?.count)
      line.add("warnings", read.warnings.map(\.description), .problems)
    case .failure(let problems):
      line.add("applied", false)
      line.add("refused", problems.list.map(\.description), .problems)
    }
    return line
  }

  /// Releases the regions.
  func clear() {
    placement = RegionMonitor.Placement([])
  }
}
