internal import Geofence

/// Counts tokens that do not exist, for each address, and makes an address with too many wait.
///
/// 160 random bits cannot be guessed: the limit keeps the log and the processor free.
struct Guesses: Sendable {
  private struct Count {
    var wrong: Int
    var since: Instant
  }

  private var counts: [IPAddress: Count] = [:]

  /// The most wrong tokens of an address in a minute.
  static let most = 10

  private static let period = Duration.seconds(60)

  // Further addresses share a count, so that an attacker cannot fill the memory with addresses.
  private static let mostAddresses = 256
  private var others = Count(wrong: 0, since: Instant(.zero))

  /// The time that an address must wait before its next token is checked; `nil` for none.
  mutating func delay(for address: IPAddress?, at now: Instant) -> Duration? {
    counts = counts.filter { $0.value.since.duration(to: now) < Self.period }
    let count = address.flatMap { counts[$0] } ?? others
    let passed = count.since.duration(to: now)
    guard count.wrong >= Self.most, passed < Self.period else { return nil }
    return Self.period - passed
  }

  /// Counts a wrong token.
  mutating func count(from address: IPAddress?, at now: Instant) {
    guard let address, counts[address] != nil || counts.count < Self.mostAddresses else {
      if others.since.duration(to: now) >= Self.period { others = Count(wrong: 0, since: now) }
      others.wrong += 1
      return
    }
    counts[address, default: Count(wrong: 0, since: now)].wrong += 1
  }
}
