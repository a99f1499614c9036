internal import RegionFiles

/// What was read last from the files: the configuration, and where the regions come from.
struct FilesInUse: Sendable {
  /// The configuration; what only a restart can change may differ from that of the session.
  private(set) var configuration: Configuration

  /// The file of the regions.
  var regions: String { configuration.regions.file }

  /// Whether Picket may write that file.
  private(set) var areRegionsWritable: Bool

  /// The file of the fleet's regions; `nil` if they are left out.
  let fleetFile: String?

  /// The fleet's part of the regions.
  private(set) var fleet: Settings.Fleet?

  /// Those of the start.
  init(_ settings: Settings) {
    configuration = settings.configuration
    areRegionsWritable = settings.areRegionsWritable
    (fleetFile, fleet) = (settings.fleetFile, settings.fleet)
  }

  /// Adopts files that were read again; returns whether the configuration or the fleet has changed.
  mutating func adopt(_ read: ReloadedFiles.Contents) -> Bool {
    let isOther = read.configuration != configuration || read.fleet != fleet
    (configuration, fleet) = (read.configuration, read.fleet)
    areRegionsWritable = read.areRegionsWritable
    return isOther
  }
}
