package import Base
internal import Board
package import Geofence
package import Maps
internal import Picket
package import Records
internal import RegionFiles

extension ReportPage {
  /// The maximum number of regions of a journal with a timeline.
  static let mostJournalTimelines = 40

  /// The maximum number of lines of a journal.
  static let mostLines = 4000

  /// The maximum number of events on the map, and on each timeline.
  private static let mostPins = 400

  /// The report of a journal, or of a day of it: a walk without fixes.
  ///
  /// - Parameters:
  ///   - regions: The regions on the map; a journal holds no shapes.
  ///   - zone: The time zone of the times in the report.
  ///   - ground: The map below the regions.
  package init(
    journal records: [JournalRecord], title: String, regions: [Region] = [], zone: Zone = .utc,
    on ground: PMTilesFile? = nil
  ) {
    let story = JournalStory(records)
    self.init(title: title, in: zone, from: story.span)
    data.add("isJournal", true)
    addMap(story, regions, ground)
    if let span = story.span, story.events.contains(where: { $0.time != nil }) {
      data.add("times", timelines(story, since: span.first).json)
    }
    data.add("stays", story.regions.prefix(Self.mostRows).map { story.stay(in: $0.id) })
    data.add(
      CourseData.laps(laps(story, regions), most: Self.mostRows))
    data.add("counted", story.events.count)
    data.add("marks", story.marks.prefix(1000).map(\.json))
    data.add(
      "unseen",
      story.blind.prefix(200).map { times in
        var line = JSONLine()
        line.add("from", times.from.milliseconds)
        line.add("to", times.to.milliseconds)
        return line
      })
    data.add("log", json: "[\(records.suffix(Self.mostLines).map(\.json).joined(separator: ","))]")
    if records.count > Self.mostLines {
      notes.append(
        PageNote(
          """
          the last {shown:n} of {all:n} journal lines are listed; picket events prints them all
          """, ["shown": .count(Self.mostLines), "all": .count(records.count)]))
    }
  }

  private mutating func addMap(
    _ story: JournalStory, _ regions: [Region], _ ground: PMTilesFile?
  ) {
    let placed = story.events.map {
      Pin(number: $0.sequence, kind: $0.kind, region: $0.region, place: $0.coordinate)
    }.filter { $0.place != nil }
    guard
      let map = WalkMap(
        events: placed.suffix(Self.mostPins), marks: story.marks.suffix(Self.mostPins),
        regions: regions, on: ground)
    else { return }
    data.add("map", map.json)
    notes += map.omissions
    if placed.count > Self.mostPins {
      notes.append(
        PageNote(
          "the map shows the last {shown:n} of {all:n} events",
          ["shown": .count(Self.mostPins), "all": .count(placed.count)]))
    }
  }

  /// The laps of the gates, and of the regions of a course.
  private func laps(_ story: JournalStory, _ regions: [Region]) -> [LapTimes] {
    let stations = Station.all(of: regions, done: [:]).map(\.region)
    let gates = story.events.filter { $0.kind == .cross }.map(\.region)
    return Set(stations + gates).sorted().prefix(Self.mostJournalTimelines).map { region in
      var laps = LapTimes(region: region)
      for record in story.records { laps.add(record) }
      return laps
    }
  }

  private mutating func timelines(_ story: JournalStory, since first: Timestamp) -> TimelineData {
    let span = Interval(start: 0, end: first.duration(to: story.span?.last ?? first).inSeconds)
    func interval(_ times: (from: Timestamp, to: Timestamp)) -> Interval {
      Interval(
        start: first.duration(to: times.from).inSeconds,
        end: first.duration(to: times.to).inSeconds)
    }
    var times = TimelineData(span, base: first, unseen: story.blind.map(interval), marks: [])
    let regions = story.regions
    if regions.count > Self.mostJournalTimelines {
      notes.append(
        PageNote(
          "timelines show {shown} of {all:n} regions, those with the most events",
          ["shown": .count(Self.mostJournalTimelines), "all": .count(regions.count)]))
    }
    for region in regions.prefix(Self.mostJournalTimelines) {
      var line = JSONLine()
      line.add("title", region.id)
      line.add("events", region.count)
      line.add("isLow", true)
      line.add("states", TimelineData.columns(story.states(of: region.id, in: times.axis)))
      line.add("unseen", TimelineData.times(story.unsure[region.id, default: []].map(interval)))
      let pins = story.events.filter { $0.region == region.id }.suffix(Self.mostPins)
      line.add(
        "pins",
        pins.compactMap { event in
          event.time.map {
            TimelineData.pin(event.sequence, event.kind, at: first.duration(to: $0).inSeconds)
          }
        })
      times.add(line)
    }
    return times
  }
}

extension JournalStory {
  /// The states of a region over time, as its events show them, in seconds since the first line.
  func states(of region: String, in axis: Interval) -> [(state: RegionState, interval: Interval)] {
    guard let first = span?.first else { return [] }
    var states: [(state: RegionState, interval: Interval)] = []
    var state = RegionState.unknown
    var since = axis.start
    // Whether a crossing without a time has followed.
    var isInDoubt = false
    func end(_ end: Double) {
      guard end > since else { return }
      states.append((state, Interval(start: since, end: end)))
    }
    for event in events
    where event.region == region && (event.kind.isCrossing || event.kind == .dwell) {
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
    end(axis.end)
    return states
  }

  /// The time inside a region between the first and the last line of the journal.
  fileprivate func stay(in region: String) -> JSONLine {
    var line = JSONLine()
    line.add("region", region)
    guard let span else { return line }
    let whole = Interval(start: 0, end: span.first.duration(to: span.last).inSeconds)
    var stays: [Interval] = []
    for (state, interval) in states(of: region, in: whole) where state == .inside {
      // After a dwell the stay goes on.
      if let last = stays.last, last.end == interval.start {
        stays[stays.count - 1].end = interval.end
      } else {
        stays.append(interval)
      }
    }
    line.add("inside", stays.reduce(0) { $0 + $1.length }, decimals: 1)
    line.add("visits", stays.count)
    line.add(
      "unsure",
      unsure[region, default: []].reduce(0) { $0 + $1.from.duration(to: $1.to).inSeconds },
      decimals: 1)
    func time(_ offset: Double) -> Int { span.first.advanced(by: .seconds(offset)).milliseconds }
    if let first = stays.first, let last = stays.last {
      // The first or the last line of a journal may be the crossing itself.
      func isCrossed(_ kind: Event.Kind, at end: Timestamp) -> Bool {
        events.contains { $0.region == region && $0.kind == kind && $0.time == end }
      }
      if first.start > 0 || isCrossed(.enter, at: span.first) {
        line.add("first", time(first.start))
      }
      if last.end < whole.end || isCrossed(.exit, at: span.last) {
        line.add("last", time(last.end))
      }
    }
    return line
  }
}
