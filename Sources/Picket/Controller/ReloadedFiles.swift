internal import Base
internal import Board
internal import Geofence
internal import Records

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
  func reply(isRequested: Bool, watched: Int) -> ReloadAnswer {
    var answer = ReloadAnswer()
    (answer.file, answer.watched) = (path, watched)
    if case .success = result { answer.isReloaded = isRequested }
    if isRequested { (answer.warnings, answer.refused) = (warnings, refused) }
    return answer
  }

  /// The answer to a client that sent an update of the fleet's regions.
  func reply(to update: FleetUpdate, watched: Int) -> FleetAnswer {
    var (answer, outcome) = (FleetAnswer(), ChangeAnswer())
    (answer.version, answer.watched) = (update.version, watched)
    if case .success(let read) = result { answer.regions = read.fleet?.count }
    outcome.isApplied = refused == nil
    (outcome.warnings, outcome.refused) = (warnings, refused)
    answer.outcome = outcome
    return answer
  }

  private var warnings: Listed<String>? {
    guard case .success(let read) = result else { return nil }
    return Listed(read.warnings.map(\.description), within: .problems)
  }

  private var refused: Listed<String>? {
    guard case .failure(let problems) = result else { return nil }
    return Listed(problems.list.map(\.description), within: .problems)
  }

  /// Releases the regions.
  func clear() {
    placement = RegionMonitor.Placement([])
  }
}
