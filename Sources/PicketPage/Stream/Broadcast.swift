internal import Base
internal import Geofence
internal import Records

/// The messages for the phones that watch: all that the controller publishes, and the missed lines
/// of the journal.
///
/// - Important: Must only be accessed on one queue.
final class Broadcast {
  // The oldest first.
  private var streams: [WebStream] = []
  private var history = History()
  private var track = Track()
  private var lastFix: [UInt8]?
  private var lastStatus: [UInt8]?
  private var connection = Broadcast.connectionMessage(false, "not connected yet")
  // Lines that were published while the journal is read; `nil` when it is not.
  private var held: [Reply]?
  // Whether the journal has to be read again, since the present reading may have begun too early.
  private var isReadDue = false
  private var nextHeartbeat = Instant(.zero)

  /// The most phones that watch: each costs a connection, and a copy of each message.
  static let mostStreams = 24

  /// The most streams of one sender: a browser with several windows.
  static let mostOfSender = 4

  private static let heartbeatInterval = Duration.seconds(15)

  // MARK: Phones

  /// Whether a phone watches.
  var isWatched: Bool { !streams.isEmpty }

  /// Makes room for a further stream of a sender: one that has its share already loses its oldest, and
  /// where all places are taken, the sender with the most streams does.
  ///
  /// - Parameter isOfBoard: Whether the sender is a program of the board, for which there are more places.
  /// - Returns: Whether there is room.
  func makeRoom(for share: String, isOfBoard: Bool = false) -> Bool {
    let shares = Dictionary(grouping: streams, by: \.share)
    if let own = shares[share], own.count >= Self.mostOfSender {
      replace(own[0])
    } else if streams.count >= Self.mostStreams + (isOfBoard ? Self.mostOfSender : 0) {
      guard let most = shares.values.max(by: { $0.count < $1.count }), most.count > 1 else {
        return false
      }
      replace(most[0])
    }
    return true
  }

  private func replace(_ stream: WebStream) {
    stream.end(with: StreamFrame.replaced)
    streams.removeAll { $0 === stream }
  }

  /// Adds a phone, and sends it everything that it needs to begin.
  ///
  /// - Parameter last: The place of the last line of the journal that the phone has.
  func add(_ stream: WebStream, after last: LineID?) {
    stream.send(StreamFrame.beginning)
    // A program on the board itself has no device, and has all rights.
    stream.send(visitorMessage(stream.device))
    stream.send(connection)
    stream.send(StreamFrame.message(.track, track.json))
    if let swing = track.swing { stream.send(StreamFrame.message(.swing, swing)) }
    if let lastStatus { stream.send(lastStatus) }
    if let lastFix { stream.send(lastFix) }
    stream.sent = last
    if held == nil { sendRest(to: stream) }
    streams.append(stream)
  }

  private func visitorMessage(_ device: PairedDevice?) -> [UInt8] {
    var line = JSONLine()
    line.add("scope", (device?.scope ?? .control).rawValue)
    line.add("name", device?.name)
    return StreamFrame.message(.visitor, line.text)
  }

  /// Removes the phones that have disconnected.
  func removeEnded() {
    streams.removeAll(where: \.hasEnded)
  }

  /// Ends the streams of all devices that are no longer paired.
  func keepOnly(_ devices: PairedDevices) {
    for stream in streams {
      if let device = stream.device, !devices.has(device) { stream.end() }
    }
    removeEnded()
  }

  /// Ends all streams.
  func end() {
    for stream in streams { stream.end() }
  }

  /// Sends a heartbeat when one is due; without it neither side would notice a lost connection.
  func beat(at now: Instant) {
    guard now >= nextHeartbeat else { return }
    nextHeartbeat = now.advanced(by: Self.heartbeatInterval)
    sendAll(connection)
  }

  private func sendAll(_ message: [UInt8]) {
    for stream in streams { stream.send(message) }
  }

  // MARK: The controller

  /// Notes that the controller is watched from now on.
  func connected() {
    connection = Self.connectionMessage(true, nil)
    sendAll(connection)
  }

  /// Notes why the controller is not reached; returns whether that is news.
  func lost(_ reason: String) -> Bool {
    lastStatus = nil
    lastFix = nil
    let message = Self.connectionMessage(false, reason)
    guard message != connection else { return false }
    connection = message
    sendAll(connection)
    return true
  }

  /// Sends the answer of the controller to `status`.
  func send(status reply: Reply) {
    track.isAnchored = !reply.objects("anchors").isEmpty
    let message = StreamFrame.message(.status, reply.text)
    lastStatus = message
    sendAll(message)
  }

  /// Sends a line that the controller has published; returns whether lines before it are missing,
  /// which the journal has.
  func send(published reply: Reply) -> Bool {
    switch PublishedLine(reply) {
    case .output: sendAll(StreamFrame.message(.output, reply.text))
    case .fix(let fix):
      let swing = track.add(fix)
      let message = StreamFrame.message(.fix, reply.text)
      lastFix = message
      for stream in streams where stream.count < WebStream.mostWithFixes {
        stream.send(message)
      }
      if let swing { sendAll(StreamFrame.message(.swing, swing)) }
    case .event, .note: if held == nil { send(line: reply) } else { held?.append(reply) }
    case .leftOut: return true
    case nil: break
    }
    return false
  }

  private static func connectionMessage(_ isConnected: Bool, _ reason: String?) -> [UInt8] {
    var line = JSONLine()
    line.add("connected", isConnected)
    line.add("reason", reason)
    return StreamFrame.message(.controller, line.text)
  }

  // MARK: The journal

  /// Holds lines back while the journal is read; returns whether to read it now.
  func beginReading() -> Bool {
    guard held == nil else {
      isReadDue = true
      return false
    }
    held = []
    return true
  }

  /// Sends each phone its missed lines of the journal; returns whether to read the journal again.
  func adopt(_ lines: Result<[String], any Error>) -> Bool {
    switch lines {
    case .success(let lines): history.replace(with: lines)
    case .failure(let error):
      Log.write(.warning, "\(error); missed lines cannot be sent to phones")
    }
    for stream in streams { sendRest(to: stream) }
    let late = held ?? []
    held = nil
    for reply in late { send(line: reply) }
    defer { isReadDue = false }
    return isReadDue
  }

  private func send(line reply: Reply) {
    guard let entry = history.add(reply.text) else { return }
    for stream in streams { Self.send(entry, to: stream) }
  }

  private func sendRest(to stream: WebStream) {
    let rest = history.rest(after: stream.sent)
    if rest.isCut { stream.send(Self.cut) }
    for entry in rest.entries { Self.send(entry, to: stream) }
  }

  private static let cut = StreamFrame.message(.cut, "{}")

  private static func send(_ entry: History.KeptLine, to stream: WebStream) {
    // A new journal that was still empty when it was read.
    if let sent = stream.sent, entry.id <= sent { stream.send(cut) }
    stream.sent = entry.id
    stream.send(StreamFrame.message(.journal, id: entry.id, entry.json))
  }
}

/// The positions of the last minutes, and fewer of the last hours at an anchor.
struct Track: Sendable {
  private struct TrackPoint {
    let time: String
    let latitude: Double
    let longitude: Double
    let sigma: Double?

    /// The minute of its time, of which a swing has one position.
    var minute: Substring { time.prefix(16) }

    var json: String {
      let sigma = sigma.map { $0.text(decimals: 1) } ?? "null"
      return "[\(JSONLine.quoted(time)),\(latitude.text(decimals: 7)),"
        + "\(longitude.text(decimals: 7)),\(sigma)]"
    }
  }

  private var points: [TrackPoint] = []
  private var swinging: [TrackPoint] = []

  /// The most positions: ten minutes of a receiver that reports each second.
  static let most = 600

  /// The most positions at an anchor: five hours.
  static let mostOfSwing = 300

  /// Whether an anchor is dropped: without one there is no swing.
  var isAnchored = false {
    didSet { if !isAnchored { swinging = [] } }
  }

  /// Adds the position of a fix, if it was trusted.
  ///
  /// - Returns: As JSON, what it adds to the swing; `nil` but for the first position of a minute.
  mutating func add(_ fix: FixLine) -> String? {
    guard fix.isTrusted, let latitude = fix.latitude, let longitude = fix.longitude else {
      return nil
    }
    let point = TrackPoint(
      time: fix.time ?? "", latitude: latitude, longitude: longitude, sigma: fix.deviation)
    points.append(point)
    if points.count >= 2 * Self.most { points.removeFirst(points.count - Self.most) }
    guard isAnchored, point.minute != swinging.last?.minute else { return nil }
    swinging.append(point)
    if swinging.count > Self.mostOfSwing { swinging.removeFirst() }
    return Self.json([point])
  }

  /// The positions as JSON: a list of `[time, latitude, longitude, standard deviation]`.
  var json: String { Self.json(points.suffix(Self.most)) }

  /// The positions at the anchor in the same form; `nil` without any.
  var swing: String? { swinging.isEmpty ? nil : Self.json(swinging[...]) }

  private static func json(_ points: ArraySlice<TrackPoint>) -> String {
    "[\(points.map(\.json).joined(separator: ","))]"
  }
}
