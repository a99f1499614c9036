internal import Base
package import Geofence

/// The crossings of one region in one direction, and the times between them.
package struct LapTimes {
  /// A crossing of the region.
  package struct Passage: Hashable, Sendable {
    /// The number of its event.
    package let sequence: Int
    /// The time at which the border was passed, or was confirmed if that is not known.
    package let time: Timestamp
    /// Whether the border was passed unseen, so that the time is that of the confirmation.
    package let isLate: Bool

    /// Creates the crossing of an event; `crossed` is `nil` if the border was passed unseen.
    init(_ sequence: Int, crossed: Timestamp?, confirmed: Timestamp) {
      (self.sequence, time, isLate) = (sequence, crossed ?? confirmed, crossed == nil)
    }
  }

  /// The time from one crossing to the next.
  package struct Lap: Hashable, Sendable {
    /// The number of the lap; 0 for the first crossing, which begins the first lap.
    package let number: Int
    /// The crossing at its end.
    package let end: Passage
    /// The seconds since the crossing before; `nil` for the first one.
    package let seconds: Double?

    /// Its name, such as "lap 2"; "start" for the first crossing.
    package var name: String { seconds == nil ? "start" : "lap \(number)" }

    /// Its length as minutes, seconds and tenths, with hours if there are any; `nil` for the start.
    package var length: String? { seconds.map(Self.clock) }

    /// The lap as a line for a person.
    ///
    /// - Parameter best: The seconds of the fastest lap.
    package func text(best: Double?) -> String {
      let late = end.isLate ? "  (passed unseen; the time is that of the event)" : ""
      let start = name + String(repeating: " ", count: max(1, 8 - name.count)) + end.time.local
      guard let length else { return start + late }
      return "\(start)  \(length)\(seconds == best ? "  best" : "")\(late)"
    }

    /// The lap as a line of JSON.
    package var json: String {
      var line = JSONLine()
      line.add("lap", number)
      line.add("seq", end.sequence)
      line.add("time", end.time.rfc3339)
      line.add("seconds", seconds, decimals: 3)
      if end.isLate { line.add("late", true) }
      return line.text
    }

    private static func clock(_ seconds: Double) -> String {
      let tenths = Int((seconds * 10).rounded())
      let (hours, minutes) = (tenths / 36_000, tenths / 600 % 60)
      let rest = "\(tenths / 100 % 6)\(tenths / 10 % 10).\(tenths % 10)"
      guard hours > 0 else { return "\(minutes):\(rest)" }
      return "\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(rest)"
    }
  }

  /// The identifier of the region.
  package let region: String

  private let since: Timestamp?

  /// The side to which the crossings of a gate lead; `nil` before the first one, and in a region.
  package private(set) var side: String?

  /// The crossings, the oldest first.
  package private(set) var passages: [Passage] = []

  /// Creates the laps of a region before its first event.
  ///
  /// - Parameters:
  ///   - side: The side to which the crossings of a gate lead; that of the first one when `nil`.
  ///   - since: Earlier crossings do not count.
  package init(region: String, side: String? = nil, since: Timestamp? = nil) {
    (self.region, self.side, self.since) = (region, side, since)
  }

  /// Adds a line of the journal.
  package mutating func add(_ record: JournalRecord) {
    guard record.region == region, let event = RecordedEvent(record.fields), !event.isScheduled
    else { return }
    add(
      event.kind, side: record.fields["side"]?.string,
      Passage(event.sequence, crossed: event.crossed, confirmed: event.time))
  }

  /// Adds an event.
  package mutating func add(_ event: Event) {
    guard event.region == region, !event.isScheduled else { return }
    add(
      event.kind, side: event.side?.rawValue,
      Passage(event.sequence, crossed: event.crossed, confirmed: event.time))
  }

  private mutating func add(_ kind: Event.Kind, side came: String?, _ passage: Passage) {
    switch kind {
    case .enter: break
    case .cross:
      side = side ?? came
      guard came == side else { return }
    default: return
    }
    guard since.map({ passage.time >= $0 }) ?? true else { return }
    passages.append(passage)
  }

  /// The laps, the first of which is the first crossing.
  package var laps: [Lap] {
    passages.indices.map { index in
      let seconds =
        index == 0 ? nil : passages[index - 1].time.duration(to: passages[index].time).inSeconds
      return Lap(number: index, end: passages[index], seconds: seconds)
    }
  }
}
