internal import Base
internal import Geofence
internal import Picket
internal import Records
internal import RegionFiles

/// The events and states of a journal over time, where times are known.
struct JournalStory: Sendable {
  /// An event of the journal, whether its time is known or not.
  struct StoredEvent: Hashable, Sendable {
    let sequence: Int
    let kind: Event.Kind
    let region: String
    let time: Timestamp?
    let coordinate: Coordinate?
    let isScheduled: Bool

    /// Reads a line of the journal; `nil` when it is not an event.
    init?(_ record: JournalRecord) {
      guard let subject = RecordedEvent.subject(of: record.fields) else { return nil }
      (sequence, kind, region) = subject
      time = record.time
      coordinate = Coordinate(record.fields)
      isScheduled = record.fields["scheduled"] == .boolean(true)
    }
  }

  /// All lines of the journal, the oldest first.
  let records: [JournalRecord]

  private(set) var events: [StoredEvent] = []
  private(set) var marks: [WalkMark] = []

  /// The times without trusted fixes.
  private(set) var blind: [(from: Timestamp, to: Timestamp)] = []

  /// The times at which the controller started.
  private(set) var starts: [Timestamp] = []

  /// The times in which the state of each region was in doubt.
  private(set) var unsure: [String: [(from: Timestamp, to: Timestamp)]] = [:]
  private var doubted: [String: Timestamp] = [:]

  /// The times of the first and the last line.
  private(set) var span: (first: Timestamp, last: Timestamp)?

  init(_ records: [JournalRecord]) {
    self.records = records
    var blindSince: Timestamp?
    for record in records {
      if let event = StoredEvent(record) { events.append(event) }
      let kind = record.fields["event"]?.string.flatMap(Note.Kind.init)
      if kind == .mark {
        let text = record.fields["text"]?.string ?? ""
        let place = Coordinate(record.fields)
        marks.append(WalkMark(text: text, time: record.time, coordinate: place))
      }
      guard let time = record.time else { continue }
      span = span.map { (min($0.first, time), max($0.last, time)) } ?? (time, time)
      switch kind {
      case .start:
        starts.append(time)
        noteDoubt([], at: time)
      case .unsure, .sure: noteDoubt(record.regions, at: time)
      case .blind: blindSince = blindSince ?? time
      case .sighted:
        if let since = blindSince, since < time { blind.append((since, time)) }
        blindSince = nil
      default: break
      }
    }
    if let last = span?.last { noteDoubt([], at: last) }
    if let since = blindSince, let last = span?.last, since < last { blind.append((since, last)) }
  }

  /// Notes the regions whose states may no longer hold from a time on.
  private mutating func noteDoubt(_ regions: [String], at time: Timestamp) {
    for (region, since) in doubted where !regions.contains(region) {
      if since < time { unsure[region, default: []].append((since, time)) }
      doubted[region] = nil
    }
    for region in regions where doubted[region] == nil { doubted[region] = time }
  }

  /// The regions of the events, those with the most events first.
  var regions: [(id: String, count: Int)] {
    var counts: [String: Int] = [:]
    for event in events { counts[event.region, default: 0] += 1 }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }
}
