internal import Base
internal import Geofence
internal import Records

/// The limits of the requests that write to the card, and of mutes, for each user and each share of one:
/// an SD card wears out.
package struct RequestLimits: Sendable {
  /// The length of a mute, in seconds.
  package static let mute = 1.0...604_800

  /// The time that is explained, in seconds.
  package static let why = 1.0...86_400

  /// The most requests in an hour, and the most mutes besides.
  static let perHour = 600

  // In bytes an hour, and at once: a journal of 4 MB must keep the events of a week, whatever is marked.
  private static let marked = (perHour: 8192, burst: 65_536)

  private var requests = UserBudgets(perHour: perHour)
  private var mutes = UserBudgets(perHour: perHour)
  private var marks = UserBudgets(perHour: marked.perHour, burst: marked.burst)
  private var sender = UserBudgets.Sender(user: nil, share: nil)

  /// Begins to answer a request of a user, or of one of those for whom the user asks.
  mutating func serve(_ user: UInt32?, share: String?) {
    sender = UserBudgets.Sender(user: user, share: share)
  }

  /// Spends one request of this name.
  mutating func spend(_ name: String, at now: Instant) throws(Refusal) {
    if let wait = requests.spend(of: sender, at: now) { throw Self.refusal(name, wait) }
  }

  /// Spends one request for the mark of a moment, for which a person does not wait.
  mutating func spendMark(_ text: String, at now: Instant) throws(Refusal) {
    guard requests.spend(of: sender, at: now) == nil else {
      throw Refusal(Reason("refused.marks", ["most": .count(Self.perHour)]), .busy)
    }
    // A line has its time, its position and its checksum, too.
    guard marks.spend(200 + text.utf8.count, of: sender, at: now) == nil else {
      let (most, size) = (Self.marked.burst >> 10, Self.marked.perHour >> 10)
      throw Refusal(
        Reason("refused.longMarks", ["most": .count(most), "size": .count(size)]), .busy)
    }
  }

  /// Spends one mute, or one request of this name that ends a sound, too: other requests must not
  /// keep a carrier from that.
  mutating func spendMute(_ name: String, at now: Instant) throws(Refusal) {
    if let wait = mutes.spend(of: sender, at: now) { throw Self.refusal(name, wait) }
  }

  private static func refusal(_ name: String, _ wait: Duration) -> Refusal {
    let values: [String: Reason.Value] = [
      "name": .text(name), "most": .count(perHour), "time": .number(max(1, wait.inSeconds)),
    ]
    return Refusal(Reason("refused.often", values), .busy)
  }
}
