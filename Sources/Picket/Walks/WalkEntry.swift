package import Base
internal import Board
package import Geofence
internal import Records
internal import RegionFiles

/// A line of a walk between its reports: an event or another occurrence, or data for a replay.
package enum WalkEntry: Hashable, Sendable {
  /// An event, as its line of JSON.
  case event(String)
  /// The carrier marked a moment.
  case mark(String, time: Timestamp?, coordinate: Coordinate?)
  /// The carrier was reminded of the wrong side of a border.
  case reminder(Reminder)
  /// The carrier ended the reminders of these regions.
  case acknowledged([String])
  /// Since this time, no fix can be trusted.
  case blind(since: Timestamp?)
  /// A fix can be trusted again.
  case sighted(Timestamp, unseen: Duration?)
  /// From this instant on, the regions in this file of the walk were watched.
  case regions(file: String, at: Instant?)
  /// A deadline with findings came before the next report.
  case due(Instant)
  /// The carrier acknowledged an approach cue.
  case cueAcknowledged(Instant)
  /// The carrier began the course of regions anew.
  case courseReset(Instant)
  /// The arrival of the last report, where its own time does not imply it.
  case arrived(Instant, elapsed: Duration?)
  /// From here on, gpsd has these paths for the configured receiver, besides the configured one.
  case receiver([String])
  /// This many lines are missing here: too many waited, or they could not be written.
  case leftOut(Int)

  /// The entry as a line.
  ///
  /// - Parameter report: The number of reports before it.
  package func json(report: Int) -> String {
    var line = JSONLine()
    switch self {
    case .event(let json): return json.dropLast() + ",\"report\":\(report)}"
    case .mark(let text, let time, let coordinate):
      line.add("mark", text)
      line.add("time", time?.rfc3339)
      line.add("lat", coordinate?.latitude, decimals: 9)
      line.add("lon", coordinate?.longitude, decimals: 9)
    case .reminder(let reminder):
      line.add("reminder", reminder.region)
      line.add("number", reminder.number)
      line.add("of", reminder.most)
      line.add("time", reminder.time.rfc3339)
    case .acknowledged(let regions): line.add("acknowledged", regions)
    case .blind(let since):
      line.add("blind", true)
      line.add("since", since?.rfc3339)
    case .sighted(let time, let unseen):
      line.add("sighted", true)
      line.add("time", time.rfc3339)
      line.add("unseen", unseen?.inSeconds, decimals: 3)
    case .regions(let file, let instant):
      line.add("regions", file)
      line.add("at", instant?.offset.exactSeconds)
    case .due(let instant): line.add("due", instant.offset.exactSeconds)
    case .cueAcknowledged(let instant):
      line.add("cue_acknowledged", instant.offset.exactSeconds)
    case .courseReset(let instant): line.add("course_reset", instant.offset.exactSeconds)
    case .arrived(let instant, let elapsed):
      line.add("arrived", instant.offset.exactSeconds)
      line.add("elapsed", elapsed?.exactSeconds)
    case .receiver(let paths): line.add("receiver", paths)
    case .leftOut(let count): line.add("left_out", count)
    }
    line.add("report", report)
    return line.text
  }

  /// Reads a line; `nil` when it is not an entry.
  package init?(_ text: String, _ fields: [String: JSON], report: Int) {
    func duration(_ name: String) -> Duration? {
      fields[name]?.string.flatMap(Duration.init(exactSeconds:))
    }
    let end = ",\"report\":\(report)}"
    if RecordedEvent(fields) != nil, text.hasSuffix(end) {
      self = .event("\(text.dropLast(end.count))}")
    } else if let mark = fields["mark"]?.string {
      self = .mark(mark, time: fields["time"]?.timestamp, coordinate: Coordinate(fields))
    } else if let region = fields["reminder"]?.string, let number = fields["number"]?.integer,
      let most = fields["of"]?.integer, let time = fields["time"]?.timestamp
    {
      self = .reminder(Reminder(region: region, number: number, most: most, time: time))
    } else if let regions = fields["acknowledged"]?.array {
      self = .acknowledged(regions.compactMap(\.string))
    } else if fields["blind"] == .boolean(true) {
      self = .blind(since: fields["since"]?.timestamp)
    } else if fields["sighted"] == .boolean(true), let sighted = fields["time"]?.timestamp {
      let unseen = fields["unseen"]?.number
      self = .sighted(
        sighted, unseen: unseen.flatMap { $0 >= 0 && $0 < 9e9 ? Duration(roundedSeconds: $0) : nil }
      )
    } else if let file = fields["regions"]?.string {
      self = .regions(file: file, at: duration("at").map { Instant($0) })
    } else if let due = duration("due") {
      self = .due(Instant(due))
    } else if let acknowledged = duration("cue_acknowledged") {
      self = .cueAcknowledged(Instant(acknowledged))
    } else if let reset = duration("course_reset") {
      self = .courseReset(Instant(reset))
    } else if let arrived = duration("arrived") {
      self = .arrived(Instant(arrived), elapsed: duration("elapsed"))
    } else if let paths = fields["receiver"]?.array {
      self = .receiver(paths.compactMap(\.string))
    } else if let count = fields["left_out"]?.integer {
      self = .leftOut(count)
    } else {
      return nil
    }
  }
}

/// A mark to which the carrier gave no words: a border was passed here.
///
/// A mark with words is a note.
package enum WordlessMark: String, CaseIterable, Sendable {
  /// A press of the button.
  case button = "the carrier pressed the button"
  /// A request without a text.
  case request = "a mark"

  /// The times of the marks without words.
  package static func times(in entries: [WalkEntry]) -> [Timestamp] {
    entries.compactMap { entry in
      guard case .mark(let text, let time, _) = entry, WordlessMark(rawValue: text) != nil else {
        return nil
      }
      return time
    }
  }
}
