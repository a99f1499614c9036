import ArgumentParser
import Base
import Board
import Commands
import Desk
import Geofence
import Maps
import Picket
import Records

/// `picket report`: a drawing of the events on a walk.
struct Report: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw what happened on a walk, as a page in one file.",
    discussion: """
      A walk is a folder that picket recorded, or any recording that picket replay plays. The \
      ending of the output decides the format: .html is a page with a map, timelines and the \
      reasons for every fix; .gpx and .geojson are the track with its events.

      A second walk or --sense is drawn beside the walk, with the events of both side by \
      side. A region with a sense of its own keeps it.

        picket report orchard
        picket report --regions walk.geojson walk.nmea -o walk.html
        picket report --regions walk.geojson tour.gpx
        picket report --regions walk.geojson walk.nmea -o walk.gpx
        picket report gate gate-2 -o both.html
        picket report gate --sense quiet
        picket report gate --hide-home -o shared.html
        picket report --events /var/lib/picket -o journal.html
        picket report --events /var/lib/picket --day 2026-06-03 -o day.html
      """)

  @Argument(
    help: ArgumentHelp(
      "The walk by its name or its folder, a recording, or - for standard input; the last walk if "
        + "not given. A second one is compared with it.",
      valueName: "walk"), completion: .walksAndFiles)
  var walks: [String] = []

  @OptionGroup var files: SettingsOptions

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "The file to make, or - for standard output; the name of the walk with .html if not given.",
      valueName: "file"))
  var output: String?

  @Option(help: "html, gpx or geojson; if not given, the ending of the output decides.")
  var format: ReportFormat?

  @Option(
    help: ArgumentHelp(
      "Draw a journal instead of a walk: its folder, or one of its files.", valueName: "journal"))
  var events: String?

  @Option(
    help: ArgumentHelp(
      "Only this day of the journal, in the time zone of the report.", valueName: "date"),
    transform: DayArgument.read)
  var day: DayArgument?

  @Option(help: "The title of the report; the name of the walk if not given.")
  var title: String?

  @Option(
    help: ArgumentHelp("Compare with another sense.", valueName: "quick|even|quiet"),
    completion: .list(Sense.allCases.map(\.rawValue)), transform: ChoiceArgument.read)
  var sense: Sense?

  @Option(
    help: ArgumentHelp(
      "The map below the regions, as PMTiles; board/map in Picket's sources makes one.",
      valueName: "file"))
  var map: String?

  @Option(
    help: ArgumentHelp(
      "The language of the page.",
      valueName: Language.allCases.map(\.rawValue).joined(separator: "|")),
    completion: .list(Language.allCases.map(\.rawValue)), transform: ChoiceArgument.read)
  var language = Language.english

  @Flag(
    help: ArgumentHelp(
      "Leave out everything within \(Home.radius.distanceText()) of the walk's start and end, with all "
        + "regions that reach there: for a report that is shared."))
  var hideHome = false

  @OptionGroup var zone: ZoneOption

  // It went; it stays known, so that its users read what to do.
  @Option(help: .hidden) var rule: String?

  func validate() throws {
    guard rule == nil else {
      throw ValidationError(
        "picket report has no --rule any more: run board/score --rules in Picket's sources")
    }
    guard walks.isEmpty || events == nil else {
      throw ValidationError("give either a walk or --events JOURNAL")
    }
    guard day == nil || events != nil else {
      throw ValidationError("--day is for a journal: give --events JOURNAL, too")
    }
    guard !hideHome || events == nil else {
      throw ValidationError("a journal has no track to cut: --hide-home is for a walk")
    }
    try validateComparison()
    guard let format = format ?? output.map(ReportFormat.init(endingOf:)) ?? .html else {
      throw ValidationError(
        "'\(output ?? "")' does not end in .html, .gpx or .geojson; rename it or give --format")
    }
    if events != nil, format != .html {
      throw ValidationError("a journal is drawn as a page only: name the output .html")
    }
    guard map == nil || format == .html else {
      throw ValidationError("--map is drawn on a page only: name the output .html")
    }
    guard !isComparing || format == .html else {
      throw ValidationError("a comparison is drawn on a page only: name the output .html")
    }
  }

  func run() throws {
    zone.apply()
    let format = format ?? output.flatMap(ReportFormat.init(endingOf:)) ?? .html
    let text: String
    let name: String
    if let events {
      text = try journal(events)
      name = "journal"
    } else {
      let path = try Problem.orEnd {
        try walks.first.map { try WalkPath.found($0, config: files.config) }
          ?? WalkPath.last(config: files.config)
      }
      text = try account(of: path, as: format)
      name = Self.name(of: path)
    }
    let output = output ?? "\(name).\(format.rawValue)"
    do throws(SystemError) {
      try OutputFile.write(text, to: output)
    } catch {
      Log.write(.error, "\(error); give another file with -o")
      throw ExitCode(74)
    }
    if self.output == nil { StandardOutput.print(output) }
  }

  private func account(of walk: String, as format: ReportFormat) throws -> String {
    var (account, monitor) =
      try Walk.isFolder(walk) ? recorded(walk) : captured(walk)
    account.zone = LocalTime.shownZone
    var other = try self.other(beside: walk)
    if hideHome {
      let home = Home(of: [account] + (other.map { [$0.account] } ?? []))
      account = try shared(account, home)
      other = try other?.shared(home) { try shared($0, home) }
    }
    switch format {
    case .html:
      let ground = try map.map { path in try Problem.orEnd { try PMTilesFile(path: path) } }
      return ReportPage(
        account, monitor: monitor, beside: other?.comparison(with: account), on: ground
      ).html(in: language)
    case .gpx: return GPXFile(account).text
    case .geojson: return GeoJSONFile(account).text
    }
  }

  /// The account without the surroundings of the start and the end; without a rest, the command ends.
  private func shared(_ account: Account, _ home: Home) throws -> Account {
    if let shown = account.hiding(home) { return shown }
    Log.write(
      .error,
      """
      \(account.title): no trusted fix is more than \(Home.radius.distanceText()) from the start and the \
      end; nothing is left to share
      """)
    throw ExitCode(1)
  }

  /// The account of a capture, with the regions of the options.
  func captured(_ capture: String, sense: Sense? = nil) throws -> (Account, RegionMonitor) {
    let settings = try files.settings(sense: sense)
    var replay = CaptureReplay(
      regions: settings.regions, blindLimit: settings.configuration.blind.limit,
      device: files.config == nil ? nil : settings.configuration.gpsd.device,
      names: files.config == nil ? nil : settings.configuration.gpsd.names)
    var account = Account(
      title: title ?? Self.name(of: capture), regions: settings.regions,
      blindLimit: settings.configuration.blind.limit, isKeeping: hideHome)
    do {
      let wrong = try Capture.forEachLine(of: capture) { line in
        let findings = replay.play(line)
        account.note(line)
        account.explain(replay.explanation, findings)
        for reminder in replay.nextReminders() { account.remind(reminder) }
      }
      replay.count(wrongSums: wrong)
    } catch let error as UnusableFile {
      Log.write(.error, error.description)
      throw ExitCode(error.isMissingProgram ? 69 : 1)
    }
    if let reason = replay.tally.emptiness(of: capture) {
      Log.write(.error, "\(capture): \(reason)")
      throw ExitCode(1)
    }
    account.farness = replay.farness
    let far = replay.farnessWarning.map { [$0] } ?? []
    for words in replay.tally.warnings(of: capture) + far { Log.write(.warning, words) }
    return (account, replay.monitor)
  }

  private func journal(_ path: String) throws -> String {
    var records: [JournalRecord]
    do throws(SystemError) {
      let found = try JournalSource.records(at: path)
      records = found.records
      for notice in found.notices { Log.write(.warning, notice) }
    } catch {
      Log.write(.error, "\(error); give the folder of the state, or a file of a journal")
      throw ExitCode(1)
    }
    guard !records.isEmpty else {
      Log.write(
        .error,
        "\(path): contains no journal; give the folder of the state, or a file of a journal")
      throw ExitCode(1)
    }
    if let day {
      records = JournalDays(zone: LocalTime.shownZone).records(of: records, on: day.name)
      guard !records.isEmpty else {
        Log.write(.error, "\(path): has no line of \(day.name); picket events --days lists days")
        throw ExitCode(1)
      }
    }
    let isNamed = files.regions != nil || files.config != nil
    return ReportPage(
      journal: records,
      title: title
        ?? (day.map { "Journal \(language == .english ? "of " : "")\($0.name)" } ?? "Journal"),
      // Without regions of its own, a journal is drawn with those of this board, if it has any.
      regions: isNamed ? try files.settings().regions : files.check().settings.regions,
      zone: LocalTime.shownZone,
      on: try map.map { path in try Problem.orEnd { try PMTilesFile(path: path) } }
    ).html(in: language)
  }

  /// The name of a walk's folder, or of a recording without its ending.
  static func name(of path: String) -> String {
    guard path != "-" else { return "Walk" }
    let last = path.split(separator: "/").last ?? path[...]
    // The name of a walk may have dots.
    guard !Walk.isFolder(path) else { return String(last) }
    let file = last.hasSuffix(".xz") ? last.dropLast(3) : last
    guard let dot = file.lastIndex(of: "."), dot > file.startIndex else { return String(file) }
    return String(file[..<dot])
  }
}

/// The format of a report.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
  case html, gpx, geojson

  /// The format for the ending of a file's name; a page for standard output.
  init?(endingOf path: String) {
    if path == "-" {
      self = .html
      return
    }
    guard let ending = path.split(separator: "/").last?.split(separator: ".").dropFirst().last
    else { return nil }
    switch ending.lowercased() {
    case "html", "htm": self = .html
    case "gpx": self = .gpx
    case "geojson", "json": self = .geojson
    default: return nil
    }
  }
}

extension Report {
  /// The account of a walk's folder; a problem is logged and ends the command.
  ///
  /// - Parameter sense: The sense of regions without their own, in place of the recorded one.
  func recorded(_ path: String, sense: Sense? = nil) throws -> (Account, RegionMonitor) {
    try Problems.orEnd {
      let walk = try Walk(path: path)
      var settings = try files.settings(for: walk, sense: sense)
      if settings == nil, let sense {
        settings = WalkReplay.Settings(
          regions: try walk.regions(sense: sense), blindLimit: walk.start.blindLimit,
          device: walk.start.device)
      }
      let replayed = try ReplayedWalk(
        walk, title: title, settings: settings, isKeeping: hideHome)
      for notice in replayed.notices { Log.write(notice) }
      for words in replayed.tally.warnings(of: walk.reports) { Log.write(.warning, words) }
      return (replayed.account, replayed.monitor)
    }
  }
}
