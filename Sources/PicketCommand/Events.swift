import ArgumentParser
import Base
import Commands
import Desk
import Geofence
import Glibc
import Picket
import Records

/// `picket events`: the journal.
struct Events: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the journal: events, and what changed around them.",
    discussion: """
      The journal is read from the folder of the state: picket need not run.

        picket events --since 2h
        picket events -n 20 --region orchard
        picket events --since 2026-06-03T09:00:00Z --json
        picket events --days
        picket events --day 2026-06-03
        picket events --follow
      """)

  @OptionGroup var file: ConfigurationOption

  @Option(
    help: ArgumentHelp(
      "Only what happened since then: a time such as 2026-06-03T09:00:00Z, or how long ago, such "
        + "as 90s, 10m, 2h or 3d.",
      valueName: "time"), transform: PointInTime.read)
  var since: PointInTime?

  @Option(
    help: ArgumentHelp("Only what happened until then, in the form of --since.", valueName: "time"),
    transform: PointInTime.read)
  var until: PointInTime?

  @Option(
    help: ArgumentHelp(
      "Only this day, in the time zone of the printed times.", valueName: "date"),
    transform: DayArgument.read)
  var day: DayArgument?

  @Flag(help: "List the days with their numbers of lines and events instead.")
  var days = false

  @Option(
    help: ArgumentHelp(
      "The folder of the journal; that of the configuration if not given.", valueName: "folder"))
  var journal: String?

  @Option(
    help: ArgumentHelp("Only the events of this region.", valueName: "id"), completion: .regions)
  var region: String?

  @Option(
    name: .customShort("n"),
    help: ArgumentHelp("Only this many lines, the last ones.", valueName: "count"))
  var count: Int?

  @OptionGroup var zone: ZoneOption

  @Flag(help: "Keep printing new lines until this command is stopped.")
  var follow = false

  @Flag(help: "Print the lines unchanged, as JSON.")
  var json = false

  func validate() throws {
    guard count ?? 1 > 0 else {
      throw ValidationError("-n \(count ?? 0): give a count of 1 or more")
    }
    guard until == nil || !follow else {
      throw ValidationError("--until and --follow exclude each other")
    }
    if let since, let until, until.time < since.time {
      throw ValidationError("--until is before --since, so nothing is between them")
    }
    guard !follow || (day == nil && !days) else {
      throw ValidationError("--follow excludes --day and --days")
    }
    guard !days || (day == nil && since == nil && until == nil && region == nil && count == nil)
    else { throw ValidationError("--days lists all days: leave out the other options") }
  }

  func run() throws {
    zone.apply()
    let directory = try journal ?? file.configuration().state.directory
    let console = try Console.ofCommand(json: json)
    var names: Set<String> = []
    try JournalReader.orEnd(in: directory) { () throws(SystemError) in
      if days {
        try showDays(JournalReader(directory: directory), on: console)
      } else {
        try show(JournalReader(directory: directory), &names, on: console)
      }
    }
    console.finish()
    // A region that is watched may have no event yet: that is no mistake.
    guard let region, !names.contains(region) else { return }
    Log.write(.notice, Self.absence(of: region, among: names))
  }

  /// The words for a region of which the journal has no line.
  private static func absence(of region: String, among names: Set<String>) -> String {
    let near = Spelling.candidates(for: region, in: names.sorted())
    let shown = names.sorted().prefix(20).joined(separator: ", ")
    let remedy =
      !near.isEmpty
      ? "did you mean \(near.listed("or"))?"
      : names.isEmpty
        ? "it names no region yet"
        : "it names \(shown)" + (names.count > 20 ? " and \(names.count - 20) more" : "")
    return "the journal has no line of \(region.quoted); \(remedy)"
  }

  /// Prints each day, with the numbers of its lines and its events.
  private func showDays(_ reader: JournalReader, on console: Console) throws(SystemError) {
    var reader = reader
    var days = JournalDays(zone: LocalTime.shownZone)
    try reader.next { days.add($0) }
    days.end()
    for notice in reader.popNotices() { Log.write(.warning, notice) }
    for day in days.days {
      var line = JSONLine()
      line.add("day", day.name)
      line.add("lines", day.lines)
      line.add("events", day.events)
      let words = "\(day.lines.counted("line")), \(day.events.counted("event"))"
      console.show(text: "\(day.name ?? "time not known")  \(words)", json: line.text)
    }
  }

  /// Prints the selected lines, and with --follow new ones until the console is closed.
  ///
  /// - Parameter names: Gets the names of the regions in the journal.
  private func show(
    _ reader: JournalReader, _ names: inout Set<String>, on console: Console
  ) throws(SystemError) {
    var reader = reader
    // A region whose events come later is not missing.
    if follow, let region { names.insert(region) }
    func note(_ record: JournalRecord) {
      if region != nil, let name = record.region { names.insert(name) }
    }
    var span = JournalSpan(since: since?.time, until: until?.time)
    func show(_ record: JournalRecord) {
      console.show(text: record.text, json: record.json)
    }
    var last: [JournalRecord] = []
    func add(_ record: JournalRecord) {
      guard region == nil || record.region == region else { return }
      guard let count else { return show(record) }
      last.append(record)
      // In steps, since each removal moves the others.
      if last.count / 2 >= count { last.removeFirst(last.count - count) }
    }
    if let wanted = day?.name {
      var days = JournalDays(zone: LocalTime.shownZone)
      let addOfDay = { (day: String?, record: JournalRecord) in
        if day == wanted { span.add(record, each: add) }
      }
      try reader.next {
        note($0)
        days.add($0, each: addOfDay)
      }
      days.end(each: addOfDay)
    } else {
      try reader.next {
        note($0)
        span.add($0, each: add)
      }
    }
    span.end(each: add)
    for notice in reader.popNotices() { Log.write(.warning, notice) }
    for record in last.suffix(count ?? 0) { show(record) }
    while follow, !console.isAbandoned {
      usleep(250_000)
      try reader.next { record in
        span.add(record) { if region == nil || $0.region == region { show($0) } }
      }
      for notice in reader.popNotices() { Log.write(.warning, notice) }
    }
  }
}

/// A point in time, given as a time or as the duration since then.
struct PointInTime {
  let time: Timestamp

  static func read(_ text: String) throws -> PointInTime {
    if let time = Timestamp(rfc3339: text) { return PointInTime(time: time) }
    // A plain number may be a year, or minutes.
    guard let ago = try? TimeArgument.read(text), !ago.isPlain,
      case let time = SystemClock.now.advanced(by: .seconds(-ago.seconds))
    else {
      // Only a number to which a unit can be added.
      let isNumber = (try? TimeArgument.read("\(text)s")) != nil
      let meant = isNumber ? "\(text)s or \(text)m" : "2h"
      throw TimeArgument.TimeMistake(
        description: "give how long ago, such as \(meant), or a time such as 2026-06-03T09:00:00Z")
    }
    return PointInTime(time: time)
  }
}
