import Base
import Geofence
import Records

/// The messages of an OwnTracks device, in the JSON of the OwnTracks Booklet.
///
/// Android reads only whole numbers as times and accuracies. An accuracy of 0 means "unknown" and
/// is dropped by some readers. The recorder needs `event` and `desc` of a transition.
struct OwnTracks: Hashable, Sendable {
  private let board: String
  private let topic: String

  /// Creates the device of a board.
  init(_ topics: Topics) {
    board = topics.board
    // The readers need three levels: the second is a user, the third a device.
    topic = "owntracks/\(topics.prefix.map { $0 == "/" ? "-" : String($0) }.joined())/\(board)"
  }

  /// The two characters that a map shows.
  private var tracker: String {
    let letters = board.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return letters.isEmpty ? "pk" : String(letters.suffix(2))
  }

  /// The name of the device, kept by the broker.
  var card: Message {
    var line = JSONLine()
    line.add("_type", "card")
    line.add("name", board)
    line.add("tid", tracker)
    return Message("\(topic)/info", line.text, isRetained: true)
  }

  /// The message that the device is gone.
  ///
  /// - Parameter connected: The time at which the device was first connected.
  func gone(connected: Timestamp) -> Message {
    var line = JSONLine()
    line.add("_type", "lwt")
    line.add("tst", Self.seconds(connected))
    return Message(topic, line.text)
  }

  /// The message with the position of the board.
  ///
  /// - Parameter inside: The regions that the board is inside.
  func location(_ position: Position, inside: [String], now: Timestamp) -> Message {
    var line = JSONLine()
    line.add("_type", "location")
    line.add("lat", position.coordinate.latitude, decimals: 6)
    line.add("lon", position.coordinate.longitude, decimals: 6)
    line.add("tst", Self.seconds(position.time ?? now))
    line.add("acc", position.radius)
    if let speed = position.speed, speed * 3.6 >= 0.5, speed < 1e4 {
      line.add("vel", Int((speed * 3.6).rounded()))
    }
    if let track = position.track, track >= 0.5, track <= 360 {
      line.add("cog", Int(track.rounded()) % 360)
    }
    line.add("tid", tracker)
    line.add("t", "p")
    line.add("inregions", inside)
    line.add("created_at", Self.seconds(now))
    return Message(topic, line.text)
  }

  /// The message that the board has entered or left a region; `nil` for other events.
  func transition(_ event: FollowedEvent) -> Message? {
    guard event.kind?.isCrossing == true, let time = event.cursor.time,
      let fields = (try? JSON.parse(event.json))?.object
    else { return nil }
    var line = JSONLine()
    line.add("_type", "transition")
    line.add("wtst", Self.seconds(time))
    line.add("tst", Self.seconds(time))
    if let latitude = fields["lat"]?.number, let longitude = fields["lon"]?.number {
      line.add("lat", latitude, decimals: 6)
      line.add("lon", longitude, decimals: 6)
    }
    let error = min(fields["eph"]?.number ?? 0, 1e6)
    line.add("acc", max(1, Int(error.rounded(.up))))
    line.add("event", event.kind == .enter ? "enter" : "leave")
    line.add("desc", event.region)
    line.add("tid", tracker)
    line.add("t", "l")
    return Message("\(topic)/event", line.text)
  }

  private static func seconds(_ time: Timestamp) -> Int {
    Int(time.nanoseconds / 1_000_000_000)
  }
}
