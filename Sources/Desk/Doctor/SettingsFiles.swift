package import Base
package import Geofence
internal import Glibc
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
        .configuration, .ok, "doctor.defaults", ["path": .text(Configuration.defaultPath)])
    }
    return mistakes(.configuration, in: path, problems.filter { !isOfRegions($0) })
      ?? Diagnosis(.configuration, .ok, Reason(verbatim: path))
  }

  private func regions(at now: Timestamp) -> Diagnosis {
    let mistakes = mistakes(
      .regions, in: regionsPath, problems.filter(isOfRegions))
    if let mistakes { return mistakes }
    // A configuration with mistakes may name another file.
    guard isConfigured || !regions.isEmpty else {
      return Diagnosis(.regions, .unknown, "doctor.unusableFile")
    }
    guard !regions.isEmpty else {
      return Diagnosis(
        .regions, .wrong, "doctor.noRegion", ["path": .text(regionsPath)], say: "do.addRegion")
    }
    let watched = regions.filter { $0.isEnabled && $0.expires.map { $0 > now } ?? true }
    let isAll = watched.isEmpty || watched.count == regions.count
    let count = Reason(
      isAll ? "doctor.count" : "doctor.watched",
      ["count": .count(regions.count), "watched": .count(watched.count)])
    var values = ["path": Reason.Value.text(regionsPath), "regions": .reason(count)]
    guard !watched.isEmpty else {
      return Diagnosis(.regions, .wrong, "doctor.allOff", values, say: "do.enable")
    }
    guard let doubt = doubts.first else {
      return Diagnosis(.regions, .ok, "doctor.regions", values)
    }
    (values["reason"], values["more"]) = (.text(doubt.wrong), .count(doubts.count - 1))
    let code = doubts.count == 1 ? "doctor.doubt" : "doctor.doubts"
    return Diagnosis(.regions, .unknown, code, values, type: "picket check")
  }

  /// The verdict on a file that cannot be read or has mistakes; `nil` for a file without mistakes.
  private func mistakes(
    _ check: Diagnosis.Check, in path: String, _ problems: [Problem]
  ) -> Diagnosis? {
    if unreadable.contains(path) {
      return Diagnosis(
        check, .unknown, "doctor.unread", ["path": .text(path)], type: "sudo picket doctor")
    }
    guard var first = problems.first else { return nil }
    let remedy = first.remedy
    first.remedy = nil
    let rest = problems.count - 1
    return Diagnosis(
      check, .wrong,
      Reason(
        rest == 0 ? "doctor.mistake" : "doctor.mistakes",
        ["reason": .text(first.description), "more": .count(rest)]),
      remedy.map { Reason("do.mend", ["reason": .text($0)]) } ?? Reason("do.check"))
  }
}
