import Base
import Geofence
import Records

/// A board of a fleet, as its messages describe it.
///
/// Whoever may publish as a board chooses what is in them: texts and lists are cut, and values of
/// another type are left out.
struct FleetBoard: Hashable, Sendable {
  /// A topic of a board that is watched.
  enum Topic: Hashable, Sendable {
    case online, status, event, position
    /// The state of the region that one level of a topic names.
    case region(String)

    /// The filters of all of them, behind the prefix.
    static let filters = ["online", "status", "event", "position", "region/+"]

    /// The topic of the levels behind the name of the board; `nil` for any other.
    init?(_ levels: ArraySlice<Substring>) {
      switch (levels.first, levels.count) {
      case ("online", 1): self = .online
      case ("status", 1): self = .status
      case ("event", 1): self = .event
      case ("position", 1): self = .position
      case ("region", 2): self = .region(String(levels[levels.endIndex - 1]))
      default: return nil
      }
    }
  }

  /// The last published place.
  private struct LastPosition: Hashable {
    let coordinate: Coordinate
    /// The radius in metres that contains the board with a probability of 95 %.
    let accuracy: Double?
    let time: Timestamp?
  }

  /// Whether the broker has a connection to it.
  var isOnline = false

  /// The last event or note of its journal.
  private(set) var event: JournalRecord?

  private var isTroubled = false
  private var sight: String?
  private var watched: Int?
  private var reason: Reason?
  private var faults: [Reason] = []
  // The regions that it is inside, by the levels of their topics.
  private var inside: [String: String] = [:]
  private var place: LastPosition?

  private static let mostFaults = 4
  private static let mostInside = 10
  // In bytes.
  private static let longest = 200

  /// Applies a message; returns whether it could be read.
  mutating func apply(_ text: String, of topic: Topic) -> Bool {
    switch topic {
    case .online: isOnline = text == "online"
    case .status: return Reply(text).map { adopt($0) } != nil
    case .event: return JournalRecord(text).map { adopt($0) } != nil
    case .position:
      guard let reply = Reply(text) else { return false }
      guard let latitude = reply.number("latitude"), let longitude = reply.number("longitude")
      else { break }
      adopt(
        Coordinate(latitude: latitude, longitude: longitude), reply.number("gps_accuracy"),
        at: reply.fields["time"]?.timestamp)
    case .region(let level):
      guard level.utf8.count <= Self.longest else { return false }
      let reply = Reply(text)
      inside[level] = nil
      guard reply?.text("state").flatMap(RegionState.init) == .inside,
        inside.count < Self.mostInside
      else {
        // Such a region alone makes no board.
        return self != FleetBoard()
      }
      inside[level] = (reply?.text("region") ?? level).cut(to: Self.longest)
    }
    return true
  }

  private mutating func adopt(_ status: Reply) {
    isTroubled = status.flag("problem")
    sight = status.text("sight").map { $0.cut(to: Self.longest) }
    watched = status.fields["watched"]?.integer
    reason = status.text("reason").map { Self.reason($0, status.fields["reason_code"]) }
    // Alarms matter more.
    faults = ["alarms", "faults"].flatMap { key in
      let codes = status.fields["\(key)_code"]?.array ?? []
      return zip(status.texts(key), codes + Array(repeating: .null, count: Self.mostFaults))
        .prefix(Self.mostFaults).map(Self.reason)
    }
    faults = Array(faults.prefix(Self.mostFaults))
  }

  /// A reason of a board, which may be of any length.
  private static func reason(_ text: String, _ code: JSON?) -> Reason {
    let reason = Reason(text: text.cut(to: longest), code)
    return reason.text == text && text.utf8.count <= longest
      ? reason : Reason(verbatim: text.cut(to: longest))
  }

  private mutating func adopt(_ record: JournalRecord) {
    event = record.shortened(to: Self.longest)
    guard let coordinate = Coordinate(record.fields) else { return }
    let accuracy = record.fields["sd"]?.number.map { Position.deviations95 * $0 }
    adopt(coordinate, accuracy, at: record.time)
  }

  /// Adopts a place, unless a newer one is known: events may come late.
  private mutating func adopt(
    _ coordinate: Coordinate, _ accuracy: Double?, at time: Timestamp?
  ) {
    guard coordinate.isValid else { return }
    if let known = place?.time, time.map({ $0 < known }) ?? true { return }
    place = LastPosition(
      coordinate: coordinate, accuracy: accuracy.map { min(max(0, $0), 1e6) }, time: time)
  }

  // MARK: Words

  /// The state in words.
  private var words: String {
    if let reason { return reason.text }
    if !faults.isEmpty { return faults.map(\.text).joined(separator: "; ") }
    return "\(sight ?? "watching"), \((watched ?? 0).counted("region"))"
  }

  /// The change of a topic in words; `nil` for those that a person does not need.
  func words(of topic: Topic) -> String? {
    switch topic {
    case .online: isOnline ? "online" : "offline"
    case .status: words
    case .event: event?.text
    case .position, .region: nil
    }
  }

  /// The board as one line for a program.
  func json(_ name: String) -> String {
    var line = JSONLine()
    line.add("board", name)
    line.add("online", isOnline)
    line.add("problem", isTroubled)
    line.add("sight", sight)
    line.add("watched", watched)
    line.add("reason", reason)
    line.add("faults", faults)
    line.add("inside", inside.values.sorted())
    if let event { line.add("event", .object(event.fields)) }
    if let place {
      var position = JSONLine()
      position.add("lat", place.coordinate.latitude, decimals: 7)
      position.add("lon", place.coordinate.longitude, decimals: 7)
      position.add("accuracy", place.accuracy, decimals: 1)
      position.add("time", place.time?.rfc3339)
      line.add("position", position)
    }
    return line.text
  }
}

extension JournalRecord {
  /// The line with the fields that describe an event, in which texts have at most this many bytes.
  fileprivate func shortened(to most: Int) -> JournalRecord? {
    var line = JSONLine()
    for key in ["seq", "lat", "lon", "sd", "depth", "speed", "track", "blind"] {
      if let number = fields[key]?.number, number.isFinite { line.add(key, .number(number)) }
    }
    for key in ["event", "region", "text", "note", "time", "class", "side"] {
      line.add(key, fields[key]?.string.map { $0.cut(to: most) })
    }
    if fields["scheduled"] == .boolean(true) { line.add("scheduled", true) }
    return JournalRecord(line.text)
  }
}
