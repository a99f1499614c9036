package import Geofence
package import Maps
internal import Notation
internal import Outputs
internal import Picket
package import Records
internal import RegionFiles
package import System

/// The page about a journal.
package struct JournalPage {
  private let title: String
  private let story: JournalStory
  private let regions: [Region]
  private let zone: Zone
  private let ground: PMTilesFile?

  /// The maximum number of regions with a timeline.
  static let mostTimelines = 40

  /// The maximum number of lines in the list.
  static let mostLines = 4000

  /// The maximum number of events on the map, and on each timeline.
  private static let mostPins = 400

  /// The page about the lines of a journal.
  ///
  /// - Parameters:
  ///   - regions: The regions on the map; a journal holds no shapes.
  ///   - zone: The time zone of the times on the page.
  ///   - ground: The map below the regions.
  package init(
    title: String, records: [JournalRecord], regions: [Region] = [], zone: Zone = .utc,
    on ground: PMTilesFile? = nil
  ) {
    self.ground = ground
    self.title = title
    self.regions = regions
    self.zone = zone
    story = JournalStory(records)
  }

  /// The document.
  package var html: String {
    var page = Page(title: title)
    page.lead = lead
    var notes: [String] = []
    var data = JSONLine()
    let pins = story.events.map {
      Pin(number: $0.sequence, kind: $0.kind, region: $0.region, place: $0.coordinate)
    }
    let placed = pins.filter { $0.place != nil }
    if let map = WalkMap(
      title: title, events: placed.suffix(Self.mostPins),
      marks: story.marks.suffix(Self.mostPins), regions: regions, on: ground)
    {
      notes += map.omissions
      data.add("map", map.json)
      if placed.count > Self.mostPins {
        notes.append("the map shows the last \(Self.mostPins) of \(placed.count) events")
      }
      page.parts.append(MapPart.plain(map))
    }
    if let times = timelines(&notes) {
      data.add("times", times.json)
      page.parts.append(Page.section("times", "Timelines", times.html))
    }
    page.data = data
    if let laps = LapTable.html(laps, in: zone, most: Self.mostTimelines * 10) {
      page.parts.append(Page.section("laps", "Laps", laps))
    }
    page.parts.append(Page.section("events", "Journal", table(&notes)))
    notes.append(zone.note(on: story.span))
    page.parts.append("<footer><ul>\(notes.map { "<li>\($0)</li>" }.joined())</ul></footer>")
    return page.html
  }

  private var lead: String {
    var facts: [(name: String, value: String)] = []
    if let span = story.span {
      facts.append(("when", zone.span(span.first, span.last)))
    }
    let counts = story.events.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 }
    for kind in Event.Kind.shown(in: [counts]) {
      facts.append((kind.rawValue, "\(counts[kind] ?? 0)"))
    }
    facts.append(("regions", "\(story.regions.count)"))
    facts.append(("starts", story.starts.isEmpty ? "" : "\(story.starts.count)"))
    facts.append(("marks", story.marks.isEmpty ? "" : "\(story.marks.count)"))
    let blind = story.blind.reduce(0) { $0 + $1.from.duration(to: $1.to).inSeconds }
    facts.append(("blind", blind > 0 ? blind.spanText : ""))
    return Page.facts(facts)
  }

  /// The laps of the gates, and of the regions of a course.
  private var laps: [LapTimes] {
    let stations = Station.all(of: regions, done: [:]).map(\.region)
    let gates = story.events.filter { $0.kind == .cross }.map(\.region)
    return Set(stations + gates).sorted().prefix(Self.mostTimelines).map { region in
      var laps = LapTimes(region: region)
      for record in story.records { laps.add(record) }
      return laps
    }
  }

  // MARK: Timelines

  private func timelines(_ notes: inout [String]) -> TimelineData? {
    guard let span = story.span, story.events.contains(where: { $0.time != nil }) else {
      return nil
    }
    let axis = TimeAxis(
      Interval(start: 0, end: span.first.duration(to: span.last).inSeconds), base: span.first,
      zone: zone)
    var times = TimelineData(on: axis, unseen: story.blind.map { interval($0, since: span.first) })
    let regions = story.regions
    if regions.count > Self.mostTimelines {
      notes.append(
        "timelines show \(Self.mostTimelines) of \(regions.count) regions, those with the most events"
      )
    }
    for region in regions.prefix(Self.mostTimelines) {
      times.add(row(region.id, region.count, until: axis.span, since: span.first))
    }
    return times
  }

  private func interval(
    _ times: (from: Timestamp, to: Timestamp), since first: Timestamp
  ) -> Interval {
    Interval(
      start: first.duration(to: times.from).inSeconds, end: first.duration(to: times.to).inSeconds)
  }

  private func row(
    _ id: String, _ count: Int, until span: Interval, since first: Timestamp
  ) -> JSONLine {
    let events = story.events.filter { $0.region == id }
    var line = JSONLine()
    line.add("title", id)
    line.add("about", count.counted("event", grouped: true))
    line.add("isLow", true)
    line.add("states", TimelineData.columns(states(after: events, in: span, since: first)))
    line.add(
      "unseen",
      TimelineData.times(story.unsure[id, default: []].map { interval($0, since: first) }))
    line.add(
      "pins",
      events.suffix(Self.mostPins).compactMap { event in
        event.time.map {
          TimelineData.pin(event.sequence, event.kind, at: first.duration(to: $0).inSeconds)
        }
      })
    return line
  }

  /// The states of a region over time, as its events show them.
  private func states(
    after events: [JournalStory.StoredEvent], in span: Interval, since first: Timestamp
  ) -> [(state: RegionState, interval: Interval)] {
    var states: [(state: RegionState, interval: Interval)] = []
    var state = RegionState.unknown
    var since = span.start
    // Whether a crossing without a time has followed.
    var isInDoubt = false
    func end(_ end: Double) {
      guard end > since else { return }
      states.append((state, Interval(start: since, end: end)))
    }
    for event in events where event.kind.isCrossing || event.kind == .dwell {
      guard let time = event.time else {
        isInDoubt = isInDoubt || event.kind.isCrossing
        continue
      }
      let offset = first.duration(to: time).inSeconds
      // The first event shows the state before it: a crossing the other side, begun hours the same.
      let before: RegionState =
        (event.kind == .enter) == event.isScheduled ? .inside : .outside
      if state == .unknown { state = before }
      // A crossing in between was not reported, as in a region that reports no exits.
      if state != before || isInDoubt { state = .unknown }
      isInDoubt = false
      end(offset)
      since = max(since, offset)
      state = event.kind == .exit ? .outside : .inside
    }
    if isInDoubt { state = .unknown }
    end(span.end)
    return states
  }

  // MARK: Lines

  private func table(_ notes: inout [String]) -> String {
    guard !story.records.isEmpty else { return "<p class=\"none\">The journal is empty.</p>" }
    if story.records.count > Self.mostLines {
      notes.append(
        """
        the last \(Self.mostLines.grouped) of \(story.records.count.grouped) journal lines are \
        listed; picket events prints them all
        """)
    }
    var table = PageTable(["kind", "region or change", "time", "note"], style: "pairs")
    var numbers: Set<Int> = []
    for record in story.records.suffix(Self.mostLines) {
      let event = JournalStory.StoredEvent(record)
      // Joined files may hold a number twice; an identifier must be unique on the page.
      let number = event.flatMap { numbers.insert($0.sequence).inserted ? $0.sequence : nil }
      table.add(
        cells(record, event), attributes: number.map { " id=\"e\($0)\" data-e=\"\($0)\"" } ?? "")
    }
    return table.html
  }

  private func cells(_ record: JournalRecord, _ event: JournalStory.StoredEvent?) -> [String] {
    let badge = event.map { "<span class=\"badge \($0.kind.rawValue)\">\($0.sequence)</span> " }
    let subject = record.fields["region"]?.string ?? record.change(in: zone) ?? ""
    var note = record.fields["note"]?.string.map(Markup.name) ?? ""
    for one in record.details { note += " " + Markup.text(one) }
    if let seconds = record.fields["blind"]?.number {
      note += " not seen for \(seconds.spanText)"
    }
    return [
      (badge ?? "") + Markup.text(record.fields["event"]?.string ?? ""), Markup.name(subject),
      record.time.map { "\(zone.day($0)) \(zone.timeOfDay($0))" } ?? "not known", note,
    ]
  }
}
