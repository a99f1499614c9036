internal import Glibc
package import Geofence
package import Notation
package import Picket

/// The configuration and the regions, as they were read.
package struct SettingsFiles: Sendable {
  /// The path of the configuration; `nil` when there is none.
  package var configurationPath: String?

  /// The path of the file of regions.
  package var regionsPath: String

  /// The path of the regions of a fleet; `nil` where there can be none.
  package var fleetPath: String?

  /// The regions that can be used.
  package var regions: [Region]

  /// All mistakes in the configuration and the regions.
  package var problems: [Problem]

  /// Valid parts of the regions that are probably mistakes.
  package var doubts: [Problem]

  /// The files that this user may not read.
  package var unreadable: Set<String>

  /// Creates the findings about both files.
  package init(
    configurationPath: String?, regionsPath: String, fleetPath: String? = nil,
    regions: [Region] = [], problems: [Problem] = [], doubts: [Problem] = [],
    unreadable: Set<String> = []
  ) {
    self.configurationPath = configurationPath
    self.regionsPath = regionsPath
    self.fleetPath = fleetPath
    self.regions = regions
    self.problems = problems
    self.doubts = doubts
    self.unreadable = unreadable
  }

  /// Creates the findings, including which files this user may not read.
  package init(_ settings: Settings, problems: [Problem], doubts: [Problem]) {
    let regionsPath = settings.configuration.regions.file
    let paths = [settings.configurationPath, regionsPath].compactMap { $0 }
    self.init(
      configurationPath: settings.configurationPath, regionsPath: regionsPath,
      fleetPath: settings.fleetFile, regions: settings.regions, problems: problems, doubts: doubts,
      unreadable: Set(paths.filter { access($0, R_OK) != 0 && errno == EACCES }))
  }

  /// Whether the configuration has no errors; warnings do not count.
  var isConfigured: Bool {
    problems.allSatisfy { isOfRegions($0) || $0.severity == .warning }
  }

  private func isOfRegions(_ problem: Problem) -> Bool {
    problem.file == regionsPath || problem.file == fleetPath
  }

  /// The verdicts on both files.
  ///
  /// - Parameter now: The time at which regions may have expired.
  func diagnoses(at now: Timestamp) -> [Diagnosis] {
    [configuration, regions(at: now)]
  }

  private var configuration: Diagnosis {
    guard let path = configurationPath else {
      return Diagnosis(
        .configuration, .ok,
        "there is no \(Configuration.defaultPath), so every setting has its default")
    }
    return mistakes(.configuration, in: path, problems.filter { !isOfRegions($0) })
      ?? Diagnosis(.configuration, .ok, path)
  }

  private func regions(at now: Timestamp) -> Diagnosis {
    let mistakes = mistakes(
      .regions, in: regionsPath, problems.filter(isOfRegions))
    if let mistakes { return mistakes }
    // A configuration with mistakes may name another file.
    guard isConfigured || !regions.isEmpty else {
      return Diagnosis(.regions, .unknown, "the configuration cannot be used")
    }
    guard !regions.isEmpty else {
      return Diagnosis(
        .regions, .wrong, "\(regionsPath) has no region, so there is no border to report",
        "sudo picket regions add gate --here --radius 20")
    }
    let watched = regions.filter { $0.isEnabled && $0.expires.map { $0 > now } ?? true }
    guard !watched.isEmpty else {
      return Diagnosis(
        .regions, .wrong,
        "\(regionsPath): \(regions.count.counted("region")), all disabled or expired",
        "sudo picket regions enable ID; picket regions list shows which")
    }
    let count = regions.count.counted("region")
    let rest = watched.count == regions.count ? "" : ", of which \(watched.count) watched"
    if let doubt = doubts.first {
      let more = doubts.count == 1 ? "" : ", and \(doubts.count - 1) more"
      return Diagnosis(
        .regions, .unknown, "\(count)\(rest); is this meant? \(doubt.wrong)\(more)", "picket check")
    }
    return Diagnosis(.regions, .ok, "\(regionsPath): \(count)\(rest)")
  }

  /// The verdict on a file that cannot be read or has mistakes; `nil` for a file without mistakes.
  private func mistakes(
    _ check: Diagnosis.Check, in path: String, _ problems: [Problem]
  ) -> Diagnosis? {
    if unreadable.contains(path) {
      return Diagnosis(check, .unknown, "\(path) may not be read", "sudo picket doctor")
    }
    guard var first = problems.first else { return nil }
    let remedy = first.remedy
    first.remedy = nil
    let rest = problems.count - 1
    return Diagnosis(
      check, .wrong, first.description + (rest == 0 ? "" : ", and \(rest) more"),
      (remedy.map { "\($0); " } ?? "") + "picket check prints each mistake")
  }
}
